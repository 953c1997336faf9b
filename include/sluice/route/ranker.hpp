#ifndef SLUICE_ROUTE_RANKER_HPP
#define SLUICE_ROUTE_RANKER_HPP

/// The trained ranker: P(database) · P(table | database) · P(column | table).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/core/top_k.hpp"
#include "sluice/route/ranker_features.hpp"
#include "sluice/route/ranker_model.hpp"

namespace sluice {

namespace detail {
class MaskedFeatures;
}

struct RankerOptions {
  std::size_t databases = 30;               ///< Best ones whose tables are looked at.
  std::size_t tables = 40;                  ///< Best ones whose columns are looked at.
  std::size_t column_databases = SIZE_MAX;  ///< Best ones that these tables may be of.
};

/// Best first, visible ones only. Probabilities that the question is about the database (they add
/// up to 1), and about it and reads the table, and reads the column too.
struct RankerAnswer {
  std::vector<Scored<DatabaseId>> databases;
  std::vector<Scored<TableId>> tables;
  std::vector<Scored<ColumnId>> columns;
  /// In [0, 1]: how surely a word of the question means any visible name. Near 0, the question has
  /// nothing to do with the catalog, whatever comes first.
  float strongest_match = 0;
};

/// Immutable; any threads at once.
class Ranker {
 public:
  /// Throws Error(mismatch) if the model was trained with other embedders, or with features that
  /// this release does not know.
  Ranker(RankerSchema schema, std::shared_ptr<const RankerModel> model);

  /// Under a mask the catalog is prepared anew from what is visible: O(text), kept for further
  /// questions under one of the last eight masks. Throws Error(mismatch) if the mask is of another
  /// catalog.
  RankerAnswer rank(std::string_view question, const Mask *mask = nullptr,
                    const RankerOptions &options = {}) const;

  /// As RankerFeatures::matches; throws as `rank` does.
  std::vector<WordMatches> matches(std::string_view question, std::span<const DatabaseId> databases,
                                   const Mask *mask = nullptr) const;

  const RankerModel &model() const noexcept { return *model_; }
  const RankerSchema &schema() const noexcept { return features_.schema(); }

 private:
  RankerAnswer rank(std::string_view question, const RankerFeatures &features, const Mask *mask,
                    const RankerOptions &options) const;

  std::shared_ptr<const RankerModel> model_;
  RankerFeatures features_;
  std::shared_ptr<detail::MaskedFeatures> masked_;
};

/// The ranker with the static table, and with `encoder` beside it where that is another embedder.
/// Without `model`, the one that is compiled in for these. Throws Error: unsupported (there is
/// none, or the build has no static table), and as RankerSchema and Ranker do.
Ranker make_ranker(std::shared_ptr<const JoinGraphs> graphs,
                   std::shared_ptr<const LexicalIndex> index,
                   const std::optional<AnyEmbedder> &encoder = {},
                   std::shared_ptr<const RankerModel> model = nullptr);

}  // namespace sluice

#endif
