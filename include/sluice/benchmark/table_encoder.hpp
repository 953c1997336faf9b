#ifndef SLUICE_BENCHMARK_TABLE_ENCODER_HPP
#define SLUICE_BENCHMARK_TABLE_ENCODER_HPP

/// Tables and questions as vectors that lie close where they belong together: word vectors, weighed
/// and turned by contrastive learning. The dense baseline of schema routing.
/// Source: Herzig et al. 2021 (DTR), section 3, with a bag of words in place of BERT.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/beam/routing_pair.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/embed/any_embedder.hpp"

namespace sluice {

namespace detail {
struct TableEncoderModel;
}

/// The rates were chosen on Spider's train questions.
struct TableEncoderOptions {
  std::size_t epochs = 4;
  std::size_t batch = 128;     ///< Its questions' tables are each other's negatives.
  float learning_rate = 0.1F;  ///< Steps of Adagrad, falling to a tenth of it by the end.
  float sharpness = 10.0F;     ///< What cosines are multiplied by before the softmax.
  std::uint64_t seed = 1;
};

/// Immutable; any threads at once.
class TableEncoder {
 public:
  /// Fits, on one thread, W, a shift of each word's vector, and a weight a word and tower to
  /// Σ log softmax over the batch's tables of cos(W Σ weight · word of the question, W Σ weight ·
  /// word of the table), the target spread evenly over the tables that the question's query reads.
  /// A table's text is the readable names of the table and its columns and its database's name. The
  /// same pairs, options and build give the same encoder. O(epochs × pairs × (batch + words +
  /// dimensions) × dimensions). No pairs: word vectors weighed by their rarity. Throws Error:
  /// invalid_argument (a pair without tables or of unknown ones, options), cancelled.
  static TableEncoder train(std::shared_ptr<const Catalog> catalog, AnyEmbedder words,
                            std::span<const RoutingPair> pairs,
                            const TableEncoderOptions &options = {}, const Progress &progress = {});

  /// Cosines in [-1, 1] by TableId; all 0 for a question without content words.
  /// O(words + tables × dimensions).
  std::vector<float> scores(std::string_view question) const;
  /// What its numbers take.
  std::size_t bytes() const;

 private:
  explicit TableEncoder(std::shared_ptr<const detail::TableEncoderModel> model)
      : model_(std::move(model)) {}

  std::shared_ptr<const detail::TableEncoderModel> model_;
};

}  // namespace sluice

#endif
