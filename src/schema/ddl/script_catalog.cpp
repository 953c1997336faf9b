#include "script_catalog.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "schema/default_schema.hpp"
#include "schema/names.hpp"
#include "script_names.hpp"
#include "sluice/core/ascii.hpp"
#include "stored_name.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_copies = 64;

}  // namespace

void ScriptCatalog::report(std::string reason) {
  problems_.push_back({script_, line_, std::move(reason)});
}

void ScriptCatalog::begin_script() {
  ++script_;
  schema_.clear();
  used_database_.clear();
}

std::string ScriptCatalog::stored(const sql::NamePart &part) const {
  return stored_name(part, dialect_);
}

NameParts ScriptCatalog::stored(const std::vector<sql::NamePart> &names) const {
  NameParts parts;
  for (const sql::NamePart &name : names) parts.push_back(stored(name));
  return parts;
}

ScriptColumn ScriptCatalog::stored(sql::DdlColumn &&column) const {
  ScriptColumn kept;
  kept.name = stored(column.name);
  kept.title = title_of(column.name, kept.name);
  kept.definition = std::move(column);
  return kept;
}

/// The name with the schema that it belongs to.
NameParts ScriptCatalog::complete(const sql::QualifiedName &name, bool &in_used_database) const {
  NameParts parts = stored(name);
  const bool in_server = dialect_ == sql::Dialect::sqlserver && !used_database_.empty();
  if (parts.size() == 2 && in_server) {
    parts.insert(parts.begin(), used_database_);
    in_used_database = true;
  }
  if (parts.size() > 1) return parts;
  if (!schema_.empty()) {
    parts.insert(parts.begin(), schema_.begin(), schema_.end());
  } else if (!used_database_.empty()) {
    if (in_server) parts.insert(parts.begin(), "dbo");
    parts.insert(parts.begin(), used_database_);
    in_used_database = true;
  }
  return parts;
}

/// Where names without a qualifier belong; empty if the script does not say.
std::string ScriptCatalog::current_schema() const {
  if (schema_.empty()) return used_database_;
  std::string text;
  for (const std::string &part : schema_) text += (text.empty() ? "" : ".") + part;
  return text;
}

/// The name as one text. Its parts may contain dots. The default schema may be left out.
std::string ScriptCatalog::key_of(const NameParts &name) const {
  const std::string_view standard = default_schema(dialect_);
  const bool is_default = name.size() == 2 && !standard.empty() && same_name(name[0], standard);
  return full_name(is_default ? NameParts{name[1]} : name);
}

std::optional<std::size_t> ScriptCatalog::find_same(const NameParts &name) const {
  const auto found = by_full_name_.find(key_of(name));
  return found != by_full_name_.end() ? std::optional(found->second) : std::nullopt;
}

/// The table that a name refers to. Its qualifier may be shorter or longer than the table's. A name
/// without one is completed by `beside`, if there is such a table.
std::optional<std::size_t> ScriptCatalog::find(const NameParts &name,
                                               const NameParts &beside) const {
  if (const auto same = find_same(name.size() == 1 ? beside : name);
      same && !tables_[*same].is_dropped) {
    return same;
  }
  const auto found = by_name_.find(lower_ascii(name.back()));
  if (found == by_name_.end() || found->second.size() > max_candidates) return std::nullopt;
  std::optional<std::size_t> best;
  int best_rank = 0;
  for (const std::size_t candidate : found->second) {
    const NameParts &other = tables_[candidate].name;
    if (tables_[candidate].is_dropped || !same_qualifier(name, other)) continue;
    int rank = 1;
    if (other.back() == name.back()) rank += 4;
    if (other.size() == beside.size() && same_qualifier(other, beside)) rank += 2;
    if (rank > best_rank) {
      best = candidate;
      best_rank = rank;
    }
  }
  return best;
}

ScriptTable *ScriptCatalog::find(const sql::QualifiedName &name) {
  bool in_used_database = false;
  const auto found = find(stored(name), complete(name, in_used_database));
  return found ? &tables_[*found] : nullptr;
}

std::optional<std::size_t> ScriptCatalog::find(const sql::QualifiedName &name,
                                               const ScriptTable &from) const {
  NameParts beside = from.name;
  beside.back() = stored(name.back());
  if (const auto found = find(stored(name), beside)) return found;
  const auto renamed = renamed_.find(lower_ascii(beside.back()));
  if (renamed == renamed_.end() || tables_[renamed->second].is_dropped) return std::nullopt;
  return renamed->second;
}

ScriptTable &ScriptCatalog::add(NameParts name) {
  if (const auto same = find_same(name)) {
    ScriptTable &table = tables_[*same];
    table = {};
    table.name = std::move(name);
    table.script = script_;
    table.line = line_;
    return table;
  }
  by_name_[lower_ascii(name.back())].push_back(tables_.size());
  by_full_name_.emplace(key_of(name), tables_.size());
  ScriptTable &table = tables_.emplace_back();
  table.name = std::move(name);
  table.script = script_;
  table.line = line_;
  return table;
}

bool ScriptCatalog::is_ignored(const sql::QualifiedName &name) const {
  return ignored_.contains(lower_ascii(name.back().text));
}

void ScriptCatalog::apply(sql::DdlStatement &&statement, std::size_t line) {
  line_ = line;
  std::visit([this](auto &one) { apply(one); }, statement);
}

void ScriptCatalog::apply(sql::SkippedStatement &statement) {
  report(fmt::format("{} in {}", statement.reason, quote_name(statement.start)));
}

void ScriptCatalog::apply(sql::CreateTable &statement) {
  if (statement.kind == sql::DdlTableKind::temporary) {
    ignored_.insert(lower_ascii(statement.name.back().text));
    return;
  }
  bool in_used_database = false;
  NameParts name = complete(statement.name, in_used_database);
  if (const auto same = find_same(name); same && !tables_[*same].is_dropped) {
    if (statement.if_not_exists) return;
    if (!statement.or_replace)
      return report(fmt::format("table {} is defined twice; the first is used",
                                display_name(statement.name)));
  }
  ScriptTable &table = add(std::move(name));
  table.in_used_database = in_used_database;
  table.title = title_of(statement.name.back(), table.name.back());
  table.comment = std::move(statement.comment);
  table.source = std::move(statement.source);
  table.query = statement.query;
  if (!table.query.empty()) table.query_schema = current_schema();
  if (statement.kind == sql::DdlTableKind::external) table.kind = TableKind::external;
  if (statement.kind == sql::DdlTableKind::virtual_table) table.kind = TableKind::virtual_table;
  // Tables may be added below, which would move this one.
  const std::size_t at = static_cast<std::size_t>(&table - tables_.data());
  const bool only_inherits = statement.columns.empty() && statement.inherits;
  if (statement.copies.size() > max_copies) {
    report("the table has the columns of too many others");
    statement.copies.resize(max_copies);
  }
  for (const sql::QualifiedName &from : statement.copies)
    copy_columns(tables_[at], from, statement.copies_key);
  if (statement.of_type) {
    if (const sql::CreateType *type = types_.find(*statement.of_type, tables_[at].name)) {
      for (const sql::DdlColumn &column : type->columns)
        tables_[at].columns.push_back(stored(sql::DdlColumn(column)));
    }
  }
  const bool has_types = std::ranges::any_of(
      statement.columns, [](const sql::DdlColumn &column) { return !column.type.text.empty(); });
  tables_[at].from_query = tables_[at].columns.empty() && !has_types && !statement.query.empty();
  tables_[at].lists_columns = !statement.columns.empty();
  add_columns(tables_[at], std::move(statement.columns));
  if (!statement.primary_key.empty()) tables_[at].primary_key = stored(statement.primary_key);
  for (sql::DdlForeignKey &key : statement.foreign_keys)
    tables_[at].foreign_keys.push_back(std::move(key));
  for (const sql::DdlAllowedValues &allowed : statement.allowed_values) allow(tables_[at], allowed);
  if (statement.partition_of) make_partition(tables_[at], *statement.partition_of);
  if (only_inherits && dialect_ == sql::Dialect::postgresql && statement.copies.size() == 1 &&
      statement.primary_key.empty()) {
    make_partition(tables_[at], statement.copies.front());
  }
}

void ScriptCatalog::add_columns(ScriptTable &table, std::vector<sql::DdlColumn> &&columns) {
  // A column that is inherited may be defined again, to say more about it.
  std::unordered_map<std::string, std::size_t> inherited;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    inherited.emplace(table.columns[i].name, i);
  for (sql::DdlColumn &column : columns) {
    ScriptColumn kept = stored(std::move(column));
    if (kept.definition.primary_key) table.primary_key.push_back(kept.name);
    if (kept.definition.reference)
      table.foreign_keys.push_back({{kept.definition.name}, std::move(*kept.definition.reference)});
    if (const auto same = inherited.find(kept.name); same != inherited.end()) {
      sql::DdlColumn &known = table.columns[same->second].definition;
      kept.definition.not_null |= known.not_null;
      if (kept.definition.type.text.empty()) kept.definition.type = std::move(known.type);
      if (kept.definition.values.empty()) kept.definition.values = std::move(known.values);
      if (kept.definition.comment.empty()) kept.definition.comment = std::move(known.comment);
      table.columns[same->second] = std::move(kept);
    } else if (table.columns.size() < max_script_columns) {
      table.columns.push_back(std::move(kept));
    } else {
      return report("the table has too many columns");
    }
  }
}

void ScriptCatalog::copy_columns(ScriptTable &table, const sql::QualifiedName &from,
                                 bool with_key) {
  const ScriptTable *source = find(from);
  if (source == nullptr || source == &table)
    return report(fmt::format("the columns of table {} are unknown", display_name(from)));
  // Parents may have columns in common.
  std::unordered_set<std::string_view> known;
  for (const ScriptColumn &column : table.columns) known.insert(column.name);
  std::vector<ScriptColumn> copied;
  for (const ScriptColumn &column : source->columns) {
    if (!known.contains(column.name)) copied.push_back(column);
  }
  for (ScriptColumn &column : copied) {
    column.samples.clear();
    table.columns.push_back(std::move(column));
  }
  if (with_key) table.primary_key = source->primary_key;
}

void ScriptCatalog::make_partition(ScriptTable &table, const sql::QualifiedName &parent) {
  ScriptTable *found = find(parent);
  if (found == nullptr || found == &table)
    return report(fmt::format("table {} has partitions, but is not defined", display_name(parent)));
  const auto at = static_cast<std::size_t>(found - tables_.data());
  if (table.parent || is_inside(at, static_cast<std::size_t>(&table - tables_.data()))) return;
  table.parent = at;
}

/// Whether a table is a partition of another, or of a partition of it; or has too many above it.
bool ScriptCatalog::is_inside(std::size_t table, std::size_t parent) const {
  constexpr int max_levels = 16;
  for (int level = 0; level < max_levels; ++level) {
    if (table == parent) return true;
    if (!tables_[table].parent) return false;
    table = *tables_[table].parent;
  }
  return true;
}

void ScriptCatalog::allow(ScriptTable &table, const sql::DdlAllowedValues &allowed) {
  const auto column = find_script_column(table.columns, stored(allowed.column));
  if (column != table.columns.end()) column->definition.values = allowed.values;
}

void ScriptCatalog::apply(sql::CreateView &statement) {
  if (statement.temporary) {
    ignored_.insert(lower_ascii(statement.name.back().text));
    return;
  }
  bool in_used_database = false;
  ScriptTable &view = add(complete(statement.name, in_used_database));
  view.in_used_database = in_used_database;
  view.title = title_of(statement.name.back(), view.name.back());
  view.kind = statement.materialized ? TableKind::materialized_view : TableKind::view;
  view.comment = std::move(statement.comment);
  view.source = std::move(statement.source);
  view.query = statement.query;
  view.query_schema = current_schema();
  view.from_query = true;
  view.lists_columns = !statement.columns.empty();
  for (sql::DdlColumn &column : statement.columns)
    view.columns.push_back(stored(std::move(column)));
}

void ScriptCatalog::apply(sql::CreateType &statement) {
  bool in_used_database = false;
  NameParts name = complete(statement.name, in_used_database);
  types_.add(std::move(name), std::move(statement));
}

void ScriptCatalog::apply(sql::DropObject &statement) {
  bool in_used_database = false;
  const NameParts name = complete(statement.name, in_used_database);
  if (statement.is_type) return types_.drop(name);
  ScriptTable *const table = find(statement.name);
  // DROP TABLE IF EXISTS comes before most tables: it is not about one in another schema.
  if (table != nullptr && same_qualifier(name, table->name)) table->is_dropped = true;
}

void ScriptCatalog::apply(sql::SetComment &statement) {
  switch (statement.object) {
    case sql::SetComment::Object::database:
      database_comment_ = std::move(statement.comment);
      return;
    case sql::SetComment::Object::schema: return;
    case sql::SetComment::Object::table:
      if (ScriptTable *table = find(statement.name)) {
        table->comment = std::move(statement.comment);
      } else if (!is_ignored(statement.name)) {
        report(fmt::format("table {} is described, but not defined", display_name(statement.name)));
      }
      return;
    case sql::SetComment::Object::column: break;
  }
  if (statement.name.size() < 2) return report("the name of a column needs its table");
  sql::QualifiedName owner(statement.name.begin(), statement.name.end() - 1);
  ScriptTable *table = find(owner);
  if (table == nullptr) {
    const bool is_type = types_.find(owner, {}) != nullptr;
    if (!is_ignored(owner) && !is_type)
      report(fmt::format("a column of table {} is described, but the table is not defined",
                         display_name(owner)));
    return;
  }
  const std::string name = stored(statement.name.back());
  auto column = find_script_column(table->columns, name);
  if (column == table->columns.end()) {
    // The columns of a view may be known only when all its tables are.
    if (!table->from_query)
      return report(
          fmt::format("column {} is described, but not defined", display_name(statement.name)));
    ScriptColumn &added = table->columns.emplace_back();
    added.name = name;
    added.definition.name = statement.name.back();
    column = table->columns.end() - 1;
  }
  column->definition.comment = std::move(statement.comment);
}

void ScriptCatalog::apply(sql::UseNamespace &statement) {
  if (statement.name.empty()) {
    schema_.clear();
  } else if (!statement.is_database) {
    schema_ = stored(statement.name);
  } else if (dialect_ != sql::Dialect::postgresql || statement.name.size() > 1) {
    // In PostgreSQL, only a client changes the database.
    schema_.clear();
    used_database_ = stored(statement.name.back());
  }
}

void ScriptCatalog::apply(sql::InsertRows &statement) {
  ScriptTable *table = find(statement.table);
  if (table == nullptr) return;
  for (const auto &row : statement.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      auto column = table->columns.end();
      if (statement.columns.empty()) {
        if (i < table->columns.size())
          column = table->columns.begin() + static_cast<std::ptrdiff_t>(i);
      } else if (i < statement.columns.size()) {
        column = find_script_column(table->columns, stored(statement.columns[i]));
      }
      if (column == table->columns.end() || !row[i] || row[i]->empty()) continue;
      if (row[i]->size() > max_sample_bytes_ || column->samples.size() >= samples_) continue;
      if (std::ranges::find(column->samples, *row[i]) == column->samples.end())
        column->samples.push_back(*row[i]);
    }
  }
}

}  // namespace sluice::inline v0::schema_detail
