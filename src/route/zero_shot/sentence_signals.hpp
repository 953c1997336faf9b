#ifndef SLUICE_SRC_ROUTE_ZERO_SHOT_SENTENCE_SIGNALS_HPP
#define SLUICE_SRC_ROUTE_ZERO_SHOT_SENTENCE_SIGNALS_HPP

/// How similar a question's vector is to those of tables and columns.

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "route/zero_shot/spread.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/index/adaptive_index.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0 {

/// Immutable. As thread-safe as the embedder.
class SentenceSignals {
 public:
  /// `tables` and `columns`: those of MeaningVectors, made by `model`, with its graphs.
  SentenceSignals(std::shared_ptr<const Catalog> catalog, AnyEmbedder model, AdaptiveIndex tables,
                  AdaptiveIndex columns);

  struct Signals {
    std::vector<float> tables;        ///< By table: the cosine; 0 if hidden.
    std::vector<float> two_tables;    ///< By database: the sum of its two best tables' cosines.
    std::vector<float> five_columns;  ///< By database: the mean of its five best columns' cosines.
    /// Over all databases, as estimated from a sample; nullopt if all were compared.
    std::optional<Spread> two_tables_spread, five_columns_spread;
  };
  /// Hidden objects do not affect the result: a table with hidden columns is embedded again without
  /// them. Throws Error(malformed) if the vectors come from a damaged file.
  ///
  /// If there are graphs and no mask, only some databases are compared: those of the nearest tables
  /// and columns, those that are `likely` for other reasons, and a sample; the others get the
  /// sample's averages. Otherwise all vectors are scanned once: O((tables + columns) × dimensions).
  Signals of(std::string_view question, const Mask *mask,
             std::span<const DatabaseId> likely = {}) const;

 private:
  bool is_whole(TableId table, const Mask *mask) const;
  std::vector<float> cosines_of_tables(std::span<const float> question, const Mask *mask) const;
  std::vector<float> five_columns(std::span<const float> question, const Mask *mask) const;
  Signals of_all(std::span<const float> question, const Mask *mask) const;
  /// nullopt if scanning all costs less.
  std::optional<Signals> of_nearest(std::span<const float> question,
                                    std::span<const DatabaseId> likely) const;

  std::shared_ptr<const Catalog> catalog_;
  AnyEmbedder model_;
  AdaptiveIndex tables_;
  AdaptiveIndex columns_;
};

}  // namespace sluice::inline v0

#endif
