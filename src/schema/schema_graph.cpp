#include "sluice/schema/schema_graph.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "references.hpp"

namespace sluice::inline v0 {
namespace {

using schema_detail::Reference;

constexpr std::size_t max_linked_references = 64;

/// Column pairs of a join; the table with the smaller id comes first.
using Pairs = std::vector<std::pair<ColumnId, ColumnId>>;

/// The joins of one database. Each is stored once, with the best kind that supports it.
class JoinSet {
 public:
  explicit JoinSet(const Catalog &catalog) : catalog_(catalog) {}

  void add(std::span<const ColumnId> from, std::span<const ColumnId> to, JoinKind kind) {
    const bool forwards = catalog_.table_of(from.front()) <= catalog_.table_of(to.front());
    Pairs pairs;
    for (std::size_t i = 0; i < from.size(); ++i) {
      pairs.emplace_back(forwards ? from[i] : to[i], forwards ? to[i] : from[i]);
    }
    std::ranges::sort(pairs);
    const auto [known, fresh] = joins_.emplace(std::move(pairs), kind);
    if (!fresh) known->second = std::min(known->second, kind);
  }

  /// Each join from both sides, in the order required by SchemaGraph.
  std::vector<Join> listed() const {
    std::vector<Join> joins;
    for (const auto &[pairs, kind] : joins_) {
      Join join{catalog_.table_of(pairs.front().first),
                catalog_.table_of(pairs.front().second),
                kind,
                {},
                {}};
      for (const auto &[from, to] : pairs) {
        join.from_columns.push_back(from);
        join.to_columns.push_back(to);
      }
      if (join.from != join.to) {
        joins.push_back({join.to, join.from, kind, join.to_columns, join.from_columns});
      }
      joins.push_back(std::move(join));
    }
    const auto place = [](const Join &join) {
      return std::tie(join.from, join.kind, join.to, join.from_columns, join.to_columns);
    };
    std::ranges::sort(joins, [&](const Join &a, const Join &b) { return place(a) < place(b); });
    return joins;
  }

 private:
  const Catalog &catalog_;
  std::map<Pairs, JoinKind> joins_;
};

/// Links tables that refer to the same columns.
void link_sharers(std::span<const Reference> references, JoinSet &joins) {
  std::map<std::vector<ColumnId>, std::vector<const Reference *>> sharers;
  for (const Reference &reference : references) {
    sharers[reference.to_columns].push_back(&reference);
  }
  for (const auto &[target, group] : sharers) {
    if (group.size() > max_linked_references) continue;
    for (std::size_t a = 0; a < group.size(); ++a) {
      for (std::size_t b = a + 1; b < group.size(); ++b) {
        if (group[a]->from == group[b]->from) continue;
        const bool inferred = group[a]->inferred || group[b]->inferred;
        joins.add(group[a]->from_columns, group[b]->from_columns,
                  inferred ? JoinKind::inferred : JoinKind::shared);
      }
    }
  }
}

/// Cost of reaching a table; members are compared in order.
struct Cost {
  std::size_t joins = 0;
  std::size_t inferred = 0;
  std::size_t shared = 0;

  Cost after(JoinKind kind) const noexcept {
    return {joins + 1, inferred + (kind == JoinKind::inferred ? 1 : 0),
            shared + (kind == JoinKind::shared ? 1 : 0)};
  }
  friend auto operator<=>(const Cost &, const Cost &) = default;
};

struct Reached {
  bool reached = false;
  Cost cost;
  const Join *by = nullptr;  // nullptr for a start
};

}  // namespace

SchemaGraph::SchemaGraph(const Catalog &catalog, DatabaseId database, const Mask *mask,
                         SchemaGraphOptions options)
    : first_table_(catalog.tables(database)[0]) {
  check_mask(mask, catalog);
  const auto references = schema_detail::visible_references(catalog, database, mask, options);
  JoinSet joins(catalog);
  for (const Reference &reference : references) {
    joins.add(reference.from_columns, reference.to_columns,
              reference.inferred ? JoinKind::inferred : JoinKind::declared);
  }
  link_sharers(references, joins);
  joins_ = joins.listed();

  first_join_.assign(catalog.tables(database).size() + 1, 0);
  for (const Join &join : joins_) ++first_join_[join.from.index() - first_table_.index() + 1];
  for (std::size_t i = 1; i < first_join_.size(); ++i) first_join_[i] += first_join_[i - 1];
}

bool SchemaGraph::holds(TableId table) const noexcept {
  return table >= first_table_ && table.index() - first_table_.index() + 1 < first_join_.size();
}

std::span<const Join> SchemaGraph::joins(TableId table) const noexcept {
  if (!holds(table)) return {};
  const std::size_t local = table.index() - first_table_.index();
  return std::span(joins_).subspan(first_join_[local], first_join_[local + 1] - first_join_[local]);
}

bool SchemaGraph::joined(TableId a, TableId b) const noexcept {
  return std::ranges::any_of(joins(a), [b](const Join &join) { return join.to == b; });
}

std::optional<std::vector<const Join *>> SchemaGraph::path(std::span<const TableId> from,
                                                           TableId to) const {
  if (!holds(to)) return std::nullopt;
  std::vector<Reached> tables(first_join_.size() - 1);
  const auto at = [&](TableId table) -> Reached & {
    return tables[table.index() - first_table_.index()];
  };
  std::vector<TableId> frontier;
  for (const TableId start : from) {
    if (!holds(start) || at(start).reached) continue;
    at(start).reached = true;
    frontier.push_back(start);
  }

  // All tables one join further, from smaller ids on, so that the first of several equally good
  // paths wins.
  while (!frontier.empty() && !at(to).reached) {
    std::ranges::sort(frontier);
    std::vector<TableId> next;
    for (const TableId table : frontier) {
      for (const Join &join : joins(table)) {
        Reached &target = at(join.to);
        const Cost cost = at(table).cost.after(join.kind);
        if (!target.reached) next.push_back(join.to);
        if (!target.reached || cost < target.cost) target = {true, cost, &join};
      }
    }
    frontier = std::move(next);
  }

  if (!at(to).reached) return std::nullopt;
  std::vector<const Join *> path;
  for (const Join *join = at(to).by; join != nullptr; join = at(join->from).by) {
    path.push_back(join);
  }
  std::ranges::reverse(path);
  return path;
}

}  // namespace sluice::inline v0
