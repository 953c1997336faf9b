#include "sluice/suite/constraints.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "column_names.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"

namespace sluice::inline v0 {
namespace {

/// Whether SQLite parses the unquoted text as a type and nothing else.
bool is_plain_type(std::string_view type) {
  std::string words = lower_ascii(type);
  const std::size_t open = words.find('(');
  if (open != words.npos) {
    const std::string_view arguments = std::string_view(words).substr(open);
    if (!arguments.ends_with(')') || arguments.size() < 3) return false;
    const std::string_view inside = arguments.substr(1, arguments.size() - 2);
    if (inside.find_first_not_of("0123456789, ") != inside.npos) return false;
    if (inside[0] == ',' || inside.back() == ',' ||
        std::count(inside.begin(), inside.end(), ',') > 1) {
      return false;
    }
    words.resize(open);
  }
  if (words.empty() || !is_ascii_lower(words[0])) return false;
  if (words.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_ ") != words.npos) return false;
  for (const std::string_view word :
       {"int",   "integer",  "text",     "real",   "numeric",   "blob",   "varchar",
        "char",  "decimal",  "datetime", "date",   "timestamp", "double", "double precision",
        "float", "bool",     "boolean",  "bigint", "number",    "time",   "year",
        "bit",   "smallint", "tinyint"}) {
    if (words == word) return true;
  }
  return false;
}

std::string printed_type(std::string_view type) {
  if (type.empty()) return {};
  if (is_plain_type(type)) return " " + std::string(type);
  std::string text = " \"";
  for (const char letter : type) {
    if (letter == '"') text += '"';
    if (letter != '\0') text += letter;
  }
  return text + "\"";
}

std::vector<std::uint32_t> sorted(std::span<const std::uint32_t> columns) {
  std::vector<std::uint32_t> copy(columns.begin(), columns.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

}  // namespace

std::string_view name_of(Origin origin) noexcept {
  switch (origin) {
    case Origin::declared: return "declared";
    case Origin::mined: return "mined";
    case Origin::inferred: return "inferred";
  }
  return "";
}

std::string shape_of(std::string_view text) {
  std::string shape;
  for (const char letter : text) {
    const char kind = is_ascii_digit(letter) ? '9' : is_ascii_letter(letter) ? 'a' : letter;
    if ((kind == '9' || kind == 'a') && shape.ends_with(kind)) continue;
    shape += kind;
  }
  return shape;
}

Constraints::Constraints(std::shared_ptr<const Database> schema)
    : schema_(std::move(schema)),
      columns_(schema_->columns().size()),
      column_extras_(schema_->columns().size()) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    columns_[i].affinity = sql::affinity_of(schema_->columns()[i].type);
  }
  const auto tables = schema_->tables();
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    const auto key = tables[table].primary_key;
    if (key.empty()) continue;
    for (const std::uint32_t column : key) set_not_null(table, column, Origin::declared);
    add_key({table, {key.begin(), key.end()}, true, Origin::declared});
  }
  for (const ForeignKey &key : schema_->foreign_keys()) {
    const bool is_guaranteed =
        key.evidence == KeyEvidence::declared || key.evidence == KeyEvidence::tested;
    references_.push_back({key.table,
                           {key.columns.begin(), key.columns.end()},
                           key.referenced_table,
                           {key.referenced_columns.begin(), key.referenced_columns.end()},
                           is_guaranteed ? Origin::declared : Origin::inferred});
  }
}

Constraints Constraints::declared(std::shared_ptr<const Database> schema) {
  Constraints constraints(std::move(schema));
  constraints.settle();
  return constraints;
}

void Constraints::add_key(KeyConstraint key) {
  const auto columns = sorted(key.columns);
  for (const KeyConstraint &known : keys_) {
    if (known.table == key.table && sorted(known.columns) == columns) return;
  }
  keys_.push_back(std::move(key));
}

void Constraints::set_not_null(std::uint32_t table, std::uint32_t column, Origin origin) {
  ColumnConstraint &facts = columns_[schema_->tables()[table].first_column + column];
  if (facts.not_null) return;
  facts.not_null = true;
  facts.not_null_origin = origin;
}

/// Orders referenced tables first; in a cycle, the table that comes first in the schema.
void Constraints::settle() {
  const auto tables = static_cast<std::uint32_t>(schema_->tables().size());
  std::vector<std::vector<std::uint32_t>> children(tables);
  std::vector<std::size_t> waiting(tables);
  for (const ReferenceConstraint &reference : references_) {
    if (reference.table == reference.referenced_table) continue;
    children[reference.referenced_table].push_back(reference.table);
    ++waiting[reference.table];
  }
  order_.clear();
  std::vector<bool> done(tables);
  while (order_.size() < tables) {
    std::uint32_t next = tables;
    for (std::uint32_t table = 0; table < tables; ++table) {
      if (done[table]) continue;
      if (next == tables || (waiting[table] == 0 && waiting[next] != 0)) next = table;
      if (waiting[next] == 0) break;
    }
    done[next] = true;
    order_.push_back(next);
    for (const std::uint32_t child : children[next]) --waiting[child];
  }
}

Constraints Constraints::restricted_to(std::span<const std::uint32_t> tables) const {
  std::vector<bool> kept(schema_->tables().size());
  for (const std::uint32_t table : tables) kept[table] = true;
  for (bool grown = true; grown;) {
    grown = false;
    for (const ReferenceConstraint &reference : references_) {
      if (!kept[reference.table] || kept[reference.referenced_table]) continue;
      kept[reference.referenced_table] = grown = true;
    }
  }
  DatabaseDefinition definition = schema_->definition();
  std::vector<std::uint32_t> position(kept.size());
  std::vector<TableDefinition> left;
  for (std::uint32_t table = 0; table < kept.size(); ++table) {
    position[table] = static_cast<std::uint32_t>(left.size());
    if (kept[table]) left.push_back(std::move(definition.tables[table]));
  }
  definition.tables = std::move(left);
  definition.foreign_keys.clear();  // the references already include them
  Constraints part(Database::make(std::move(definition)));
  part.columns_.clear();
  part.column_extras_.clear();
  part.keys_.clear();
  for (std::uint32_t table = 0; table < kept.size(); ++table) {
    const Table &shape = schema_->tables()[table];
    for (std::size_t i = 0; kept[table] && i < shape.columns.size(); ++i) {
      part.columns_.push_back(columns_[shape.first_column + i]);
      part.column_extras_.push_back(column_extras_[shape.first_column + i]);
    }
  }
  for (KeyConstraint key : keys_) {
    if (!kept[key.table]) continue;
    key.table = position[key.table];
    part.keys_.push_back(std::move(key));
  }
  for (ReferenceConstraint reference : references_) {
    if (!kept[reference.table]) continue;
    reference.table = position[reference.table];
    reference.referenced_table = position[reference.referenced_table];
    part.references_.push_back(std::move(reference));
  }
  for (CheckConstraint check : checks_) {
    if (!kept[check.table]) continue;
    check.table = position[check.table];
    part.checks_.push_back(std::move(check));
  }
  part.settle();
  return part;
}

sql::KeyFacts Constraints::key_facts() const {
  sql::KeyFacts facts;
  facts.collations = std::any_of(columns_.begin(), columns_.end(),
                                 [](const ColumnConstraint &column) { return column.no_case; });
  for (const KeyConstraint &key : keys_) {
    // The key ignores letter case, but a comparison may not.
    if (std::any_of(key.columns.begin(), key.columns.end(),
                    [&](std::uint32_t position) { return column(key.table, position).no_case; })) {
      continue;
    }
    if (key.columns.size() == 1) facts.unique.push_back({key.table, key.columns[0]});
    if (key.columns.size() > 1) facts.composites.push_back({key.table, sorted(key.columns)});
  }
  std::sort(facts.unique.begin(), facts.unique.end());
  std::sort(facts.composites.begin(), facts.composites.end());
  const auto tables = schema_->tables();
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    for (std::uint32_t column = 0; column < tables[table].columns.size(); ++column) {
      if (!allows_null(table, column)) facts.not_null.push_back({table, column});
    }
  }
  for (const ReferenceConstraint &reference : references_) {
    if (reference.columns.size() != 1) continue;
    const sql::KeyColumn from{reference.table, reference.columns[0]};
    const sql::KeyColumn to{reference.referenced_table, reference.referenced_columns[0]};
    if (facts.is_unique(to)) facts.references.push_back({from, to});
  }
  std::sort(facts.references.begin(), facts.references.end());
  facts.references.erase(std::unique(facts.references.begin(), facts.references.end()),
                         facts.references.end());
  return facts;
}

std::string Constraints::definitions(RowLayout layout) const {
  std::string script;
  const auto tables = schema_->tables();
  for (const std::uint32_t position : order_) {
    const Table &table = tables[position];
    if (table.columns.empty()) continue;
    script += "CREATE TABLE " + sql::quote_name(table.name) + " (";
    for (std::uint32_t column = 0; column < table.columns.size(); ++column) {
      const ColumnConstraint &facts = this->column(position, column);
      script += (column == 0 ? "\n  " : ",\n  ") + sql::quote_name(table.columns[column].name);
      script += printed_type(table.columns[column].type);
      // An INTEGER PRIMARY KEY needs no NOT NULL; other primary keys of SQLite do not imply it.
      if (facts.not_null && facts.not_null_origin == Origin::declared) script += " NOT NULL";
      script += column_extras_[table.first_column + column];
    }
    if (layout == RowLayout::insertion) {
      script += "\n);\n";
      continue;
    }
    for (const KeyConstraint &key : keys_) {
      if (key.table != position || key.origin != Origin::declared) continue;
      script += fmt::format(",\n  {} ({})", key.primary ? "PRIMARY KEY" : "UNIQUE",
                            suite::names_of_columns(table, key.columns));
    }
    for (const CheckConstraint &check : checks_) {
      if (check.table == position) script += fmt::format(",\n  CHECK ({})", check.expression);
    }
    for (const ReferenceConstraint &reference : references_) {
      if (reference.table != position || reference.origin != Origin::declared) continue;
      const auto refers_to_key = [&](const KeyConstraint &key) {
        return key.table == reference.referenced_table && key.origin == Origin::declared &&
               sorted(key.columns) == sorted(reference.referenced_columns);
      };
      if (std::none_of(keys_.begin(), keys_.end(), refers_to_key)) continue;
      const Table &parent = tables[reference.referenced_table];
      script += fmt::format(",\n  FOREIGN KEY ({}) REFERENCES {} ({})",
                            suite::names_of_columns(table, reference.columns),
                            sql::quote_name(parent.name),
                            suite::names_of_columns(parent, reference.referenced_columns));
    }
    script += "\n);\n";
  }
  return script;
}

}  // namespace sluice::inline v0
