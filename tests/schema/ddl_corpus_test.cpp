/// Real schema files, compared with what an independent reader found in them.

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sluice/core/ascii.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/schema/load.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using Parts = std::vector<std::string>;

Parts parts_of(std::string_view name) {
  Parts parts;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('.', at), name.size());
    parts.push_back(lower_ascii(name.substr(at, end - at)));
    at = end + 1;
  }
  return parts;
}

/// Whether the names agree in the parts that both have.
bool fits(std::string_view a, std::string_view b) {
  const Parts left = parts_of(a), right = parts_of(b);
  const auto common = static_cast<std::ptrdiff_t>(std::min(left.size(), right.size()));
  return std::equal(left.end() - common, left.end(), right.end() - common);
}

bool is_view(const Table &table) {
  return table.kind == TableKind::view || table.kind == TableKind::materialized_view;
}

/// How many tables a table is one of the records' tables for: a family is all of its members, and a
/// partitioned table itself is one too.
std::size_t tables_in(const Database &database, std::uint32_t table) {
  const Table &one = database.tables()[table];
  for (const TableMembers &members : database.members()) {
    if (members.table == table)
      return members.count + (one.name.find('*') == one.name.npos ? 1 : 0);
  }
  return 1;
}

/// What the record of a file says, compared with what was read.
class Comparison {
 public:
  Comparison(JsonValue record, Databases databases)
      : record_(record), databases_(std::move(databases)) {
    is_ddl_ = record.find("kind")->as_string() == "ddl";
  }

  /// Empty if everything is the same.
  std::vector<std::string> differences() {
    count();
    compare_columns();
    compare_keys();
    return std::move(found_);
  }

 private:
  void expect(std::string_view member, std::size_t got) {
    const auto expected = record_.find(member);
    if (!expected || std::cmp_equal(expected->as_integer(), got)) return;
    found_.push_back(fmt::format("{}: {} instead of {}", member, got, expected->as_integer()));
  }

  void count() {
    std::map<std::string_view, std::size_t> counts;
    for (const auto &database : databases_) {
      for (std::uint32_t i = 0; i < database->tables().size(); ++i) {
        const Table &table = database->tables()[i];
        const std::size_t described =
            static_cast<std::size_t>(std::ranges::count_if(table.columns, [](const Column &column) {
              return !column.nested && !column.description.empty();
            }));
        if (is_ddl_ && is_view(table)) {
          ++counts["n_views"];
          counts["n_view_comments"] += described + (table.description.empty() ? 0 : 1);
          continue;
        }
        const std::size_t tables = tables_in(*database, i);
        counts["n_tables"] += tables;
        counts["n_columns"] +=
            tables * static_cast<std::size_t>(std::ranges::count_if(
                         table.columns, [](const Column &column) { return !column.nested; }));
        counts["n_table_comments"] += table.description.empty() ? 0 : 1;
        counts["n_column_comments"] += described;
        counts["n_primary_keys"] += table.primary_key.empty() ? 0 : 1;
      }
      for (const ForeignKey &key : database->foreign_keys()) {
        if (key.evidence == KeyEvidence::declared)
          counts["n_foreign_keys"] += tables_in(*database, key.table);
      }
    }
    for (const std::string_view member :
         {"n_tables", "n_columns", "n_primary_keys", "n_foreign_keys", "n_views",
          "n_table_comments", "n_column_comments", "n_view_comments"}) {
      if (is_ddl_ || (member != "n_views" && member != "n_view_comments"))
        expect(member, counts[member]);
    }
  }

  const Table *find_table(std::string_view name) const {
    for (const auto &database : databases_) {
      for (const Table &table : database->tables()) {
        if (same_name(table.name, name)) return &table;
      }
    }
    for (const auto &database : databases_) {
      for (const Table &table : database->tables()) {
        if (!is_view(table) && fits(table.name, name)) return &table;
      }
    }
    return nullptr;
  }

  bool has_families() const {
    return std::ranges::any_of(databases_,
                               [](const auto &database) { return !database->members().empty(); });
  }

  void compare_columns() {
    const auto tables = record_.find("columns");
    if (!tables || !is_ddl_) return;
    tables->each_member([&](std::string_view name, JsonValue columns) {
      const Table *table = find_table(name);
      if (table == nullptr) {
        if (!has_families()) found_.push_back(fmt::format("table {} is missing", name));
        return;
      }
      Parts expected, got;
      for (const JsonValue column : columns) expected.push_back(lower_ascii(column.as_string()));
      for (const Column &column : table->columns) {
        if (!column.nested) got.push_back(lower_ascii(column.name));
      }
      if (expected != got)
        found_.push_back(fmt::format("columns of {}: {} instead of {}", name, got, expected));
    });
  }

  bool has_key(JsonValue expected) const {
    const auto same = [](const Table &table, std::span<const std::uint32_t> positions,
                         JsonValue names) {
      std::size_t at = 0;
      for (const JsonValue name : names) {
        if (at == positions.size() ||
            !same_name(table.columns[positions[at]].name, name.as_string())) {
          return false;
        }
        ++at;
      }
      return at == positions.size() || at == 0;
    };
    for (const auto &database : databases_) {
      for (const ForeignKey &key : database->foreign_keys()) {
        const Table &from = database->tables()[key.table];
        const Table &to = database->tables()[key.referenced_table];
        const auto columns = expected.find("to_columns");
        if (fits(from.name, expected.find("table")->as_string()) &&
            fits(to.name, expected.find("to")->as_string()) &&
            same(from, key.columns, *expected.find("columns")) &&
            (!columns || same(to, key.referenced_columns, *columns))) {
          return true;
        }
      }
    }
    return false;
  }

  void compare_keys() {
    const auto keys = record_.find("foreign_keys");
    if (!keys || has_families()) return;
    for (const JsonValue key : *keys) {
      if (has_key(key)) continue;
      found_.push_back(fmt::format("the key of {} to {} is missing", key.find("table")->as_string(),
                                   key.find("to")->as_string()));
    }
  }

  JsonValue record_;
  Databases databases_;
  bool is_ddl_ = false;
  std::vector<std::string> found_;
};

}  // namespace

TEST_CASE("real schema files give what an independent reader found in them") {
  const auto folder = test::data_directory() / "ddl_corpus";
  if (!std::filesystem::exists(folder / "expected.jsonl")) return test::skip("no schema files");
  // Keys of pagila are declared for six of 55 partitions; the family has them once.
  const std::vector<std::string_view> exceptions = {"pagila_postgresql.sql"};
  const std::string lines = read_file((folder / "expected.jsonl").string());
  std::size_t files = 0, exact = 0;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const auto record = JsonDocument::parse(lines.substr(at, end - at), "expected.jsonl");
    at = end + 1;
    const std::string file(record.root().find("file")->as_string());
    CAPTURE(file);
    ++files;
    Databases databases;
    CHECK_NOTHROW(databases = load((folder / file).string(), {.samples = 0}));
    const auto differences = Comparison(record.root(), std::move(databases)).differences();
    exact += differences.empty() ? 1 : 0;
    if (std::ranges::find(exceptions, file) != exceptions.end()) continue;
    for (const std::string &difference : differences) FAIL_CHECK(difference);
  }
  CHECK(files >= 58);
  MESSAGE(exact << " of " << files << " files are exact");
  CHECK(exact >= files - exceptions.size());
}

}  // namespace sluice
