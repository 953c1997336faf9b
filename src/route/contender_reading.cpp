#include "contender_reading.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "schema_names.hpp"
#include "text/identifier.hpp"

namespace sluice::inline v0::route_detail {

std::string contender_text(const Catalog &catalog, DatabaseId database,
                           std::span<const ColumnId> columns) {
  std::string text = spaced_words(catalog.database(database).name());
  std::optional<TableId> last;
  for (const ColumnId column : columns) {
    const TableId table = catalog.table_of(column);
    text += table == last ? " , " : " ; " + spaced_name(catalog.table(table)) + " : ";
    text += spaced_name(catalog.column(column));
    last = table;
  }
  return text;
}

std::size_t contender_count(std::span<const Scored<DatabaseId>> ranked) {
  constexpr std::size_t max_contenders = 8;
  constexpr float min_probability = 0.003F;
  std::size_t count = 0;
  while (count < std::min(max_contenders, ranked.size()) && ranked[count].score >= min_probability)
    ++count;
  return count > 1 ? count : 0;
}

std::vector<float> cross_encoder_factors(const CrossEncoder &encoder, std::string_view question,
                                         std::span<const std::string> schemas,
                                         std::span<const Scored<DatabaseId>> ranked) {
  std::vector<float> factors = encoder.scores(question, schemas);
  const float best = *std::ranges::max_element(factors);
  double before = 0, after = 0;
  for (std::size_t c = 0; c < factors.size(); ++c) {
    factors[c] = std::exp(encoder.weight() * (factors[c] - best));
    before += double{ranked[c].score};
    after += double{ranked[c].score} * double{factors[c]};
  }
  for (float &factor : factors) factor = static_cast<float>(double{factor} * before / after);
  return factors;
}

}  // namespace sluice::inline v0::route_detail
