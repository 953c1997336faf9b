#ifndef SLUICE_TESTS_SUPPORT_SCHEMA_FACTS_HPP
#define SLUICE_TESTS_SUPPORT_SCHEMA_FACTS_HPP

/// A schema as lines of text, so that what different sources say about it can be compared.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/schema/load.hpp"
#include "sluice/schema/show.hpp"
#include "support/support.hpp"

namespace sluice::test {

/// What is compared.
struct FactChoice {
  std::string default_schema;  ///< The schema of tables without a qualifier.
  bool descriptions = true;
  bool view_descriptions = true;  ///< Of the columns of views.
  bool values = true;
  bool check_values = true;   ///< Values that a CHECK allows, not the type.
  bool array_lengths = true;  ///< The (5) of varchar(5)[].
  bool joins = true;          ///< Keys that only a view shows.
  bool origins = true;        ///< Which columns views show.
  bool across = true;         ///< Also columns of another schema than the view's.
  bool view_types = true;     ///< Also those of columns without an origin.
};

inline std::string full_name(const Table &table, const FactChoice &choice) {
  const std::string_view schema =
      table.qualifier().empty() ? std::string_view(choice.default_schema) : table.qualifier();
  return std::string(schema) + '.' + std::string(table.bare_name());
}

inline std::string names_in_brackets(const Table &table, std::span<const std::uint32_t> positions) {
  std::string text;
  for (const std::uint32_t position : positions)
    text += '[' + std::string(table.columns[position].name) + ']';
  return text;
}

/// The origin of a view's column if it shows a column of a table, possibly through other views.
inline const ColumnOrigin *table_origin(const Database &database, std::size_t table,
                                        std::size_t column, const FactChoice &choice) {
  for (int step = 0; step < 8; ++step) {
    const auto origin = std::ranges::find_if(database.origins(), [&](const ColumnOrigin &known) {
      return known.table == table && known.column == column;
    });
    if (origin == database.origins().end()) return nullptr;
    const Table &source = database.tables()[origin->source_table];
    if (!choice.across && source.qualifier() != database.tables()[table].qualifier())
      return nullptr;
    if (source.kind != TableKind::view) return &*origin;
    table = origin->source_table;
    column = origin->source_column;
  }
  return nullptr;
}

inline std::string type_fact(const Column &column, const FactChoice &choice) {
  std::string type(column.type);
  if (const std::size_t open = type.find('('); !choice.array_lengths && type.ends_with("[]") &&
                                               open != type.npos &&
                                               type.find(')', open) != type.npos)
    type.erase(open, type.find(')', open) + 1 - open);
  const bool is_listed = type.starts_with("enum(") || type.starts_with("set(");
  std::string text = ' ' + type;
  if (!choice.values || (!choice.check_values && !is_listed)) return text;
  for (const std::string_view value : column.values()) text += " '" + std::string(value) + '\'';
  return text;
}

inline std::string column_fact(const Database &database, std::size_t number, std::size_t position,
                               const FactChoice &choice) {
  const Table &table = database.tables()[number];
  const Column &column = table.columns[position];
  const bool is_view = table.kind == TableKind::view;
  std::string text(column.name);
  if (choice.descriptions && (choice.view_descriptions || !is_view))
    text += " (" + std::string(column.description) + ')';
  if (column.generated) text += " generated";
  if (!is_view || choice.view_types) text += column.nullable ? " null" : " not null";
  const ColumnOrigin *const origin =
      is_view && choice.origins ? table_origin(database, number, position, choice) : nullptr;
  if (origin != nullptr) {
    const Table &source = database.tables()[origin->source_table];
    text += " shows " + full_name(source, choice) + ' ' +
            std::string(source.columns[origin->source_column].name);
  }
  if (!is_view || origin != nullptr || choice.view_types) text += type_fact(column, choice);
  return text;
}

using SchemaFacts = std::vector<std::string>;

/// Adds one line per fact.
inline void add_facts(const Database &database, const FactChoice &choice, SchemaFacts &facts) {
  for (std::size_t number = 0; number < database.tables().size(); ++number) {
    const Table &table = database.tables()[number];
    const std::string name = full_name(table, choice);
    std::string fact = name + " is a " + std::string(kind_name(table.kind));
    if (choice.descriptions) fact += " (" + std::string(table.description) + ')';
    facts.push_back(fact + " with key " + names_in_brackets(table, table.primary_key));
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      facts.push_back(name + " column " + std::to_string(i) + ": " +
                      column_fact(database, number, i, choice));
    }
  }
  for (const ForeignKey &key : database.foreign_keys()) {
    if (!choice.joins && key.evidence == KeyEvidence::view) continue;
    const Table &from = database.tables()[key.table], &to = database.tables()[key.referenced_table];
    facts.push_back(full_name(from, choice) + ' ' + names_in_brackets(from, key.columns) +
                    (key.evidence == KeyEvidence::view ? " joins " : " refers to ") +
                    full_name(to, choice) + ' ' + names_in_brackets(to, key.referenced_columns));
  }
}

/// In order, each once.
inline SchemaFacts in_order(SchemaFacts facts) {
  std::ranges::sort(facts);
  facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
  return facts;
}

inline SchemaFacts facts_of(const Database &database, const FactChoice &choice) {
  SchemaFacts facts;
  add_facts(database, choice, facts);
  return in_order(std::move(facts));
}

/// Of a server's databases, each of which is a schema.
inline SchemaFacts facts_of(const Databases &databases, FactChoice choice) {
  SchemaFacts facts;
  for (const auto &database : databases) {
    choice.default_schema = database->name();
    add_facts(*database, choice, facts);
  }
  return in_order(std::move(facts));
}

/// The facts that only the first has, on lines of their own.
inline std::string only_in(const SchemaFacts &facts, const SchemaFacts &others) {
  SchemaFacts rest;
  std::ranges::set_difference(facts, others, std::back_inserter(rest));
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(rest.size(), 20); ++i) text += '\n' + rest[i];
  if (rest.size() > 20) text += "\nand " + std::to_string(rest.size() - 20) + " more";
  return text;
}

inline void check_same_facts(const SchemaFacts &live, const SchemaFacts &text) {
  CHECK_MESSAGE(only_in(live, text).empty(), "only live:", only_in(live, text));
  CHECK_MESSAGE(only_in(text, live).empty(), "only in text:", only_in(text, live));
}

inline void check_nothing_skipped(const std::vector<SkippedItem> &skipped) {
  for (const SkippedItem &item : skipped) MESSAGE(item.where << ": " << item.reason);
  CHECK(skipped.empty());
}

/// Also checks that everything can be read.
inline std::shared_ptr<const Database> loaded_script(const std::string &script) {
  std::vector<SkippedItem> skipped;
  LoadOptions options;
  options.skipped = &skipped;
  auto database = load_ddl(script, "shop", "dump.sql", options);
  check_nothing_skipped(skipped);
  return database;
}

/// Loads files of a folder, given by name and content. Also checks that everything can be read.
inline std::shared_ptr<const Database> loaded_exports(
    const std::vector<std::pair<std::string, std::string>> &files) {
  const TemporaryDirectory folder;
  for (const auto &[name, text] : files)
    std::ofstream(folder.path() / name, std::ios::binary) << text;
  std::vector<SkippedItem> skipped;
  LoadOptions options;
  options.skipped = &skipped;
  const Databases databases = load(folder.path().string(), options);
  check_nothing_skipped(skipped);
  REQUIRE(databases.size() == 1);
  return databases.front();
}

}  // namespace sluice::test

#endif
