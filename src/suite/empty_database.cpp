#include "sluice/suite/empty_database.hpp"

#include <vector>

#include "sluice/db/sqlite.hpp"
#include "sluice/sql/print.hpp"

namespace sluice::inline v0 {
namespace {

std::string definition_of(const Table &table) {
  std::string text = "CREATE TABLE " + sql::quote_name(table.name) + "(";
  for (const Column &column : table.columns) {
    if (&column != &table.columns.front()) text += ", ";
    text += sql::quote_name(column.name);
    // A type may consist of any words; quoting makes it a single type name.
    if (!column.type.empty()) text += " " + sql::quote_name(column.type);
  }
  for (std::size_t i = 0; i < table.primary_key.size(); ++i) {
    text += i == 0 ? ", PRIMARY KEY (" : ", ";
    text += sql::quote_name(table.columns[table.primary_key[i]].name);
  }
  if (!table.primary_key.empty()) text += ")";
  return text + ")";
}

}  // namespace

std::shared_ptr<const SqliteImage> empty_database(const std::string &path) {
  std::vector<std::string> definitions;
  SqliteConnection file(path, SqliteConnection::Access::read);
  file.query(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND type <> 'trigger' AND name NOT LIKE "
      "'sqlite!_%' ESCAPE '!' ORDER BY rowid",
      {}, [&definitions](const SqliteRow &row) {
        definitions.emplace_back(row.text(0));
        return true;
      });
  SqliteConnection made = SqliteConnection::scratch(path);
  for (const std::string &definition : definitions) {
    try {
      made.run(definition);
    } catch (const Error &error) {
      if (error.code() == ErrorCode::limit_exceeded) throw;
    }
  }
  return SqliteImage::from_bytes(made.image(), path);
}

std::shared_ptr<const SqliteImage> empty_database(const Database &database) {
  const std::string source(database.name());
  SqliteConnection made = SqliteConnection::scratch(source);
  for (const Table &table : database.tables()) {
    try {
      made.run(definition_of(table));
    } catch (const Error &error) {
      throw Error(ErrorCode::unsupported, error.message(), {source});
    }
  }
  return SqliteImage::from_bytes(made.image(), source);
}

}  // namespace sluice::inline v0
