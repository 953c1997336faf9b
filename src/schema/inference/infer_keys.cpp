#include "sluice/schema/infer_keys.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>
#include <utility>

#include "inferred_keys.hpp"
#include "key_features.hpp"

namespace sluice::inline v0 {
namespace schema_detail {
namespace {

struct ScoredKey {
  KeyCandidate candidate;
  float probability = 0;
};

InferredKey key_of(const ScoredKey &scored) {
  const KeyCandidate &of = scored.candidate;
  return {
      {of.table, {of.column}, of.referenced_table, {of.referenced_column}, KeyEvidence::inferred},
      scored.probability};
}

/// Of the candidates of each column, the most probable one.
std::vector<ScoredKey> best_keys(const KeyScope &scope, float min_probability,
                                 const ValueSketches *values) {
  const auto kinds = value_kinds(scope.database);
  std::vector<ScoredKey> best;
  for (const KeyCandidate &candidate : key_candidates(scope)) {
    const float probability = probability_of(measure(candidate, scope.database, kinds, values));
    if (probability < min_probability) continue;
    const bool is_same_column = !best.empty() && best.back().candidate.table == candidate.table &&
                                best.back().candidate.column == candidate.column;
    if (!is_same_column) {
      best.push_back({candidate, probability});
    } else if (probability > best.back().probability) {
      best.back() = {candidate, probability};
    }
  }
  return best;
}

using ColumnPair = std::pair<std::size_t, std::size_t>;

ColumnPair pair_of(const Database &database, std::size_t table, std::size_t column,
                   std::size_t referenced_table, std::size_t referenced_column) {
  const std::size_t from = database.tables()[table].first_column + column;
  const std::size_t to = database.tables()[referenced_table].first_column + referenced_column;
  return {std::min(from, to), std::max(from, to)};
}

void add_pairs(const Database &database, const ForeignKey &key, std::set<ColumnPair> &to) {
  for (std::size_t i = 0; i < key.columns.size(); ++i)
    to.insert(pair_of(database, key.table, key.columns[i], key.referenced_table,
                      key.referenced_columns[i]));
}

/// Whether all columns of the key are visible. Others do not exist in the scope.
bool shows(const KeyScope &scope, const ForeignKey &key) {
  const auto all_of = [&](std::uint32_t table, std::span<const std::uint32_t> columns) {
    return std::ranges::all_of(columns, [&](std::uint32_t column) {
      return scope.visible[scope.database.tables()[table].first_column + column];
    });
  };
  return all_of(key.table, key.columns) && all_of(key.referenced_table, key.referenced_columns);
}

}  // namespace

KeyScope whole_scope(const Database &database) {
  KeyScope scope{database, std::vector<bool>(database.columns().size(), true),
                 std::vector<bool>(database.columns().size())};
  for (const ForeignKey &key : database.foreign_keys())
    for (const std::uint32_t column : key.columns)
      scope.referred[database.tables()[key.table].first_column + column] = true;
  return scope;
}

std::vector<InferredKey> inferred_keys_in(const KeyScope &scope, const KeyInferenceOptions &options,
                                          const ValueSketches *values) {
  auto best = best_keys(scope, options.min_probability, values);
  // The most probable first, so that of two columns that would refer to each other it is kept.
  std::ranges::stable_sort(best, std::ranges::greater{}, &ScoredKey::probability);
  const Database &database = scope.database;
  std::set<ColumnPair> joined;
  for (const ForeignKey &key : database.foreign_keys())
    if (shows(scope, key)) add_pairs(database, key, joined);
  std::vector<ScoredKey> kept;
  for (const ScoredKey &scored : best) {
    if (kept.size() >= options.max_keys) break;
    const KeyCandidate &of = scored.candidate;
    if (joined
            .insert(
                pair_of(database, of.table, of.column, of.referenced_table, of.referenced_column))
            .second)
      kept.push_back(scored);
  }
  std::ranges::sort(kept, [](const ScoredKey &a, const ScoredKey &b) {
    return std::tie(a.candidate.table, a.candidate.column) <
           std::tie(b.candidate.table, b.candidate.column);
  });
  std::vector<InferredKey> keys;
  keys.reserve(kept.size());
  for (const ScoredKey &scored : kept) keys.push_back(key_of(scored));
  return keys;
}

}  // namespace schema_detail

std::vector<InferredKey> infer_keys(const Database &database, const KeyInferenceOptions &options,
                                    const ValueSketches *values) {
  return schema_detail::inferred_keys_in(schema_detail::whole_scope(database), options, values);
}

std::shared_ptr<const Database> with_inferred_keys(std::shared_ptr<const Database> database,
                                                   const KeyInferenceOptions &options,
                                                   const ValueSketches *values) {
  auto keys = infer_keys(*database, options, values);
  if (keys.empty()) return database;
  DatabaseDefinition definition = database->definition();
  for (InferredKey &inferred : keys) definition.foreign_keys.push_back(std::move(inferred.key));
  return Database::make(std::move(definition));
}

}  // namespace sluice::inline v0
