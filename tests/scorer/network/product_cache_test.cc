#include "scorer/network/product_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "scorer/network/small_sizes.h"
#include "support/sample.h"
#include "transition/systems.h"

namespace panarc {
namespace {

/// A network that knows half of the words, with random parameters.
class ProductCacheTest : public testing::TestWithParam<bool> {
 protected:
  ProductCacheTest() {
    sentences_ = test::sample("train", 40);
    if (!GetParam()) {
      for (Sentence& sentence : sentences_) {
        for (Node word = 1; word <= sentence.size(); ++word) {
          for (const Field field : {Field::kUpos, Field::kXpos, Field::kFeats}) {
            sentence.set(word, field, "_");
          }
        }
      }
    }
    network_ = std::make_unique<const ParserNetwork>(NetworkShape{
        NetworkVocabulary::of(std::span(sentences_).first(20)), test::small_feed_forward(),
        "arc-eager", TransitionClasses::of<ArcEager>(LabelMode::kParallel, {4, 1}),
        Direction::kLeftToRight,
        std::make_shared<const Embeddings>(
            Embeddings(std::vector<std::string>{std::string(sentences_[0].form(1)), "the"},
                       std::vector<float>{0.5F, -1, 2, 0.25F}))});
    Random random(3);
    values_ = network_->layout().draw(random);
    parameters_ = std::make_unique<const Parameters>(network_->layout(), values_, false);
    for (const Sentence& sentence : sentences_) {
      network_->encode(sentence, inputs_.emplace_back());
    }
  }

  /// The products of each word by itself.
  [[nodiscard]] NodeProducts plain_products(const NetworkSentence& sentence) const {
    WordReader::Trace trace;
    NodeProducts products;
    const NetworkSentence* const one = &sentence;
    network_->words().forward(*parameters_, {&one, 1}, {}, nullptr, trace);
    network_->states().multiply(*parameters_, trace.output(), products);
    return products;
  }

  static void expect_equal(const Matrix& a, std::size_t i, const Matrix& b, std::size_t j) {
    ASSERT_EQ(a.columns(), b.columns());
    EXPECT_TRUE(std::equal(a.row(i), a.row(i) + a.columns(), b.row(j)));
  }

  void expect_products(const NetworkVectors& vectors, const NetworkSentence& sentence) const {
    const NodeProducts plain = plain_products(sentence);
    const SentenceProducts& found = vectors.products;
    std::vector<Node> nodes{kNoHead};
    for (std::size_t i = 0; i < sentence.nodes; ++i) nodes.push_back(static_cast<Node>(i));
    for (const Node node : nodes) {
      const std::size_t row = node == kNoHead ? plain.missing : static_cast<std::size_t>(node);
      expect_equal(found.all->roles, found.row(node), plain.roles, row);
      expect_equal(found.all->labels, found.row(node), plain.labels, row);
      expect_equal(found.all->tags, found.tag_row(node), plain.tags, row);
    }
  }

  std::vector<Sentence> sentences_;
  std::unique_ptr<const ParserNetwork> network_;
  std::vector<float> values_;
  std::unique_ptr<const Parameters> parameters_;
  std::vector<NetworkSentence> inputs_;
};

TEST_P(ProductCacheTest, HasTheProductsOfEveryWord) {
  // Much memory, and so little that it begins anew all the time.
  for (const std::size_t most : {ProductCache::kMostBytes, std::size_t{20'000}}) {
    ProductCache cache(*network_, *parameters_, most);
    std::vector<NetworkVectors> vectors(inputs_.size());
    for (std::size_t first = 0; first < inputs_.size(); first += 4) {
      cache.begin();
      for (std::size_t i = first; i < first + 4; ++i) cache.find(inputs_[i], vectors[i]);
      cache.finish();
    }
    for (std::size_t i = 0; i < inputs_.size(); ++i) expect_products(vectors[i], inputs_[i]);
    EXPECT_EQ(vectors.front().kept == vectors.back().kept, most == ProductCache::kMostBytes);
  }
}

TEST_P(ProductCacheTest, KeepsAWordOnce) {
  ProductCache cache(*network_, *parameters_);
  NetworkVectors first;
  NetworkVectors second;
  cache.begin();
  cache.find(inputs_[0], first);
  cache.find(inputs_[0], second);
  cache.finish();
  EXPECT_EQ(first.rows, second.rows);
  EXPECT_EQ(first.tag_rows, second.tag_rows);
  EXPECT_LE(first.kept->roles.rows(), inputs_[0].nodes + 1);
}

INSTANTIATE_TEST_SUITE_P(All, ProductCacheTest, testing::Bool(),
                         [](const testing::TestParamInfo<bool>& info) {
                           return std::string(info.param ? "WithTags" : "WithoutTags");
                         });

}  // namespace
}  // namespace panarc
