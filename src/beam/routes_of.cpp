#include "beam/routes_of.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace sluice::inline v0 {
namespace {

template <class Id>
std::vector<Scored<Id>> best_first(const std::map<Id, double> &sums) {
  std::vector<Scored<Id>> ranked;
  for (const auto &[id, sum] : sums) ranked.push_back({id, static_cast<float>(sum)});
  std::ranges::sort(ranked, BestFirst{});
  return ranked;
}

}  // namespace

BeamRoutes routes_of(std::span<const Hypothesis> hypotheses, const SchemaTokens &tokens,
                     const Catalog &catalog) {
  std::map<std::pair<DatabaseId, std::vector<TableId>>, double> schemas;
  std::map<DatabaseId, double> databases;
  std::map<TableId, double> tables;
  for (const Hypothesis &hypothesis : hypotheses) {
    std::optional<QuerySchema> schema = read_serialized(hypothesis.tokens, tokens, catalog);
    if (!schema) continue;
    const double probability = std::exp(double{hypothesis.log_probability});
    databases[schema->database] += probability;
    for (const TableId table : schema->tables) tables[table] += probability;
    std::ranges::sort(schema->tables);
    schemas[{schema->database, std::move(schema->tables)}] += probability;
  }
  BeamRoutes routes;
  for (const auto &[schema, probability] : schemas) {
    routes.schemas.push_back({{schema.first, schema.second}, static_cast<float>(probability)});
  }
  std::ranges::stable_sort(routes.schemas, std::ranges::greater(), &RoutedSchema::probability);
  routes.databases = best_first(databases);
  routes.tables = best_first(tables);
  return routes;
}

}  // namespace sluice::inline v0
