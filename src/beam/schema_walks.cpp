#include "sluice/beam/schema_walks.hpp"
#include "core/add_once.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

double sum_of(const std::vector<double> &weights) {
  double sum = 0;
  for (const double weight : weights) {
    if (!(weight >= 0) || !std::isfinite(weight)) {
      throw Error(ErrorCode::invalid_argument, "sizes of queries must be finite and not negative");
    }
    sum += weight;
  }
  return sum;
}

std::size_t draw(const std::vector<double> &weights, Random &random) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  double left = random.unit() * sum;
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    left -= weights[i];
    if (left < 0) break;
  }
  return last;
}

}  // namespace

SchemaWalks::SchemaWalks(std::shared_ptr<const Catalog> catalog,
                         std::shared_ptr<const TableNeighbors> neighbors, Options options)
    : catalog_(std::move(catalog)), neighbors_(std::move(neighbors)), options_(std::move(options)) {
  const QuerySizes &sizes = options_.sizes;
  const double none = sizes.tables.empty() ? 0 : sizes.tables[0];
  if (!(sum_of(sizes.tables) > none) || !(sum_of(sizes.columns) > 0) || none != 0) {
    throw Error(ErrorCode::invalid_argument,
                "sizes of queries need a positive frequency for at least one table");
  }
  double sum = 0;
  for (const DatabaseId database : catalog_->databases()) {
    const auto tables = static_cast<double>(catalog_->tables(database).size());
    if (tables > 0) sum += options_.share == DatabaseShare::uniform ? 1 : std::sqrt(tables);
    database_ends_.push_back(sum);
  }
  if (!(sum > 0))
    throw Error(ErrorCode::invalid_argument, "the catalog has no tables to walk over");
}

DatabaseId SchemaWalks::sample_database(Random &random) const {
  const double at = random.unit() * database_ends_.back();
  const auto found = std::ranges::upper_bound(database_ends_, at);
  return DatabaseId(static_cast<std::size_t>(found - database_ends_.begin()));
}

SampledSchema SchemaWalks::sample(Random &random) const {
  SampledSchema sampled;
  sampled.schema.database = sample_database(random);
  const auto tables = catalog_->tables(sampled.schema.database);
  TableId at = tables[random.below(tables.size())];
  std::vector<TableId> &met = sampled.schema.tables;
  met.push_back(at);
  const std::size_t wanted = draw(options_.sizes.tables, random);
  for (std::size_t step = 0; step < 2 + 2 * wanted && met.size() < wanted; ++step) {
    const auto neighbors = neighbors_->of(at);
    if (neighbors.empty()) break;
    at = neighbors[random.below(neighbors.size())];
    detail::add_once(met, at);
  }
  add_columns(sampled, draw(options_.sizes.columns, random), random);
  return sampled;
}

void SchemaWalks::add_columns(SampledSchema &sampled, std::size_t count, Random &random) const {
  std::vector<ColumnId> columns;
  for (const TableId table : sampled.schema.tables) {
    for (const ColumnId column : catalog_->columns(table)) columns.push_back(column);
  }
  random.shuffle(columns);
  columns.resize(std::min(count, columns.size()));
  sampled.columns = std::move(columns);
}

}  // namespace sluice::inline v0
