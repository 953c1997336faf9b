#ifndef SLUICE_SRC_ROUTE_ZERO_SHOT_SENTENCE_SIGNALS_HPP
#define SLUICE_SRC_ROUTE_ZERO_SHOT_SENTENCE_SIGNALS_HPP

/// How similar a question's vector is to those of tables and columns.

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/embed/any_embedder.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0 {

/// Immutable. As thread-safe as the embedder.
class SentenceSignals {
 public:
  /// `tables` and `columns`: those of MeaningVectors, made by `model`.
  SentenceSignals(std::shared_ptr<const Catalog> catalog, AnyEmbedder model, QuantizedRows tables,
                  QuantizedRows columns);

  struct Signals {
    std::vector<float> tables;        ///< By table: the cosine; 0 if hidden.
    std::vector<float> two_tables;    ///< By database: the sum of its two best tables' cosines.
    std::vector<float> five_columns;  ///< By database: the mean of its five best columns' cosines.
  };
  /// Hidden objects do not affect the result: a table with hidden columns is embedded again without
  /// them. Throws Error(malformed) if the vectors come from a damaged file. Scans all vectors once:
  /// O((tables + columns) × dimensions).
  Signals of(std::string_view question, const Mask *mask) const;

 private:
  bool is_whole(TableId table, const Mask *mask) const;
  std::vector<float> cosines_of_tables(std::span<const float> question, const Mask *mask) const;
  std::vector<float> five_columns(std::span<const float> question, const Mask *mask) const;

  std::shared_ptr<const Catalog> catalog_;
  AnyEmbedder model_;
  QuantizedRows tables_;
  QuantizedRows columns_;
};

}  // namespace sluice::inline v0

#endif
