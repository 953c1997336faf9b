#include "sluice/train/need_trainer.hpp"

#include "rank/need_features.hpp"
#include "sluice/core/error.hpp"
#include "sluice/train/boosted_trees_fit.hpp"

namespace sluice::inline v0 {

void NeedTrainer::add(const NeedEvidence &of, std::span<const std::uint8_t> reads_table,
                      std::span<const std::uint8_t> reads_column) {
  const rank_detail::ElementFeatures features = rank_detail::need_features(of);
  if (reads_table.size() != features.of_tables.size() ||
      reads_column.size() != features.of_columns.size())
    throw Error(ErrorCode::mismatch, "the gold columns are of another database");
  const auto append = [](const std::vector<rank_detail::NeedFeatures> &rows,
                         std::span<const std::uint8_t> labels, Rows &to) {
    for (const rank_detail::NeedFeatures &row : rows)
      to.features.insert(to.features.end(), row.begin(), row.end());
    to.labels.insert(to.labels.end(), labels.begin(), labels.end());
  };
  append(features.of_tables, reads_table, of_tables_);
  append(features.of_columns, reads_column, of_columns_);
}

NeedModel NeedTrainer::train(const BoostedTreesOptions &options) const {
  const auto fit = [&](const Rows &rows) {
    return fit_boosted_trees(rows.features, rank_detail::need_columns, rows.labels, options);
  };
  return {fit(of_tables_), fit(of_columns_)};
}

}  // namespace sluice::inline v0
