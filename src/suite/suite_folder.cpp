#include "sluice/suite/suite_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "judge/readable_databases.hpp"
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

TestDatabase read_rows(const std::string &path, const std::shared_ptr<const SqliteImage> &image,
                       const Constraints &constraints) {
  TestDatabase database(constraints.share_schema());
  SqliteSession session(image);
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

/// A file as the databases of a suite are kept, and the constraints of its schema.
struct ImportedFile {
  Constraints constraints;
  SuiteDatabase database;
};

/// `constraints`: those of an earlier file of the same schema, if there is one.
ImportedFile import_file(const std::string &file, const Constraints *constraints) {
  LoadOptions options;
  options.samples = 0;
  const auto image = judge_detail::readable_image(file);
  SqliteConnection connection = SqliteConnection::from_image(image);
  ImportedFile imported{constraints != nullptr
                            ? *constraints
                            : Constraints::declared(load_sqlite(file, options), connection),
                        {}};
  const TestDatabase database = read_rows(file, image, imported.constraints);
  imported.database = {fs::path(file).filename().string(),
                       static_cast<std::uint32_t>(database.rows()), database.bytes()};
  return imported;
}

SuiteSchema import_schema(const SqliteFolder &folder, const std::string &id,
                          const std::map<std::string, std::uint32_t> &golds,
                          std::vector<SkippedItem> &skipped) {
  SuiteSchema schema;
  schema.id = id;
  std::optional<Constraints> constraints;
  judge_detail::UnreadableDatabases unreadable;
  for (const std::string &file : folder.files(id)) {
    unreadable.try_read(file, [&] {
      ImportedFile imported = import_file(file, constraints ? &*constraints : nullptr);
      schema.databases.push_back(std::move(imported.database));
      if (!constraints) constraints.emplace(std::move(imported.constraints));
    });
  }
  if (!constraints) unreadable.throw_first();
  std::ranges::move(unreadable.take(), std::back_inserter(skipped));
  schema.schema = constraints->share_schema();
  schema.definitions = constraints->definitions();
  Fingerprint fingerprint;
  fingerprint.add(id).add(schema.definitions);
  for (const SuiteDatabase &database : schema.databases) fingerprint.add(database.bytes);
  for (const auto &entry : golds) {
    SuiteGold &gold = schema.golds.emplace_back();
    gold.text = entry.first;
    gold.lines = entry.second;
    for (std::uint32_t i = 0; i < schema.databases.size(); ++i) gold.databases.push_back(i);
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

Suite import_suite(const std::string &folder, const std::vector<GoldLine> &golds,
                   std::vector<SkippedItem> *skipped) {
  std::map<std::string, std::map<std::string, std::uint32_t>> schemas;
  for (const GoldLine &gold : golds) ++schemas[gold.database_id][gold.text];
  const SqliteFolder source(folder);
  Suite suite;
  suite.settings = "imported";
  std::vector<SkippedItem> left_out;
  judge_detail::UnreadableDatabases unreadable;
  for (const auto &entry : schemas) {
    unreadable.try_read(entry.first, [&] {
      suite.schemas.push_back(import_schema(source, entry.first, entry.second, left_out));
    });
  }
  if (!schemas.empty() && suite.schemas.empty()) unreadable.throw_first();
  std::ranges::move(unreadable.take(), std::back_inserter(left_out));
  judge_detail::sort_skipped(left_out);
  if (skipped != nullptr) std::ranges::move(left_out, std::back_inserter(*skipped));
  return suite;
}

}  // namespace sluice::inline v0
