#include "database_draft.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "names.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

[[noreturn]] void refuse_draft(std::string_view message) {
  throw Error(ErrorCode::invalid_argument, message);
}

/// `what` and `owner` say in messages what is named: "a column", "table "orders"".
void check_draft_name(const std::string &name, std::string_view what, std::string_view owner) {
  if (name.empty()) refuse_draft(fmt::format("{} of {} has an empty name", what, owner));
  if (is_utf8(name)) return;
  refuse_draft(
      fmt::format("{} of {} has a name that is not UTF-8, {}", what, owner, quote_name(name)));
}

std::string full_draft_name(const TableDefinition &table) {
  return table.qualifier.empty() ? table.name : table.qualifier + '.' + table.name;
}

std::string describe_draft(const TableDefinition &table) {
  return "table " + quote_name(full_draft_name(table));
}

void check_draft_column(const ColumnDefinition &column, const TableDefinition &table, bool known) {
  check_draft_name(column.name, "a column", describe_draft(table));
  if (!known) return;
  refuse_draft(
      fmt::format("{} already has a column {}", describe_draft(table), quote_name(column.name)));
}

}  // namespace

DatabaseDraft::DatabaseDraft(DatabaseDefinition definition) {
  check_draft_name(definition.name, "a database", "the catalog");
  std::vector<TableDefinition> tables = std::exchange(definition.tables, {});
  definition_ = std::move(definition);
  for (TableDefinition &table : tables) add_table(std::move(table));
}

void DatabaseDraft::add_table(TableDefinition table) {
  const std::string database = "database " + quote_name(definition_.name);
  check_draft_name(table.name, "a table", database);
  std::string name = full_draft_name(table);
  check_draft_name(name, "a table", database);
  if (positions_.contains(name))
    refuse_draft(fmt::format("{} already has a table {}", database, quote_name(name)));
  const MembersDefinition &members = table.members;
  const bool has_members = members.count > 0 || !members.first.empty() || !members.last.empty();
  if (has_members && table.kind != TableKind::family)
    refuse_draft(describe_draft(table) + " has members, but is not a family");
  if (members.count > std::numeric_limits<std::uint32_t>::max())
    refuse_draft(
        fmt::format("{} has {} members, which is too many", describe_draft(table), members.count));
  TableNames names;
  for (const ColumnDefinition &column : table.columns) {
    check_draft_column(column, table, names.columns.contains(column.name));
    names.columns.emplace(column.name, names.columns.size());
  }
  append_then(definition_.tables, std::move(table), [&] {
    append_then(tables_, std::move(names),
                [&] { positions_.emplace(std::move(name), definition_.tables.size() - 1); });
  });
}

void DatabaseDraft::add_column(std::size_t table, ColumnDefinition column) {
  TableDefinition &owner = definition_.tables[table];
  Positions &positions = tables_[table].columns;
  check_draft_column(column, owner, positions.contains(column.name));
  append_then(owner.columns, std::move(column),
              [&] { positions.emplace(owner.columns.back().name, owner.columns.size() - 1); });
}

void DatabaseDraft::add_primary_key(std::size_t table, std::vector<std::string> columns) {
  const TableDefinition &owner = definition_.tables[table];
  if (columns.empty())
    refuse_draft(fmt::format("the primary key of {} has no columns", describe_draft(owner)));
  if (!owner.primary_key.empty() || !tables_[table].primary_key.empty())
    refuse_draft(fmt::format("{} already has a primary key", describe_draft(owner)));
  tables_[table].primary_key = std::move(columns);
}

void DatabaseDraft::add_foreign_key(NamedKey key) {
  if (key.columns.empty()) refuse_draft(part_of(key.table, "a foreign key") + " has no columns");
  if (!key.referenced_columns.empty() && key.referenced_columns.size() != key.columns.size()) {
    refuse_draft(fmt::format("{} pairs {} columns with {}", part_of(key.table, "a foreign key"),
                             key.columns.size(), key.referenced_columns.size()));
  }
  keys_.push_back(std::move(key));
}

void DatabaseDraft::add_origin(NamedOrigin origin) { origins_.push_back(std::move(origin)); }

std::string DatabaseDraft::part_of(std::size_t table, std::string_view part) const {
  return fmt::format("database {}, {} of {}", quote_name(definition_.name), part,
                     describe_draft(definition_.tables[table]));
}

/// Positions of the tables and columns that a part of a table names, as Catalog finds them.
class DatabaseDraft::Finder {
 public:
  explicit Finder(const DatabaseDraft &draft) : draft_(draft) {
    const auto &tables = draft.definition_.tables;
    for (std::size_t table = 0; table < tables.size(); ++table) {
      folded_.try_emplace(lower_ascii(full_draft_name(tables[table])), table);
      if (!tables[table].qualifier.empty())
        folded_bare_.try_emplace(lower_ascii(tables[table].name), table);
    }
  }

  std::size_t table(const std::string &name, const std::string &part) const {
    if (const auto found = draft_.positions_.find(name); found != draft_.positions_.end())
      return found->second;
    const std::string folded = lower_ascii(name);
    for (const Positions *positions : {&folded_, &folded_bare_}) {
      if (const auto found = positions->find(folded); found != positions->end())
        return found->second;
    }
    throw Error(ErrorCode::not_found,
                fmt::format("{}: there is no table {}", part, quote_name(name)));
  }

  std::size_t column(std::size_t table, const std::string &name, const std::string &part) const {
    const Positions &positions = draft_.tables_[table].columns;
    if (const auto found = positions.find(name); found != positions.end()) return found->second;
    const TableDefinition &searched = draft_.definition_.tables[table];
    const auto found = std::ranges::find_if(
        searched.columns, [&](const ColumnDefinition &of) { return same_name(of.name, name); });
    if (found != searched.columns.end())
      return static_cast<std::size_t>(found - searched.columns.begin());
    throw Error(ErrorCode::not_found, fmt::format("{}: {} has no column {}", part,
                                                  describe_draft(searched), quote_name(name)));
  }

  std::vector<std::size_t> columns(std::size_t table, const std::vector<std::string> &names,
                                   const std::string &part) const {
    std::vector<std::size_t> positions;
    positions.reserve(names.size());
    for (const std::string &name : names) positions.push_back(column(table, name, part));
    return positions;
  }

  /// `made` has the primary keys already.
  ForeignKeyDefinition key(const NamedKey &key, const DatabaseDefinition &made) const {
    const std::string part = draft_.part_of(key.table, "a foreign key");
    ForeignKeyDefinition found;
    found.table = key.table;
    found.evidence = key.evidence;
    found.columns = columns(key.table, key.columns, part);
    found.referenced_table = table(key.referenced_table, part);
    if (!key.referenced_columns.empty()) {
      found.referenced_columns = columns(found.referenced_table, key.referenced_columns, part);
      return found;
    }
    const TableDefinition &referenced = made.tables[found.referenced_table];
    found.referenced_columns = referenced.primary_key;
    if (referenced.primary_key.empty()) {
      throw Error(ErrorCode::not_found,
                  fmt::format("{}: {} has no primary key", part, describe_draft(referenced)));
    }
    if (found.columns.size() == found.referenced_columns.size()) return found;
    refuse_draft(fmt::format("{} pairs {} columns with {} of the primary key of {}", part,
                             found.columns.size(), found.referenced_columns.size(),
                             describe_draft(referenced)));
  }

 private:
  const DatabaseDraft &draft_;
  Positions folded_;       // of tables, by name in lower case
  Positions folded_bare_;  // the same, by name without qualifier
};

DatabaseDefinition DatabaseDraft::definition() const {
  DatabaseDefinition made = definition_;
  const Finder finder(*this);
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    if (tables_[table].primary_key.empty()) continue;
    made.tables[table].primary_key =
        finder.columns(table, tables_[table].primary_key, part_of(table, "the primary key"));
  }
  for (const NamedKey &key : keys_) made.foreign_keys.push_back(finder.key(key, made));
  for (const NamedOrigin &origin : origins_) {
    const std::string part = part_of(origin.table, "an origin");
    const std::size_t source = finder.table(origin.source_table, part);
    made.tables[origin.table].origins.push_back(
        {finder.column(origin.table, origin.column, part), source,
         finder.column(source, origin.source_column, part)});
  }
  return made;
}

}  // namespace sluice::inline v0::schema_detail
