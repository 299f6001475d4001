#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace panarc {

/// Objects that reuse memory between uses, for any number of threads: each is lent to one at a
/// time. There are as many as were needed at once.
template <class T>
class Pool {
 public:
  /// An object, until it goes back to its pool, which must outlive this.
  class Lease {
   public:
    Lease(Pool& pool, std::unique_ptr<T> object) : pool_(&pool), object_(std::move(object)) {}
    ~Lease() {
      if (object_) pool_->take_back(std::move(object_));
    }
    Lease(Lease&&) noexcept = default;
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Lease& operator=(Lease&&) = delete;

    T* operator->() const { return object_.get(); }
    T& operator*() const { return *object_; }

   private:
    Pool* pool_;
    std::unique_ptr<T> object_;
  };

  /// If none is idle, `make` makes one.
  template <class Make>
  Lease lend(Make&& make) {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto object = std::move(idle_.back());
        idle_.pop_back();
        return Lease(*this, std::move(object));
      }
    }
    return Lease(*this, make());
  }

 private:
  void take_back(std::unique_ptr<T> object) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(object));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace panarc
