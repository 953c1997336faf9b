#include <doctest/doctest.h>

#include <string>

#include "sluice/rank/approximator.hpp"

using namespace sluice;
using sql::Dialect;

namespace {

std::string prompt_in(Dialect dialect) {
  DatabaseDefinition database;
  database.name = "shop";
  database.dialect = dialect;
  TableDefinition &table = database.tables.emplace_back();
  table.name = "Order";
  table.columns.resize(3);
  table.columns[0].name = "id";
  table.columns[1].name = "offset";
  table.columns[2].name = "Sold On";
  return approximation_prompt("How many?", *Database::make(database));
}

}  // namespace

TEST_CASE("a first pass asks for a query of the database's dialect, with its quotes") {
  CHECK(prompt_in(Dialect::sqlite) ==
        "Write one SQLite query that answers the question. Answer with the query alone.\n"
        "\"Order\"(id, \"offset\", \"Sold On\")\n"
        "Question: How many?\nSQL:");
  CHECK(prompt_in(Dialect::mysql) ==
        "Write one MySQL query that answers the question. Answer with the query alone.\n"
        "`Order`(id, `offset`, `Sold On`)\n"
        "Question: How many?\nSQL:");
  CHECK(prompt_in(Dialect::sqlserver) ==
        "Write one SQL Server query that answers the question. Answer with the query alone.\n"
        "[Order](id, offset, [Sold On])\n"
        "Question: How many?\nSQL:");
  CHECK(prompt_in(Dialect::permissive).starts_with("Write one SQL query that"));
}
