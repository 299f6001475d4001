#include "panarc/parse_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "base/team.h"
#include "panarc/error.h"
#include "parse/column_counter.h"
#include "parse/selection.h"
#include "parse/sentence_parse.h"

namespace panarc {
namespace {

/// What a thread reads at a time: enough that taking turns costs nothing, and little enough that
/// all have work to the end.
constexpr std::size_t kBatchSentences = 32;
constexpr std::size_t kBatchWords = 1000;
/// Bytes that are passed on with a batch.
constexpr std::size_t kMostPassedOn = 1U << 20U;

/// Sentences that one thread has read, and what becomes of them.
class Batch {
 public:
  Batch(const Parser& parser, const ParseStreamOptions& options) : parse_(parser, options) {}

  std::uint64_t number = 0;
  /// What is wrong with the sentence after the last, if it was not the end of the file.
  std::exception_ptr error;

  void clear() {
    size_ = 0;
    parsed_ = 0;
    words_ = 0;
    passed_on_ = 0;
    for (Item& item : items_) item.before.clear();
    text_.clear();
    ends_.clear();
    unmet_.clear();
  }

  [[nodiscard]] const ColumnCounter& columns() const { return parse_.columns(); }
  [[nodiscard]] bool is_full() const { return size_ == kBatchSentences || words_ >= kBatchWords; }
  [[nodiscard]] std::size_t sentences() const { return size_; }
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::span<const Error> unmet() const { return unmet_; }

  /// Takes over a sentence, and gives memory for another one in return.
  void add(Sentence& sentence) {
    words_ += static_cast<std::size_t>(sentence.size());
    std::swap(next_item().sentence, sentence);
    ++size_;
  }
  /// Text before the next sentence. Returns whether there is so much of it that it should be
  /// written.
  bool pass_on(std::string_view text) {
    next_item().before.append(text);
    passed_on_ += text.size();
    return passed_on_ >= kMostPassedOn;
  }

  /// Parses what has not been parsed. A sentence that cannot be is an error, and the batch ends
  /// before it.
  void parse() {
    try {
      read_ahead();
      for (; parsed_ < size_; ++parsed_) parse(items_[parsed_]);
    } catch (...) {
      error = std::current_exception();
      for (; size_ > parsed_; --size_) {
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

  void parse(Item& item) {
    add_text(std::exchange(item.before, {}));
    parse_(
        item.sentence,
        [&](const Sentence& sentence, const std::vector<double>& confidence) {
          item.confidence = confidence;
          sentence.append_to(text_);
          ends_.push_back(text_.size());
        },
        [&](const Error& unmet) { unmet_.push_back(unmet); });
  }

  void read_ahead() {
    if (!parse_.reads_ahead()) return;
    std::vector<const Sentence*> sentences;
    for (std::size_t i = parsed_; i < size_; ++i) {
      if (!items_[i].sentence.empty()) sentences.push_back(&items_[i].sentence);
    }
    parse_.read_ahead(sentences);
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

  SentenceParse parse_;
  std::vector<Item> items_;
  std::size_t size_ = 0;
  std::size_t parsed_ = 0;
  std::size_t words_ = 0;
  std::size_t passed_on_ = 0;  // bytes
  std::string text_;
  std::vector<std::size_t> ends_;  // of the pieces of text_
  std::vector<Error> unmet_;
};

}  // namespace

/// Threads read, parse and write by themselves: one at a time reads a few sentences and takes a
/// number, and they write in the order of their numbers.
class ParseStream::Pipeline {
 public:
  Pipeline(const Parser& parser, TreebankWriter& writer, const ParseStreamOptions& options)
      : writer_(writer), on_unmet_(options.on_unmet), team_(checked(options).threads) {
    if (wants_confidence(options)) check_calibrated(parser.model(), parser.name());
    if (options.select > 0) selection_.emplace(options.select, options.select_by, options.seed);
    // A network takes much longer for sentences one by one.
    if (team_.size() == 1 && !parser.make_finder(1)->reads_ahead()) {
      single_.emplace(parser, options);
      return;
    }
    for (std::size_t i = 0; i < team_.size(); ++i) {
      batches_.push_back(std::make_unique<Batch>(parser, options));
    }
  }

  std::uint64_t sentences = 0;
  std::uint64_t words = 0;

  void parse(const std::string& path, ReaderOptions options) {
    options.on_wait = [this, others = std::move(options.on_wait)] {
      on_wait();
      if (others) others();
    };
    TreebankReader reader(path, std::move(options));
    reader_ = &reader;
    ended_ = false;
    failed_ = false;
    turn_ = next_number_;
    if (single_) {
      parse_alone();
    } else {
      team_.run([this](std::size_t member) { work(*batches_[member]); });
    }
    if (!selection_) writer_.finish_input(reader.trailing());
  }

  [[nodiscard]] std::vector<ColumnUse> columns() const {
    if (single_) return single_->columns().uses();
    std::vector<ColumnUse> all = batches_.front()->columns().uses();
    for (std::size_t i = 1; i < batches_.size(); ++i) {
      const std::vector<ColumnUse> part = batches_[i]->columns().uses();
      for (std::size_t j = 0; j < all.size(); ++j) {
        all[j].missing += part[j].missing;
        all[j].unknown += part[j].unknown;
      }
    }
    return all;
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

 private:
  void parse_alone() {
    try {
      while (reader_->next(sentence_)) {
        check_format(sentence_);
        (*single_)(
            sentence_,
            [&](const Sentence& parsed, const std::vector<double>& confidence) {
              if (selection_) {
                selection_->offer(parsed, confidence);
              } else {
                writer_.write(parsed);
              }
            },
            [&](const Error& unmet) { report(unmet); });
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
        batch.parse();
        const bool written = write(batch, [&] {
          if (!batch.error) return;
          writer_.flush();
          failed_ = true;  // before it is anybody else's turn
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
        if (reader_->next(sentence_)) {
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

  /// False if it comes after what has failed.
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
    for (const Error& unmet : batch.unmet()) report(unmet);
    sentences += batch.sentences();
    words += batch.words();
    then();
    ++turn_;
    turn_changed_.notify_all();
    return true;
  }

  void report(const Error& unmet) const {
    if (on_unmet_) on_unmet_(unmet);
  }

  void on_wait() {
    if (reading_ == nullptr) {
      writer_.flush();
    } else {
      hand_over();
    }
  }

  /// Writes the batch that is being read. Nobody else can begin one meanwhile: when it is the turn
  /// of this one, all before it are written.
  void hand_over() {
    reading_->parse();
    if (reading_->error) std::rethrow_exception(reading_->error);
    write(*reading_, [this] { writer_.flush(); });
    begin(*reading_);
  }

  static const ParseStreamOptions& checked(const ParseStreamOptions& options) {
    if (options.threads > kMostThreads) {
      throw Error(
          fmt::format("{} threads are too many: expected 1 to {}", options.threads, kMostThreads));
    }
    if (options.k_best > kWidestBeam) {
      throw Error(fmt::format("{} trees per sentence are too many: expected 1 to {}",
                              options.k_best, kWidestBeam));
    }
    if (options.select > 0 && options.k_best > 0) {
      throw Error("sentences are selected by their best tree: k_best cannot be used with it");
    }
    return options;
  }

  void check_format(const Sentence& sentence) {
    if (!format_) format_ = sentence.format();
    if (sentence.format() == *format_) return;
    throw Error({sentence.file(), 0, 0}, "the format is not that of the first file");
  }

  TreebankWriter& writer_;
  std::function<void(const Error&)> on_unmet_;
  std::optional<Selection> selection_;
  Team team_;
  TreebankReader* reader_ = nullptr;
  std::optional<Format> format_;
  Sentence sentence_;  // that is being read

  // For one thread.
  std::optional<SentenceParse> single_;

  // For several.
  std::vector<std::unique_ptr<Batch>> batches_;
  std::mutex read_mutex_;
  std::uint64_t next_number_ = 0;
  Batch* reading_ = nullptr;
  std::atomic<bool> ended_ = false;  // nothing more is to be read
  std::mutex write_mutex_;
  std::condition_variable turn_changed_;
  std::uint64_t turn_ = 0;  // the number of the batch that is to be written next
  bool failed_ = false;
};

ParseStream::ParseStream(const Parser& parser, TreebankWriter& writer,
                         const ParseStreamOptions& options)
    : pipeline_(std::make_unique<Pipeline>(parser, writer, options)) {}
ParseStream::~ParseStream() = default;

void ParseStream::parse(const std::string& path, ReaderOptions options) {
  pipeline_->parse(path, std::move(options));
}

void ParseStream::pass_on(std::string_view text) { pipeline_->pass_on(text); }

void ParseStream::finish() { pipeline_->finish(); }

std::uint64_t ParseStream::sentences() const { return pipeline_->sentences; }
std::uint64_t ParseStream::words() const { return pipeline_->words; }
std::vector<ColumnUse> ParseStream::columns() const { return pipeline_->columns(); }

}  // namespace panarc
