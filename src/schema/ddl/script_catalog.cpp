#include "script_catalog.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "schema/names.hpp"
#include "script_names.hpp"
#include "sluice/core/ascii.hpp"
#include "stored_name.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// Among more tables of one name in different schemas, only a complete name finds one.
constexpr std::size_t max_candidates = 256;

std::string display(const sql::QualifiedName &name) {
  std::string text;
  for (const sql::NamePart &part : name) {
    if (!text.empty()) text += '.';
    text += part.text;
  }
  return quote_name(text);
}

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
  if (parts.size() > 1) return parts;
  if (!schema_.empty()) {
    parts.insert(parts.begin(), schema_.begin(), schema_.end());
  } else if (!used_database_.empty()) {
    parts.insert(parts.begin(), used_database_);
    in_used_database = true;
  }
  return parts;
}

std::optional<std::size_t> ScriptCatalog::find_same(const NameParts &name) const {
  const auto found = by_full_name_.find(full_name(name));
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
  const auto same_qualifier = [](const NameParts &a, const NameParts &b) {
    const std::size_t parts = std::min(a.size(), b.size()) - 1;
    return std::equal(a.end() - 1 - static_cast<std::ptrdiff_t>(parts), a.end() - 1,
                      b.end() - 1 - static_cast<std::ptrdiff_t>(parts), same_name);
  };
  std::optional<std::size_t> best;
  int best_rank = 0;
  for (const std::size_t candidate : found->second) {
    const NameParts &other = tables_[candidate].name;
    if (tables_[candidate].is_dropped || !same_qualifier(name, other)) continue;
    int rank = 1;
    if (other.back() == name.back()) rank += 4;
    if (name.size() == 1 && other.size() == beside.size() && same_qualifier(other, beside))
      rank += 2;
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
  return find(stored(name), beside);
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
  by_full_name_.emplace(full_name(name), tables_.size());
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
      return report(
          fmt::format("table {} is defined twice; the first is used", display(statement.name)));
  }
  ScriptTable &table = add(std::move(name));
  table.in_used_database = in_used_database;
  table.title = title_of(statement.name.back(), table.name.back());
  table.comment = std::move(statement.comment);
  table.query = statement.query;
  if (statement.kind == sql::DdlTableKind::external) table.kind = TableKind::external;
  if (statement.kind == sql::DdlTableKind::virtual_table) table.kind = TableKind::virtual_table;
  // Tables may be added below, which would move this one.
  const std::size_t at = static_cast<std::size_t>(&table - tables_.data());
  const bool only_inherits = statement.columns.empty() && !statement.copies.empty();
  for (const sql::QualifiedName &from : statement.copies) copy_columns(tables_[at], from);
  if (statement.of_type) {
    const auto type = types_.find(lower_ascii(statement.of_type->back().text));
    if (type != types_.end()) {
      for (const sql::DdlColumn &column : type->second.columns)
        tables_[at].columns.push_back(stored(sql::DdlColumn(column)));
    }
  }
  for (sql::DdlColumn &column : statement.columns) {
    ScriptColumn kept = stored(std::move(column));
    if (kept.definition.primary_key) tables_[at].primary_key.push_back(kept.name);
    if (kept.definition.reference) {
      tables_[at].foreign_keys.push_back(
          {{kept.definition.name}, std::move(*kept.definition.reference)});
    }
    if (tables_[at].columns.size() < max_script_columns)
      tables_[at].columns.push_back(std::move(kept));
  }
  if (statement.columns.size() > max_script_columns) report("the table has too many columns");
  tables_[at].from_query = tables_[at].columns.empty() && !statement.query.empty();
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

void ScriptCatalog::copy_columns(ScriptTable &table, const sql::QualifiedName &from) {
  const ScriptTable *source = find(from);
  if (source == nullptr || source == &table)
    return report(fmt::format("the columns of table {} are unknown", display(from)));
  for (const ScriptColumn &column : source->columns) table.columns.push_back(column);
}

void ScriptCatalog::make_partition(ScriptTable &table, const sql::QualifiedName &parent) {
  ScriptTable *found = find(parent);
  if (found == nullptr || found == &table || found->parent)
    return report(fmt::format("table {} has partitions, but is not defined", display(parent)));
  if (table.parent) return;
  table.parent = static_cast<std::size_t>(found - tables_.data());
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
  view.query = statement.query;
  view.from_query = true;
  for (sql::DdlColumn &column : statement.columns)
    view.columns.push_back(stored(std::move(column)));
}

void ScriptCatalog::apply(sql::CreateType &statement) {
  std::string key = lower_ascii(statement.name.back().text);
  types_.insert_or_assign(std::move(key), std::move(statement));
}

void ScriptCatalog::apply(sql::AlterTable &statement) {
  for (sql::TableChange &one : statement.changes) {
    ScriptTable *table = find(statement.name);
    if (table == nullptr) {
      if (!is_ignored(statement.name))
        report(fmt::format("table {} is changed, but not defined", display(statement.name)));
      return;
    }
    std::visit([&](auto &kind) { change(*table, kind); }, one);
  }
}

void ScriptCatalog::apply(sql::DropObject &statement) {
  if (statement.is_type) {
    types_.erase(lower_ascii(statement.name.back().text));
    return;
  }
  if (ScriptTable *table = find(statement.name)) table->is_dropped = true;
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
        report(fmt::format("table {} is described, but not defined", display(statement.name)));
      }
      return;
    case sql::SetComment::Object::column: break;
  }
  if (statement.name.size() < 2) return report("the name of a column needs its table");
  sql::QualifiedName owner(statement.name.begin(), statement.name.end() - 1);
  ScriptTable *table = find(owner);
  if (table == nullptr) {
    if (!is_ignored(owner))
      report(fmt::format("a column of table {} is described, but the table is not defined",
                         display(owner)));
    return;
  }
  const std::string name = stored(statement.name.back());
  auto column = find_script_column(table->columns, name);
  if (column == table->columns.end()) {
    // The columns of a view may be known only when all its tables are.
    if (!table->from_query)
      return report(
          fmt::format("column {} is described, but not defined", display(statement.name)));
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
