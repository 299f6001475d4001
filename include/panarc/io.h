#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <istream>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// What readers read from, and writers write to: files, streams of the standard library, or
/// functions. A reader takes any of these where it takes an Input:
///
///     panarc::TreebankReader file("english.conllu.zst");
///     panarc::TreebankReader stream(std::cin);
///     panarc::TreebankReader bytes([&](std::span<char> to) { return socket.read(to); });

namespace panarc {

class ByteSource;
class ByteSink;

/// Where bytes come from.
class Input {
 public:
  // NOLINTBEGIN(google-explicit-constructor): each of them is one
  /// A file. `-` is standard input; `.gz` and `.zst` are decompressed.
  template <class Path>
  requires std::convertible_to<const Path&, std::string> Input(const Path& path)
      : Input(std::string(path), Kind::kFile) {}
  /// A stream, which must outlive its use, and a name for messages.
  Input(std::istream& stream, std::string name = "");
  /// A function that puts some bytes into `to`, and returns how many: 0 at the end.
  template <class Read>
  requires std::is_invocable_r_v<std::size_t, Read&, std::span<char>> Input(Read read,
                                                                            std::string name = "")
      : Input(std::function<std::size_t(std::span<char> to)>(std::move(read)), std::move(name),
              Kind::kFunction) {}
  // NOLINTEND(google-explicit-constructor)
  /// Memory, which must outlive its use.
  static Input from_text(std::string_view text, std::string name = "");

  /// The name in messages.
  [[nodiscard]] const std::string& name() const { return name_; }

  // For internal use.
  [[nodiscard]] std::unique_ptr<ByteSource> open() const;

 private:
  enum class Kind { kFile, kFunction };
  Input(const std::string& path, Kind kind);
  Input(std::function<std::size_t(std::span<char> to)> read, std::string name, Kind kind);

  std::string name_;
  struct Opener;
  std::shared_ptr<const Opener> opener_;
};

/// Where bytes go.
class Output {
 public:
  // NOLINTBEGIN(google-explicit-constructor): each of them is one
  /// A file. `-` is standard output; `.gz` and `.zst` are compressed.
  template <class Path>
  requires std::convertible_to<const Path&, std::string> Output(const Path& path)
      : Output(std::string(path), Kind::kFile) {}
  /// A stream, which must outlive its use.
  Output(std::ostream& stream);
  /// A function that takes the bytes, piece by piece.
  template <class Write>
  requires std::invocable<Write&, std::string_view> Output(Write write)
      : Output(std::function<void(std::string_view bytes)>(std::move(write)), Kind::kFunction) {}
  // NOLINTEND(google-explicit-constructor)

  // For internal use.
  [[nodiscard]] std::unique_ptr<ByteSink> open() const;

 private:
  enum class Kind { kFile, kFunction };
  Output(const std::string& path, Kind kind);
  Output(std::function<void(std::string_view bytes)> write, Kind kind);

  struct Opener;
  std::shared_ptr<const Opener> opener_;
};

}  // namespace panarc
