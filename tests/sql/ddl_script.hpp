#ifndef SLUICE_TESTS_SQL_DDL_SCRIPT_HPP
#define SLUICE_TESTS_SQL_DDL_SCRIPT_HPP

/// The statements of a script, by kind.

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sluice/sql/ddl.hpp"

namespace sluice::sql::test {

struct Script {
  std::vector<CreateTable> tables;
  std::vector<CreateView> views;
  std::vector<CreateType> types;
  std::vector<AlterTable> alterations;
  std::vector<SetComment> comments;
  std::vector<InsertRows> rows;
  std::vector<UseNamespace> used;
  std::vector<DropObject> drops;
  std::vector<std::string> skipped;
  std::vector<std::size_t> lines;
};

inline Script read(std::string_view text, Dialect dialect, std::size_t rows = 0) {
  Script script;
  read_ddl(text, {.dialect = dialect, .rows = rows},
           [&](DdlStatement &&statement, std::size_t line) {
             script.lines.push_back(line);
             if (auto *table = std::get_if<CreateTable>(&statement)) {
               script.tables.push_back(std::move(*table));
             } else if (auto *view = std::get_if<CreateView>(&statement)) {
               script.views.push_back(std::move(*view));
             } else if (auto *type = std::get_if<CreateType>(&statement)) {
               script.types.push_back(std::move(*type));
             } else if (auto *alter = std::get_if<AlterTable>(&statement)) {
               script.alterations.push_back(std::move(*alter));
             } else if (auto *comment = std::get_if<SetComment>(&statement)) {
               script.comments.push_back(std::move(*comment));
             } else if (auto *inserted = std::get_if<InsertRows>(&statement)) {
               script.rows.push_back(std::move(*inserted));
             } else if (auto *use = std::get_if<UseNamespace>(&statement)) {
               script.used.push_back(std::move(*use));
             } else if (auto *drop = std::get_if<DropObject>(&statement)) {
               script.drops.push_back(std::move(*drop));
             } else if (auto *skipped = std::get_if<SkippedStatement>(&statement)) {
               script.skipped.push_back(skipped->reason + ": " + skipped->start);
             }
           });
  return script;
}

inline std::string text_of(const QualifiedName &name) {
  std::string text;
  for (const NamePart &part : name) {
    if (!text.empty()) text += '.';
    text += part.text;
  }
  return text;
}

/// "a:INT b:TEXT"
inline std::string columns_of(const std::vector<DdlColumn> &columns) {
  std::string text;
  for (const DdlColumn &column : columns) {
    if (!text.empty()) text += ' ';
    text += column.name.text;
    if (!column.type.text.empty()) text += ':' + column.type.text;
    if (column.not_null) text += '!';
    if (column.primary_key) text += '*';
  }
  return text;
}

inline std::string names_of(const std::vector<NamePart> &names) {
  std::string text;
  for (const NamePart &name : names) text += (text.empty() ? "" : ",") + name.text;
  return text;
}

using Values = std::vector<std::string>;

}  // namespace sluice::sql::test

#endif
