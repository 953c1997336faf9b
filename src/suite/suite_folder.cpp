#include "sluice/suite/suite_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/suite/test_database.hpp"

namespace sluice::inline v0 {
namespace {

namespace fs = std::filesystem;

/// An id must not lead to another folder.
void check_id(const std::string &id) {
  if (!id.empty() && id != "." && id != ".." && id.find('/') == id.npos && id.find('\0') == id.npos)
    return;
  throw Error(ErrorCode::invalid_argument, "\"" + id + "\" is not valid as a database id");
}

std::string sqlite_file(const TestDatabase &database, const Constraints &constraints) {
  SqliteConnection connection = SqliteConnection::scratch("suite");
  connection.run_script("BEGIN;\n" + to_sql(database, constraints) + "COMMIT;");
  return connection.image();
}

/// The columns that are not generated, by name; generated ones are NULL in a TestDatabase.
std::string selection(const Constraints &constraints, std::uint32_t table) {
  const Table &shape = constraints.schema().tables()[table];
  std::string columns;
  for (std::uint32_t column = 0; column < shape.columns.size(); ++column) {
    columns += columns.empty() ? "" : ", ";
    columns += constraints.column(table, column).computed
                   ? "NULL"
                   : sql::quote_name(shape.columns[column].name);
  }
  return fmt::format("SELECT {} FROM {}", columns, sql::quote_name(shape.name));
}

TestDatabase read_rows(const std::string &path, const Constraints &constraints) {
  TestDatabase database(constraints.share_schema());
  SqliteSession session(SqliteImage::load(path));
  const auto tables = constraints.schema().tables();
  for (std::uint32_t table = 0; table < tables.size(); ++table) {
    if (tables[table].columns.empty()) continue;
    const QueryOutcome outcome = session.run(selection(constraints, table), [&](Row row) {
      database.add(table, row);
      return true;
    });
    if (!outcome.finished()) {
      throw Error(ErrorCode::mismatch,
                  fmt::format("table {}: {}", tables[table].name, outcome.message), {path});
    }
  }
  return database;
}

SuiteSchema import_schema(const SqliteFolder &folder, const std::string &id,
                          const std::map<std::string, std::uint32_t> &golds) {
  const std::vector<std::string> files = folder.files(id);
  LoadOptions options;
  options.samples = 0;
  const auto image = SqliteImage::load(files.front());
  SqliteConnection connection = SqliteConnection::from_image(image);
  const Constraints constraints =
      Constraints::declared(load_sqlite(files.front(), options), connection);
  SuiteSchema schema;
  schema.id = id;
  schema.schema = constraints.share_schema();
  schema.definitions = constraints.definitions();
  Fingerprint fingerprint;
  fingerprint.add(id).add(schema.definitions);
  for (const std::string &file : files) {
    const TestDatabase database = read_rows(file, constraints);
    schema.databases.push_back({fs::path(file).filename().string(),
                                static_cast<std::uint32_t>(database.rows()), database.bytes()});
    fingerprint.add(schema.databases.back().bytes);
  }
  for (const auto &entry : golds) {
    SuiteGold &gold = schema.golds.emplace_back();
    gold.text = entry.first;
    gold.lines = entry.second;
    for (std::uint32_t i = 0; i < files.size(); ++i) gold.databases.push_back(i);
    fingerprint.add(gold.text);
  }
  schema.fingerprint = fingerprint.value();
  return schema;
}

}  // namespace

void export_suite(const Suite &suite, const std::string &folder) {
  for (const SuiteSchema &schema : suite.schemas) {
    check_id(schema.id);
    const Constraints constraints = schema.constraints();
    const fs::path place = fs::path(folder) / schema.id;
    std::error_code error;
    fs::create_directories(place, error);
    if (error) throw Error(ErrorCode::io, error.message(), {place.string()});
    const std::size_t last = std::max<std::size_t>(schema.databases.size(), 1) - 1;
    const std::size_t digits = fmt::formatted_size("{}", last);
    for (std::size_t i = 0; i < schema.databases.size(); ++i) {
      const auto database =
          TestDatabase::from_bytes(constraints.share_schema(), schema.databases[i].bytes);
      const std::string name = fmt::format("{}_{:0{}}.sqlite", schema.id, i, digits);
      write_file((place / name).string(), sqlite_file(database, constraints));
    }
  }
}

Suite import_suite(const std::string &folder, const std::vector<GoldLine> &golds) {
  std::map<std::string, std::map<std::string, std::uint32_t>> schemas;
  for (const GoldLine &gold : golds) ++schemas[gold.database_id][gold.text];
  const SqliteFolder source(folder);
  Suite suite;
  suite.settings = "imported";
  for (const auto &entry : schemas) {
    suite.schemas.push_back(import_schema(source, entry.first, entry.second));
  }
  return suite;
}

}  // namespace sluice::inline v0
