#ifndef SLUICE_TESTS_SQL_CORPORA_HPP
#define SLUICE_TESTS_SQL_CORPORA_HPP

/// Statements of the benchmark data.

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/lines.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "support/support.hpp"

namespace sluice::test {

/// A statement and SQLite's known verdict: "accept", "reject", "structural" …
struct KnownStatement {
  std::string sql;
  std::string status;
};

/// `sql_corpus/NAME.sql` with its verdicts; empty if the data is missing.
inline std::vector<KnownStatement> known_statements(const std::string &name) {
  const std::filesystem::path folder = data_directory() / "sql_corpus";
  if (!exists(folder / (name + ".sql"))) return {};
  std::vector<KnownStatement> statements;
  std::string sql;
  const std::string text = read_file((folder / (name + ".sql")).string());
  for (const std::string_view line : lines_of(text)) {
    if (line == ";;") {
      statements.push_back({sql, ""});
      sql.clear();
    } else {
      if (!sql.empty()) sql += '\n';
      sql += line;
    }
  }
  const std::string verdicts = read_file((folder / (name + ".status.tsv")).string());
  std::size_t at = 0;
  for (const std::string_view line : lines_of(verdicts)) {
    if (line.starts_with("index\t")) continue;
    const std::size_t tab = line.find('\t') + 1;
    statements.at(at++).status = line.substr(tab, line.find('\t', tab) - tab);
  }
  if (at != statements.size()) throw std::runtime_error(name + ": verdicts are missing");
  return statements;
}

/// A query and the name of its database.
struct Query {
  std::string sql;
  std::string database;
};

/// The queries of a data file: JSON lines with "sql", or lines of SQL, a tab and the database's
/// name. Empty if the file is missing.
inline std::vector<Query> queries(const std::string &file) {
  const std::filesystem::path path = data_directory() / file;
  if (!exists(path)) return {};
  std::vector<Query> found;
  const std::string text = read_file(path.string());
  if (file.find(".jsonl") != std::string::npos) {
    each_json_line(text, file, [&](JsonValue record) {
      found.push_back(
          {std::string(record.at("sql").as_string()), std::string(record.at("db_id").as_string())});
    });
  } else {
    for (const std::string_view line : lines_of(text)) {
      if (line.empty()) continue;
      const std::size_t tab = line.find('\t');
      found.push_back({std::string(line.substr(0, tab)), std::string(line.substr(tab + 1))});
    }
  }
  return found;
}

}  // namespace sluice::test

#endif
