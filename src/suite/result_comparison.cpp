#include "result_comparison.hpp"

#include "sluice/judge/gold_result.hpp"

namespace sluice::inline v0::suite {

Difference compare(const ReadResult &gold, const ReadResult &predicted,
                   const ComparisonRules &rules) {
  GoldResult known(rules.mode == ComparisonMode::bird);
  for (std::size_t row = 0; row < gold.rows.rows(); ++row) known.add(gold.rows.row(row));
  known.finish(gold.columns);
  PredictionReader reader(known, rules);
  for (std::size_t row = 0; row < predicted.rows.rows(); ++row) {
    if (!reader(predicted.rows.row(row))) break;
  }
  return reader.finish(predicted.columns).difference;
}

bool counts(Difference difference) noexcept {
  switch (difference) {
    case Difference::none:
    case Difference::number_types:
    case Difference::too_many_orders:
    case Difference::invalid_utf8: return false;
    default: return true;
  }
}

}  // namespace sluice::inline v0::suite
