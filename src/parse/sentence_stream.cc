#include "parse/sentence_stream.h"

#include <fmt/format.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

#include "base/team.h"
#include "parse/selection.h"

namespace panarc {
namespace {

/// How much a thread reads at a time: enough that taking turns costs nothing, and little enough
/// that all threads have work until the end.
constexpr std::size_t kBatchSentences = 32;
constexpr std::size_t kBatchWords = 1000;
/// Limit of the bytes passed on with a batch.
constexpr std::size_t kMostPassedOn = 1U << 20U;

/// The sentences that one thread has read, and the results.
class Batch {
 public:
  /// The writer, which must outlive the batch, says what sentences look like.
  Batch(std::unique_ptr<SentenceWork> work, const TreebankWriter& writer)
      : work_(std::move(work)), writer_(writer) {}

  std::uint64_t number = 0;
  /// What is wrong with the sentence after the last, if it was not the end of the file.
  std::exception_ptr error;

  void clear() {
    size_ = 0;
    done_ = 0;
    words_ = 0;
    passed_on_ = 0;
    for (Item& item : items_) item.before.clear();
    text_.clear();
    ends_.clear();
    kept_.clear();
    warnings_.clear();
  }

  [[nodiscard]] bool is_full() const { return size_ == kBatchSentences || words_ >= kBatchWords; }
  [[nodiscard]] std::size_t sentences() const { return size_; }
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::span<const Error> warnings() const { return warnings_; }

  /// Takes over a sentence, and returns memory for another one.
  void add(Sentence& sentence) {
    words_ += static_cast<std::size_t>(sentence.size());
    std::swap(next_item().sentence, sentence);
    ++size_;
  }
  /// Adds text before the next sentence. Returns whether there is so much of it that it should be
  /// written now.
  bool pass_on(std::string_view text) {
    next_item().before.append(text);
    passed_on_ += text.size();
    return passed_on_ >= kMostPassedOn;
  }

  /// Processes the remaining sentences. If one fails, the error is stored and the batch ends before
  /// it.
  void run() {
    try {
      read_ahead();
      for (; done_ < size_; ++done_) run(items_[done_]);
    } catch (...) {
      error = std::current_exception();
      for (; size_ > done_; --size_) {
        words_ -= static_cast<std::size_t>(items_[size_ - 1].sentence.size());
      }
      return;
    }
    if (size_ < items_.size()) add_text(std::exchange(items_[size_].before, {}));
  }

  void offer(Selection& selection) const {
    for (std::size_t i = 0; i < size_; ++i) {
      selection.offer(items_[i].sentence, items_[i].confidence);
    }
  }

  void write(TreebankWriter& writer) const {
    for (const Sentence& sentence : kept_) writer.write(sentence);
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      writer.write_text(std::string_view(text_).substr(begin, end - begin));
      begin = end;
    }
  }

 private:
  struct Item {
    std::string before;
    Sentence sentence;
    std::vector<double> confidence;
  };

  void run(Item& item) {
    add_text(std::exchange(item.before, {}));
    work_->run(
        item.sentence,
        [&](const Sentence& sentence, const std::vector<double>& confidence) {
          item.confidence = confidence;
          if (writer_.takes_sentences()) {
            kept_.push_back(sentence);
            return;
          }
          writer_.append(sentence, text_);
          ends_.push_back(text_.size());
        },
        [&](const Error& warning) { warnings_.push_back(warning); });
  }

  void read_ahead() {
    if (!work_->reads_ahead()) return;
    std::vector<Sentence*> sentences;
    for (std::size_t i = done_; i < size_; ++i) {
      if (!items_[i].sentence.empty()) sentences.push_back(&items_[i].sentence);
    }
    work_->read_ahead(sentences);
  }

  Item& next_item() {
    if (size_ == items_.size()) items_.emplace_back();
    return items_[size_];
  }

  void add_text(std::string_view text) {
    if (text.empty()) return;
    text_.append(text);
    ends_.push_back(text_.size());
  }

  std::unique_ptr<SentenceWork> work_;
  const TreebankWriter& writer_;
  std::vector<Sentence> kept_;
  std::vector<Item> items_;
  std::size_t size_ = 0;
  std::size_t done_ = 0;
  std::size_t words_ = 0;
  std::size_t passed_on_ = 0;  // bytes
  std::string text_;
  std::vector<std::size_t> ends_;  // of the pieces of text_
  std::vector<Error> warnings_;
};

}  // namespace

/// Each thread reads, works and writes: one at a time reads a few sentences and takes a number, and
/// they write in the order of their numbers.
class SentenceStream::Threads {
 public:
  Threads(const std::function<std::unique_ptr<SentenceWork>()>& make_work, TreebankWriter& writer,
          const Options& options)
      : writer_(writer), on_warning_(options.on_warning), team_(checked(options).threads) {
    if (options.select > 0) selection_.emplace(options.select, options.select_by, options.seed);
    auto work = make_work();
    if (team_.size() == 1 && !work->reads_ahead()) {
      single_ = std::move(work);
      return;
    }
    batches_.push_back(std::make_unique<Batch>(std::move(work), writer_));
    while (batches_.size() < team_.size()) {
      batches_.push_back(std::make_unique<Batch>(make_work(), writer_));
    }
  }

  std::uint64_t sentences = 0;
  std::uint64_t words = 0;

  void run(StreamSource& source) {
    source_ = &source;
    ended_ = false;
    failed_ = false;
    turn_ = next_number_;
    if (single_) {
      work_alone();
    } else {
      team_.run([this](std::size_t member) { work(*batches_[member]); });
    }
    if (!selection_) writer_.finish_input(source.trailing());
  }

  void finish() {
    if (selection_) selection_->write(writer_);
  }

  void pass_on(std::string_view text) {
    if (selection_) return;
    if (reading_ == nullptr) {
      writer_.write_text(text);
    } else if (reading_->pass_on(text)) {
      hand_over();
    }
  }

  void on_wait() {
    if (reading_ == nullptr) {
      writer_.flush();
    } else {
      hand_over();
    }
  }

 private:
  void work_alone() {
    try {
      while (source_->next(sentence_)) {
        check_format(sentence_);
        single_->run(
            sentence_,
            [&](const Sentence& done, const std::vector<double>& confidence) {
              if (selection_) {
                selection_->offer(done, confidence);
              } else {
                writer_.write(done);
              }
            },
            [&](const Error& warning) { report(warning); });
        ++sentences;
        words += static_cast<std::uint64_t>(sentence_.size());
      }
    } catch (...) {
      writer_.flush();
      throw;
    }
  }

  void work(Batch& batch) {
    try {
      while (read(batch)) {
        batch.run();
        const bool written = write(batch, [&] {
          if (!batch.error) return;
          writer_.flush();
          failed_ = true;  // before anybody else's turn
        });
        if (!written) return;
        if (batch.error) std::rethrow_exception(std::exchange(batch.error, nullptr));
      }
    } catch (...) {
      ended_ = true;
      const std::lock_guard lock(write_mutex_);
      failed_ = true;
      turn_changed_.notify_all();
      throw;
    }
  }

  /// False if there is nothing left to do.
  bool read(Batch& batch) {
    const std::lock_guard lock(read_mutex_);
    if (ended_) return false;
    begin(batch);
    reading_ = &batch;
    try {
      while (!ended_ && !batch.is_full()) {
        if (source_->next(sentence_)) {
          check_format(sentence_);
          batch.add(sentence_);
        } else {
          ended_ = true;
        }
      }
    } catch (...) {
      batch.error = std::current_exception();
      ended_ = true;
    }
    reading_ = nullptr;
    return true;
  }

  void begin(Batch& batch) {
    batch.clear();
    batch.number = next_number_++;
  }

  /// False if it comes after a batch that failed.
  template <class Then>
  bool write(const Batch& batch, Then&& then) {
    std::unique_lock lock(write_mutex_);
    turn_changed_.wait(lock, [&] { return turn_ == batch.number || failed_; });
    if (failed_) return false;
    if (selection_) {
      batch.offer(*selection_);
    } else {
      batch.write(writer_);
    }
    for (const Error& warning : batch.warnings()) report(warning);
    sentences += batch.sentences();
    words += batch.words();
    then();
    ++turn_;
    turn_changed_.notify_all();
    return true;
  }

  void report(const Error& warning) const {
    if (on_warning_) on_warning_(warning);
  }

  /// Writes the batch that is being read. Nobody else can begin one meanwhile: when it is this
  /// one's turn, all earlier ones have been written.
  void hand_over() {
    reading_->run();
    if (reading_->error) std::rethrow_exception(reading_->error);
    write(*reading_, [this] { writer_.flush(); });
    begin(*reading_);
  }

  static const Options& checked(const Options& options) {
    if (options.threads <= kMostThreads) return options;
    throw Error(
        fmt::format("{} threads are too many: expected 1 to {}", options.threads, kMostThreads));
  }

  void check_format(const Sentence& sentence) {
    if (!format_) format_ = sentence.format();
    if (sentence.format() == *format_) return;
    throw Error({sentence.file(), 0, 0}, "the format differs from that of the first file");
  }

  TreebankWriter& writer_;
  std::function<void(const Error&)> on_warning_;
  std::optional<Selection> selection_;
  Team team_;
  StreamSource* source_ = nullptr;
  std::optional<Format> format_;
  Sentence sentence_;  // being read

  // For one thread.
  std::unique_ptr<SentenceWork> single_;

  // For several.
  std::vector<std::unique_ptr<Batch>> batches_;
  std::mutex read_mutex_;
  std::uint64_t next_number_ = 0;
  Batch* reading_ = nullptr;
  std::atomic<bool> ended_ = false;  // no more input
  std::mutex write_mutex_;
  std::condition_variable turn_changed_;
  std::uint64_t turn_ = 0;  // the number of the next batch to write
  bool failed_ = false;
};

SentenceStream::SentenceStream(const std::function<std::unique_ptr<SentenceWork>()>& make_work,
                               TreebankWriter& writer, const Options& options)
    : threads_(std::make_unique<Threads>(make_work, writer, options)) {}
SentenceStream::~SentenceStream() = default;

void SentenceStream::run(StreamSource& source) { threads_->run(source); }
void SentenceStream::finish() { threads_->finish(); }
void SentenceStream::on_wait() { threads_->on_wait(); }
void SentenceStream::pass_on(std::string_view text) { threads_->pass_on(text); }
std::uint64_t SentenceStream::sentences() const { return threads_->sentences; }
std::uint64_t SentenceStream::words() const { return threads_->words; }

}  // namespace panarc
