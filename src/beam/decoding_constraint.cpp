#include "beam/decoding_constraint.hpp"

#include <algorithm>

namespace sluice::inline v0 {
namespace {

bool contains(std::span<const SchemaToken> prefix, SchemaToken token) {
  return std::ranges::find(prefix, token) != prefix.end();
}

void add_databases(const DecodingGraph &graph, const SchemaTokens &tokens,
                   std::span<const SchemaToken> prefix, std::vector<SchemaToken> &next) {
  for (const DatabaseId database : graph.catalog->databases()) {
    const SchemaToken token = tokens.of(database);
    if (visible(graph.mask, database) && !contains(prefix, token)) next.push_back(token);
  }
}

void add_tables(const DecodingGraph &graph, const SchemaTokens &tokens, IdRange<TableId> tables,
                std::span<const SchemaToken> prefix, std::vector<SchemaToken> &next) {
  for (const TableId table : tables) {
    const SchemaToken token = tokens.of(table);
    if (visible(graph.mask, table) && !contains(prefix, token)) next.push_back(token);
  }
}

bool ended(std::span<const SchemaToken> prefix, const SchemaTokens &tokens) {
  return !prefix.empty() && prefix.back() == tokens.end();
}

}  // namespace

void GraphConstraint::legal(std::span<const SchemaToken> prefix,
                            std::vector<SchemaToken> &next) const {
  next.clear();
  if (ended(prefix, tokens_)) return;
  if (prefix.empty()) return add_databases(graph_, tokens_, prefix, next);
  if (prefix.size() == 1) {
    const DatabaseId database = tokens_.database(prefix.front());
    add_tables(graph_, tokens_, graph_.catalog->tables(database), prefix, next);
    if (next.empty()) next.push_back(tokens_.end());
    return;
  }
  for (const SchemaToken token : prefix.subspan(1)) {
    for (const TableId neighbor : graph_.neighbors->of(tokens_.table(token))) {
      const SchemaToken candidate = tokens_.of(neighbor);
      if (visible(graph_.mask, neighbor) && !contains(prefix, candidate)) {
        next.push_back(candidate);
      }
    }
  }
  std::ranges::sort(next);
  next.erase(std::unique(next.begin(), next.end()), next.end());
  next.push_back(tokens_.end());
}

void TablesConstraint::legal(std::span<const SchemaToken> prefix,
                             std::vector<SchemaToken> &next) const {
  next.clear();
  if (ended(prefix, tokens_)) return;
  add_tables(graph_, tokens_, graph_.catalog->tables(), prefix, next);
  if (!prefix.empty() || next.empty()) next.push_back(tokens_.end());
}

void FreeConstraint::legal(std::span<const SchemaToken> prefix,
                           std::vector<SchemaToken> &next) const {
  next.clear();
  if (ended(prefix, tokens_)) return;
  add_databases(graph_, tokens_, prefix, next);
  add_tables(graph_, tokens_, graph_.catalog->tables(), prefix, next);
  if (!prefix.empty() || next.empty()) next.push_back(tokens_.end());
}

}  // namespace sluice::inline v0
