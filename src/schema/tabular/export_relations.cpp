#include "export_relations.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "export_dialect.hpp"
#include "schema/names.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// A column of a foreign key, and what is known about its place in the other key.
struct OwnColumn {
  std::string_view name;
  std::uint64_t unique_position = 0;
};

using ColumnNames = std::vector<std::string_view>;

bool contains_name(const ColumnNames &names, std::string_view name) {
  return std::ranges::any_of(names, [&](std::string_view other) { return same_name(name, other); });
}

/// Two sets of columns without their order: pairs those of equal names, and the last one left on
/// each side. Empty if there are more.
ColumnNames pair_by_name(const std::vector<OwnColumn> &own, const ColumnNames &others) {
  ColumnNames pairs(own.size());
  ColumnNames rest = others;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto same = std::ranges::find_if(
        rest, [&](std::string_view other) { return same_name(own[i].name, other); });
    if (same == rest.end()) {
      open.push_back(i);
      continue;
    }
    pairs[i] = *same;
    rest.erase(same);
  }
  if (open.size() > 1 || open.size() != rest.size()) return {};
  if (!open.empty()) pairs[open.front()] = rest.front();
  return pairs;
}

/// The columns of a key in its order, which the positions refer to. Empty if they do not fit.
ColumnNames pair_by_position(const std::vector<OwnColumn> &own, const ColumnNames &key) {
  if (own.size() != key.size()) return {};
  ColumnNames pairs;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const std::uint64_t position = own[i].unique_position;
    if (position > key.size()) return {};
    pairs.push_back(key[position > 0 ? position - 1 : i]);
  }
  return pairs;
}

class KeyResolver {
 public:
  KeyResolver(const ExportKeys &keys, const ExportTables &tables, ExportProblems &problems)
      : keys_(keys), tables_(tables), problems_(problems) {}

  ExportRelations resolve() {
    relations_.primary_keys.resize(tables_.tables().size());
    for (const ExportKey &key : keys_.keys()) {
      owners_.push_back(tables_.find(key.catalog, key.schema, key.table));
      const bool is_used = key.kind == ExportKeyKind::primary || key.kind == ExportKeyKind::foreign;
      if (!owners_.back() && is_used && !is_system_schema(key.schema, sql::Dialect::permissive))
        problems_.add(key.place, "is a key of a table of which no columns are listed");
    }
    for (std::size_t i = 0; i < owners_.size(); ++i) {
      if (owners_[i] && keys_.keys()[i].kind == ExportKeyKind::primary) add_primary(i);
    }
    for (std::size_t i = 0; i < owners_.size(); ++i) {
      if (owners_[i] && keys_.keys()[i].kind == ExportKeyKind::foreign) add_foreign(i);
    }
    return std::move(relations_);
  }

 private:
  /// What a foreign key refers to. The columns are in the order of the key's own columns, or of
  /// `unique_position`s, or in no order at all.
  enum class Order { own, key, none };
  struct Target {
    std::size_t table = 0;
    ColumnNames columns;
    Order order = Order::none;
  };

  const ExportTable &table(std::size_t number) const { return tables_.tables()[number]; }

  void add_primary(std::size_t number) {
    const ExportKey &key = keys_.keys()[number];
    std::vector<std::size_t> &primary = relations_.primary_keys[*owners_[number]];
    if (!primary.empty()) return;
    std::vector<std::size_t> columns;
    for (const ExportKeyPart &part : key.parts) {
      const auto position = table(*owners_[number]).columns_by_name.find(part.column);
      if (!position) {
        return problems_.add_single(
            key.place, fmt::format("the primary key of table {} has column {}, which is not listed",
                                   quote_name(key.table), quote_name(part.column)));
      }
      if (std::ranges::find(columns, *position) == columns.end()) columns.push_back(*position);
      if (columns.size() > max_export_key_columns) return problems_.add(key.place, too_many);
    }
    primary = std::move(columns);
  }

  void add_foreign(std::size_t number) {
    const ExportKey &key = keys_.keys()[number];
    const std::string problem = try_foreign(number);
    if (problem.empty()) return;
    const std::string name = key.name.empty() ? std::string() : ' ' + quote_name(key.name);
    problems_.add_single(key.place, fmt::format("foreign key{} of table {} {}", name,
                                                quote_name(key.table), problem));
  }

  /// Returns what is wrong; empty if nothing is.
  std::string try_foreign(std::size_t number) {
    const ExportKey &key = keys_.keys()[number];
    std::vector<OwnColumn> own;
    ColumnNames others;  // without those that are empty
    for (const ExportKeyPart &part : key.parts) {
      const auto same = [&](const OwnColumn &column) { return column.name == part.column; };
      if (std::ranges::none_of(own, same)) own.push_back({part.column, part.unique_position});
      if (own.size() > max_export_key_columns) return "has too many columns";
      if (!part.referenced_column.empty() && !contains_name(others, part.referenced_column))
        others.push_back(part.referenced_column);
      if (others.size() > max_export_key_columns) return "refers to too many columns";
    }
    if (own.empty()) return "has no columns in any export";

    std::string problem;
    std::optional<Target> target = target_of(number, problem);
    if (!target) return problem;
    if (!others.empty()) {
      target->columns = others;
      target->order = Order::none;
      if (key.parts.size() == own.size()) {
        // One row per column, so each row is a pair; several columns may refer to the same one.
        target->order = Order::own;
        target->columns.clear();
        for (const ExportKeyPart &part : key.parts)
          target->columns.push_back(part.referenced_column);
      }
    }
    const ColumnNames pairs = pairs_of(own, *target);
    if (pairs.empty()) return "has several columns, and no export tells which refers to which";
    return add_pairs(*owners_[number], own, target->table, pairs);
  }

  std::string add_pairs(std::size_t from, const std::vector<OwnColumn> &own, std::size_t to,
                        const ColumnNames &pairs) {
    ForeignKeyDefinition added;
    added.table = from;
    added.referenced_table = to;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const auto column = table(from).columns_by_name.find(own[i].name);
      if (!column)
        return fmt::format("has column {}, which is not listed", quote_name(own[i].name));
      const auto other = table(to).columns_by_name.find(pairs[i]);
      if (!other) {
        return fmt::format("refers to column {} of table {}, which is not listed",
                           quote_name(pairs[i]), quote_name(table(to).name));
      }
      added.columns.push_back(*column);
      added.referenced_columns.push_back(*other);
    }
    relations_.foreign_keys.push_back(std::move(added));
    return {};
  }

  std::optional<Target> target_of(std::size_t number, std::string &problem) const {
    const ExportKey &key = keys_.keys()[number];
    const ExportConstraint *named =
        key.name.empty() ? nullptr : keys_.constraint(key.constraint_schema, key.name);
    if (!key.referenced_table.empty()) {
      const auto found = find_referenced(key);
      if (!found) {
        problem = fmt::format("refers to table {}, of which no columns are listed",
                              quote_name(key.referenced_table));
        return std::nullopt;
      }
      Target target{*found, {}, Order::own};
      for (const std::string &name : key.referenced_columns) target.columns.push_back(name);
      if (target.columns.empty()) target = primary_of(*found);
      return target;
    }
    if (!key.unique_constraint.empty())
      return target_of_unique(key.unique_schema, key.unique_constraint, key, problem);
    // From here on, only the constraint's name leads further.
    const bool is_shared =
        named != nullptr && (named->unique_constraint.empty()
                                 ? named->foreign_keys + named->keys > 1 && !named->uses.empty()
                                 : named->is_ambiguous);
    if (is_shared) {
      problem = "has the name of another one, so what it refers to is not known";
      return std::nullopt;
    }
    if (named != nullptr && !named->unique_constraint.empty())
      return target_of_unique(named->unique_schema, named->unique_constraint, key, problem);
    if (named != nullptr && !named->uses.empty()) return target_of_uses(*named, problem);
    problem = "refers to a table that no export names";
    return std::nullopt;
  }

  std::optional<std::size_t> find_referenced(const ExportKey &key) const {
    const std::string &catalog =
        key.referenced_catalog.empty() ? key.catalog : key.referenced_catalog;
    if (!key.referenced_schema.empty())
      return tables_.find(catalog, key.referenced_schema, key.referenced_table);
    if (!key.schema.empty()) {
      if (const auto same = tables_.find(catalog, key.schema, key.referenced_table)) return same;
    }
    return tables_.find(catalog, {}, key.referenced_table);
  }

  /// The table of a primary or unique key, and its columns.
  std::optional<Target> target_of_unique(const std::string &schema, const std::string &name,
                                         const ExportKey &from, std::string &problem) const {
    const ExportConstraint *known =
        keys_.constraint(schema.empty() ? from.constraint_schema : schema, name);
    if (known == nullptr || known->keys != 1 || !owners_[*known->key]) {
      problem = fmt::format("refers to key {}, {}", quote_name(name),
                            known != nullptr && known->keys > 1 ? "of which there are several"
                                                                : "which is not listed");
      return std::nullopt;
    }
    Target target{*owners_[*known->key], {}, Order::key};
    const ExportKey &unique = keys_.keys()[*known->key];
    if (unique.parts.size() > max_export_key_columns) {
      problem = too_many;
      return std::nullopt;
    }
    for (const ExportKeyPart &part : unique.parts) target.columns.push_back(part.column);
    return target;
  }

  std::optional<Target> target_of_uses(const ExportConstraint &named, std::string &problem) const {
    const ExportKeyUse &first = named.uses.front();
    const auto found = tables_.find(first.catalog, first.schema, first.table);
    if (!found) {
      problem = fmt::format("refers to table {}, of which no columns are listed",
                            quote_name(first.table));
      return std::nullopt;
    }
    Target target{*found, {}, Order::none};
    for (const ExportKeyUse &use : named.uses) {
      if (use.table != first.table || use.schema != first.schema) continue;
      if (!contains_name(target.columns, use.column)) target.columns.push_back(use.column);
      if (target.columns.size() > max_export_key_columns) break;
    }
    return target;
  }

  Target primary_of(std::size_t number) const {
    Target target{number, {}, Order::key};
    for (const std::size_t column : relations_.primary_keys[number])
      target.columns.push_back(table(number).columns[column].name);
    return target;
  }

  /// For each of the key's own columns the one that it refers to; empty if that is not known.
  ColumnNames pairs_of(const std::vector<OwnColumn> &own, const Target &target) const {
    if (target.columns.size() != own.size()) return {};
    if (own.size() == 1 || target.order == Order::own) return target.columns;
    if (target.order == Order::key) return pair_by_position(own, target.columns);
    ColumnNames pairs = pair_by_name(own, target.columns);
    if (!pairs.empty()) return pairs;
    // The primary key gives the order, if it is what the positions refer to.
    const ColumnNames key = primary_of(target.table).columns;
    const bool is_primary =
        key.size() == own.size() && std::ranges::all_of(key, [&](std::string_view name) {
          return contains_name(target.columns, name);
        });
    const bool has_positions = std::ranges::all_of(
        own, [](const OwnColumn &column) { return column.unique_position > 0; });
    return is_primary && has_positions ? pair_by_position(own, key) : ColumnNames();
  }

  static constexpr std::string_view too_many = "is a key of too many columns";

  const ExportKeys &keys_;
  const ExportTables &tables_;
  ExportProblems &problems_;
  ExportRelations relations_;
  std::vector<std::optional<std::size_t>> owners_;  // by key
};

}  // namespace

ExportRelations resolve_keys(const ExportKeys &keys, const ExportTables &tables,
                             ExportProblems &problems) {
  return KeyResolver(keys, tables, problems).resolve();
}

}  // namespace sluice::inline v0::schema_detail
