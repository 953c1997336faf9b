#ifndef SLUICE_BENCHMARK_TABLE_ENCODER_HPP
#define SLUICE_BENCHMARK_TABLE_ENCODER_HPP

/// Embeds tables and questions so that related ones are close: word vectors, weighted and projected
/// by contrastive learning. The dense baseline of schema routing. Source: Herzig et al. 2021 (DTR),
/// section 3, with a bag of words instead of BERT.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/beam/routing_pair.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/embed/any_embedder.hpp"

namespace sluice::inline v0 {

namespace benchmark_detail {
struct TableEncoderModel;
}

/// The rates were tuned on Spider's train questions.
struct TableEncoderOptions {
  std::size_t epochs = 4;
  std::size_t batch = 128;     ///< The tables of a batch's questions are each other's negatives.
  float learning_rate = 0.1F;  ///< Initial rate of Adagrad; decays to a tenth.
  float sharpness = 10.0F;     ///< Factor of the cosines before the softmax.
  std::uint64_t seed = 1;
};

/// Immutable. Thread-safe.
class TableEncoder {
 public:
  /// Fits W, a shift of each word's vector, and one weight per word and tower. Maximizes Σ log
  /// softmax over the batch's tables of cos(W Σ weight · word of the question, W Σ weight · word of
  /// the table), with the target distributed evenly over the tables that the question's query
  /// reads. The text of a table is the readable names of the table and its columns and the name of
  /// its database. Without pairs, word vectors are weighted by rarity. Single-threaded. The same
  /// pairs, options and build give the same encoder. O(epochs × pairs × (batch + words +
  /// dimensions) × dimensions). Throws Error(invalid_argument) if a pair has no tables or unknown
  /// ones or an option is out of range, and Error(cancelled).
  static TableEncoder train(std::shared_ptr<const Catalog> catalog, AnyEmbedder words,
                            std::span<const RoutingPair> pairs,
                            const TableEncoderOptions &options = {}, const Progress &progress = {});

  /// Cosines in [-1, 1] by TableId; all 0 for a question without content words.
  /// O(words + tables × dimensions).
  std::vector<float> scores(std::string_view question) const;
  /// Memory of its parameters.
  std::size_t bytes() const;

 private:
  explicit TableEncoder(std::shared_ptr<const benchmark_detail::TableEncoderModel> model)
      : model_(std::move(model)) {}

  std::shared_ptr<const benchmark_detail::TableEncoderModel> model_;
};

}  // namespace sluice::inline v0

#endif
