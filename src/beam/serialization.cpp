#include "beam/serialization.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sluice::inline v0 {
namespace {

/// Algorithm 2 below the database, with an explicit stack, because a schema may be a long chain.
std::vector<TableId> depth_first(std::span<const TableId> tables, const TableNeighbors &neighbors) {
  std::vector<TableId> met;
  std::vector<TableId> path;
  const auto is_met = [&](TableId table) { return std::ranges::find(met, table) != met.end(); };
  for (const TableId start : tables) {
    if (is_met(start)) continue;
    met.push_back(start);
    path.assign(1, start);
    while (!path.empty()) {
      const auto next = std::ranges::find_if(tables, [&](TableId table) {
        return neighbors.adjacent(path.back(), table) && !is_met(table);
      });
      if (next == tables.end()) {
        path.pop_back();
      } else {
        met.push_back(*next);
        path.push_back(*next);
      }
    }
  }
  return met;
}

}  // namespace

std::vector<SchemaToken> serialize(const QuerySchema &schema, Serialization how,
                                   const SchemaTokens &tokens, const TableNeighbors &neighbors) {
  std::vector<SchemaToken> sequence;
  if (how == Serialization::basic) {
    for (const TableId table : schema.tables) sequence.push_back(tokens.of(table));
    return sequence;
  }
  sequence.push_back(tokens.of(schema.database));
  for (const TableId table : depth_first(schema.tables, neighbors)) {
    sequence.push_back(tokens.of(table));
  }
  return sequence;
}

std::optional<QuerySchema> read_serialized(std::span<const SchemaToken> sequence,
                                           const SchemaTokens &tokens, const Catalog &catalog) {
  std::optional<DatabaseId> named;
  std::vector<TableId> tables;
  std::vector<std::pair<DatabaseId, std::size_t>> votes;
  for (const SchemaToken token : sequence) {
    if (token == tokens.end()) break;
    if (tokens.is_database(token)) {
      if (!named) named = tokens.database(token);
      continue;
    }
    const TableId table = tokens.table(token);
    if (std::ranges::find(tables, table) != tables.end()) continue;
    tables.push_back(table);
    const DatabaseId owner = catalog.database_of(table);
    const auto vote = std::ranges::find(votes, owner, &std::pair<DatabaseId, std::size_t>::first);
    if (vote == votes.end()) {
      votes.emplace_back(owner, 1);
    } else {
      ++vote->second;
    }
  }
  if (!named) {
    if (votes.empty()) return std::nullopt;
    named = std::ranges::max_element(votes, {}, &std::pair<DatabaseId, std::size_t>::second)->first;
  }
  std::erase_if(tables, [&](TableId table) { return catalog.database_of(table) != *named; });
  return QuerySchema{*named, std::move(tables)};
}

}  // namespace sluice::inline v0
