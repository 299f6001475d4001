#include "feature/embeddings.h"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "feature/encoder.h"
#include "feature/hash_slots.h"
#include "io/byte_source.h"
#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"
#include "panarc/io.h"

namespace panarc {
namespace {

constexpr std::string_view kBlanks = " \t";
/// Words that stand for unknown ones in vector files; the first one found counts.
constexpr std::array<std::string_view, 3> kUnknownWords = {"<UNK>", "<unk>", "*UNKNOWN*"};

bool is_coordinate(float value) { return std::abs(value) <= Embeddings::kMaxValue; }

std::optional<double> parse_value(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Words and values of a file: more than any has, and little enough for memory.
constexpr std::size_t kMostNumbers = std::size_t{1} << 31U;

void check_size(const std::string& path, std::uint64_t line, std::size_t words,
                std::size_t values) {
  if (words + values <= kMostNumbers) return;
  throw Error({path, line, 0},
              fmt::format("found more than {} words and values, expected fewer", kMostNumbers));
}

[[noreturn]] void damaged(const char* what) {
  throw Error(std::string("the table of word vectors is damaged: ") + what);
}

std::vector<std::uint64_t> hashes_of(std::span<const std::string> words) {
  std::vector<std::uint64_t> hashes;
  for (const std::string& word : words) hashes.push_back(word_hash(Attribute::kForm, word));
  return hashes;
}

}  // namespace

/// Reads a file of vectors.
class Embeddings::Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), lines_(path) {}

  Embeddings read();

 private:
  /// Splits a line at blanks.
  void split(std::string_view line);
  /// Whether the line is "count dimension".
  bool take_head();
  void take_vector(std::string_view line);
  [[nodiscard]] float value(std::string_view line, std::string_view field) const;
  [[noreturn]] void fail_values(std::size_t found) const;
  void check_count() const;

  std::string path_;
  LineReader lines_;
  std::uint64_t line_ = 0;
  std::vector<std::string_view> fields_;
  std::optional<std::uint64_t> count_;  // from the first line
  std::size_t dimension_ = 0;           // 0: unknown so far
  std::uint64_t dimension_line_ = 0;    // the line that determined it
  std::vector<std::uint64_t> hashes_;
  std::vector<float> vectors_;
};

void Embeddings::Reader::split(std::string_view line) {
  fields_.clear();
  for (std::size_t end = 0;;) {
    const std::size_t begin = line.find_first_not_of(kBlanks, end);
    if (begin == std::string_view::npos) return;
    end = std::min(line.find_first_of(kBlanks, begin), line.size());
    fields_.push_back(line.substr(begin, end - begin));
  }
}

bool Embeddings::Reader::take_head() {
  if (fields_.size() != 2 || !is_digits(fields_[0]) || !is_digits(fields_[1])) return false;
  std::array<std::uint64_t, 2> numbers{};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string_view field = fields_[i];
    const auto error = std::from_chars(field.data(), field.data() + field.size(), numbers[i]).ec;
    constexpr std::uint64_t kMax = std::numeric_limits<std::uint32_t>::max();
    if (error != std::errc() || numbers[i] == 0 || numbers[i] > kMax) {
      throw Error({path_, line_, 0},
                  fmt::format("found {} as the number of {}: expected 1 to {}", in_quotes(field),
                              i == 0 ? "words" : "values of a word", kMax));
    }
  }
  count_ = numbers[0];
  dimension_ = numbers[1];
  dimension_line_ = line_;
  return true;
}

void Embeddings::Reader::fail_values(std::size_t found) const {
  throw Error(
      {path_, line_, 0},
      fmt::format("found {} after the word {}: expected {}, as in line {}", counted(found, "value"),
                  in_quotes(fields_.front()), dimension_, dimension_line_));
}

float Embeddings::Reader::value(std::string_view line, std::string_view field) const {
  const auto number = parse_value(field);
  if (number && std::abs(*number) <= static_cast<double>(kMaxValue)) {
    return static_cast<float>(*number);
  }
  const auto offset = static_cast<std::size_t>(field.data() - line.data());
  throw Error({path_, line_, count_characters(line.substr(0, offset)) + 1},
              fmt::format("{} is {}: expected a number from -{:g} to {:g}", in_quotes(field),
                          number ? "out of range" : "not a number", kMaxValue, kMaxValue));
}

void Embeddings::Reader::take_vector(std::string_view line) {
  if (dimension_ == 0) {
    if (fields_.size() < 2) {
      throw Error({path_, line_, 0}, fmt::format("found {} alone: expected a word and its values",
                                                 in_quotes(fields_.front())));
    }
    dimension_ = fields_.size() - 1;
    dimension_line_ = line_;
  }
  if (fields_.size() < dimension_ + 1) fail_values(fields_.size() - 1);
  // Some words contain blanks. What follows the first blank of such a word is not a number;
  // otherwise there are too many values.
  const std::size_t first = fields_.size() - dimension_;
  if (first > 1 && parse_value(fields_[first - 1])) fail_values(fields_.size() - 1);
  const char* const begin = fields_.front().data();
  const std::string_view word(begin, static_cast<std::size_t>(fields_[first - 1].data() - begin) +
                                         fields_[first - 1].size());
  hashes_.push_back(word_hash(Attribute::kForm, word));
  for (std::size_t i = first; i < fields_.size(); ++i) vectors_.push_back(value(line, fields_[i]));
  check_size(path_, line_, hashes_.size(), vectors_.size());
}

void Embeddings::Reader::check_count() const {
  if (hashes_.empty()) {
    throw Error({path_, line_, 0},
                "found no vectors: expected lines with a word and its values, separated by blanks");
  }
  if (count_ && *count_ != hashes_.size()) {
    throw Error({path_, line_, 0},
                fmt::format("found {}: expected {}, as line {} says",
                            counted(hashes_.size(), "vector"), *count_, dimension_line_));
  }
}

Embeddings Embeddings::Reader::read() {
  while (auto line = lines_.next()) {
    ++line_;
    if (line_ == 1 && line->starts_with(kByteOrderMark)) {
      line->remove_prefix(kByteOrderMark.size());
    }
    split(*line);
    if (fields_.empty() || (line_ == 1 && take_head())) continue;
    take_vector(*line);
  }
  check_count();
  vectors_.shrink_to_fit();
  return {hashes_, std::move(vectors_)};
}

/// Reads the binary format of word2vec: "count dimension" and a line break, then for each word the
/// word, a blank and its values as 32-bit floats, lowest byte first. Some programs add a line break
/// after that.
class Embeddings::BinaryReader {
 public:
  explicit BinaryReader(const std::string& path) : path_(path), source_(open_source(path)) {}

  Embeddings read() {
    const std::uint64_t count = number(' ');
    const std::uint64_t dimension = number('\n');
    check_size(path_, 0, count, count * dimension);
    std::vector<std::uint64_t> hashes;
    std::vector<float> vectors;
    for (std::uint64_t i = 0; i < count; ++i) {
      word_ = i + 1;
      hashes.push_back(word_hash(Attribute::kForm, word()));
      for (std::uint64_t j = 0; j < dimension; ++j) vectors.push_back(value());
    }
    if (next() != kEnd && !(last_ == '\n' && next() == kEnd)) {
      fail(fmt::format("found more after {}: expected the end", counted(count, "word")));
    }
    return {hashes, std::move(vectors)};
  }

 private:
  static constexpr int kEnd = -1;

  [[noreturn]] void fail(const std::string& what) const { throw Error({path_, 0, 0}, what); }
  [[noreturn]] void fail_end() const {
    fail(word_ == 0 ? std::string("found the end: expected the numbers of words and of values")
                    : fmt::format("found the end in word {}, which has no vector yet", word_));
  }

  int next() {
    if (at_ == size_) {
      at_ = 0;
      size_ = source_->read(buffer_);
      if (size_ == 0) return kEnd;
    }
    last_ = buffer_[at_++];
    return static_cast<unsigned char>(last_);
  }
  char byte() {
    if (next() == kEnd) fail_end();
    return last_;
  }

  /// Reads up to a character.
  std::uint64_t number(char end) {
    constexpr std::uint64_t kMax = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t number = 0;
    bool any = false;
    for (char digit = byte(); digit != end; digit = byte()) {
      if (digit == '\r') continue;
      if (digit < '0' || digit > '9' || number > kMax) fail_head();
      number = 10 * number + static_cast<std::uint64_t>(digit - '0');
      any = true;
    }
    if (!any || number == 0 || number > kMax) fail_head();
    return number;
  }
  [[noreturn]] void fail_head() const {
    fail(
        "not in word2vec's binary format, which names ending in .bin stand for: expected the "
        "numbers of words and of values first");
  }

  std::string word() {
    constexpr std::size_t kLongest = 1U << 16U;
    std::string word;
    for (char letter = byte(); letter != ' '; letter = byte()) {
      if (letter == '\n' && word.empty()) continue;
      word += letter;
      if (word.size() > kLongest) {
        fail(fmt::format("word {} has more than {} bytes: expected a blank after it", word_,
                         kLongest));
      }
    }
    return word;
  }

  float value() {
    std::uint32_t bits = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
      bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(byte())) << shift;
    }
    const auto value = std::bit_cast<float>(bits);
    if (!is_coordinate(value)) {
      fail(fmt::format("word {} has {} for a value: expected a number from -{:g} to {:g}", word_,
                       value, kMaxValue, kMaxValue));
    }
    return value;
  }

  std::string path_;
  std::unique_ptr<ByteSource> source_;
  std::array<char, 1U << 16U> buffer_{};
  std::size_t at_ = 0;
  std::size_t size_ = 0;
  char last_ = 0;
  std::uint64_t word_ = 0;  // the word being read, from 1
};

Embeddings::Embeddings(std::span<const std::string> words, std::vector<float> vectors)
    : Embeddings(hashes_of(words), std::move(vectors)) {}

Embeddings::Embeddings(const std::vector<std::uint64_t>& hashes, std::vector<float> vectors)
    : own_entries_(std::bit_ceil(2 * hashes.size())), own_vectors_(std::move(vectors)) {
  if (hashes.empty() || own_vectors_.empty() || own_vectors_.size() % hashes.size() != 0) {
    throw Error(fmt::format(
        "found {} values for the vectors of {} words: expected the same number for each",
        own_vectors_.size(), hashes.size()));
  }
  if (!std::all_of(own_vectors_.begin(), own_vectors_.end(), is_coordinate)) {
    throw Error("a value of a word vector is out of range");
  }
  dimension_ = own_vectors_.size() / hashes.size();
  entries_ = own_entries_;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    Entry& entry = own_entries_[find_slot(entries_, hashes[i], &Entry::hash)];
    if (entry.hash == hashes[i]) continue;
    entry = {hashes[i], rows};
    const auto from = own_vectors_.begin() + static_cast<std::ptrdiff_t>(i * dimension_);
    if (rows != i) {
      std::copy_n(from, dimension_,
                  own_vectors_.begin() + static_cast<std::ptrdiff_t>(rows * dimension_));
    }
    ++rows;
  }
  own_vectors_.resize(rows * dimension_);
  vectors_ = own_vectors_;
  find_unknown();
}

Embeddings Embeddings::read(const std::string& path) {
  std::string_view name = path;
  if (compression_of(name) != Compression::kNone) name = name.substr(0, name.rfind('.'));
  return name.ends_with(".bin") ? BinaryReader(path).read() : Reader(path).read();
}

Embeddings Embeddings::over(std::span<const Entry> entries, std::span<const float> vectors) {
  const std::size_t words = count_taken_slots(entries, &Entry::hash);
  if (!can_be_slots(entries.size(), words)) damaged("the size of the table of words");
  if (words == 0 || vectors.empty() || vectors.size() % words != 0) {
    damaged("the number of values does not fit the number of words");
  }
  for (const Entry& entry : entries) {
    if (entry.hash != 0 && entry.row >= words) damaged("a word refers to a missing vector");
  }
  if (!std::all_of(vectors.begin(), vectors.end(), is_coordinate)) {
    damaged("a value is out of range");
  }
  Embeddings embeddings;
  embeddings.entries_ = entries;
  embeddings.vectors_ = vectors;
  embeddings.dimension_ = vectors.size() / words;
  embeddings.find_unknown();
  return embeddings;
}

std::uint64_t Embeddings::find(std::uint64_t hash) const {
  const Entry& entry = entries_[find_slot(entries_, hash, &Entry::hash)];
  return entry.hash != 0 ? entry.row + 1 : 0;
}

void Embeddings::find_unknown() {
  for (const std::string_view word : kUnknownWords) {
    unknown_ = find(word_hash(Attribute::kForm, word));
    if (unknown_ != 0) return;
  }
}

std::uint64_t Embeddings::number(std::string_view form) const {
  const std::uint64_t found = find(word_hash(Attribute::kForm, form));
  return found != 0 ? found : unknown_;
}

std::uint64_t Embeddings::fingerprint() const {
  return mix_bits(XXH3_64bits(entries_.data(), entries_.size_bytes()) +
                  mix_bits(XXH3_64bits(vectors_.data(), vectors_.size_bytes())));
}

}  // namespace panarc
