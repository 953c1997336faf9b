#include "sqlite_additions.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sqlite_library.hpp"

namespace sluice::inline v0::db_detail {
namespace {

constexpr std::array encodings = {SQLITE_UTF8, SQLITE_UTF16LE, SQLITE_UTF16BE};

/// Functions that SQLite's extensions register individually, as a host would. Sorted.
constexpr std::array<std::string_view, 34> of_extensions = {
    "fts3_tokenizer",
    "fts5",
    "fts5_decode",
    "fts5_decode_none",
    "fts5_expr",
    "fts5_expr_tcl",
    "fts5_fold",
    "fts5_insttoken",
    "fts5_isalnum",
    "fts5_locale",
    "fts5_rowid",
    "fts5_source_id",
    "geopoly_area",
    "geopoly_bbox",
    "geopoly_blob",
    "geopoly_ccw",
    "geopoly_contains_point",
    "geopoly_debug",
    "geopoly_group_bbox",
    "geopoly_json",
    "geopoly_overlap",
    "geopoly_regular",
    "geopoly_svg",
    "geopoly_within",
    "geopoly_xform",
    "match",
    "matchinfo",
    "offsets",
    "optimize",
    "rtreecheck",
    "rtreedepth",
    "rtreenode",
    "snippet",
    "sqlite_offset",
};
static_assert(std::ranges::is_sorted(of_extensions));

bool is_of_sqlite(std::string_view name) noexcept {
  return std::ranges::binary_search(of_extensions, lower_ascii(name));
}

/// Modules that SQLite can be built with; other modules come from the host.
constexpr const char *modules[] = {
    "bytecode",  "dbstat",      "fts3",        "fts3aux",    "fts3tokenize",
    "fts4",      "fts4aux",     "fts5",        "fts5vocab",  "geopoly",
    "json_each", "json_tree",   "jsonb_each",  "jsonb_tree", "rtree",
    "rtree_i32", "sqlite_stmt", "tables_used", nullptr,
};

struct Finalize {
  void operator()(sqlite3_stmt *statement) const noexcept { sqlite3_finalize(statement); }
};

/// Calls `visit` with each row of a pragma.
template <class Visit>
void each_row(sqlite3 *database, const char *pragma, Visit visit) {
  sqlite3_stmt *made = nullptr;
  if (sqlite3_prepare_v2(database, pragma, -1, &made, nullptr) != SQLITE_OK) return;
  const std::unique_ptr<sqlite3_stmt, Finalize> statement(made);
  while (sqlite3_step(made) == SQLITE_ROW) visit(made);
}

std::string text_of(sqlite3_stmt *row, int column) {
  const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(row, column));
  return text != nullptr ? text : "";
}

int compare_nocase(void *, int left_size, const void *left, int right_size, const void *right) {
  const int shorter = std::min(left_size, right_size);
  const int order =
      sqlite3_strnicmp(static_cast<const char *>(left), static_cast<const char *>(right), shorter);
  return order != 0 ? order : left_size - right_size;
}

int compare_rtrim(void *, int left_size, const void *left, int right_size, const void *right) {
  const auto trimmed = [](const void *text, int size) {
    std::string_view view(static_cast<const char *>(text), static_cast<std::size_t>(size));
    return view.substr(0, view.find_last_not_of(' ') + 1);
  };
  return trimmed(left, left_size).compare(trimmed(right, right_size));
}

void remove_collations(sqlite3 *database) {
  std::vector<std::string> names;
  each_row(database, "PRAGMA collation_list",
           [&](sqlite3_stmt *row) { names.push_back(text_of(row, 1)); });
  for (const std::string &name : names) {
    if (sqlite3_stricmp(name.c_str(), "BINARY") == 0) continue;
    for (const int encoding : encodings)
      sqlite3_create_collation_v2(database, name.c_str(), encoding, nullptr, nullptr, nullptr);
  }
  sqlite3_create_collation_v2(database, "NOCASE", SQLITE_UTF8, nullptr, compare_nocase, nullptr);
  sqlite3_create_collation_v2(database, "RTRIM", SQLITE_UTF8, nullptr, compare_rtrim, nullptr);
  sqlite3_collation_needed(database, nullptr, nullptr);
}

}  // namespace

void SqliteAdditions::remove_functions(sqlite3 *database) {
  std::vector<std::pair<std::string, int>> found;
  // columns: name, builtin, type, enc, narg, flags
  each_row(database, "PRAGMA function_list", [&](sqlite3_stmt *row) {
    std::string name = text_of(row, 0);
    if (sqlite3_column_int(row, 1) != 0 || is_of_sqlite(name)) return;
    found.emplace_back(std::move(name), sqlite3_column_int(row, 4));
  });
  for (const auto &[name, arguments] : found) {
    for (const int encoding : encodings) {
      sqlite3_create_function_v2(database, name.c_str(), arguments, encoding, nullptr, nullptr,
                                 nullptr, nullptr, nullptr);
    }
    functions_.push_back(lower_ascii(name));
  }
  std::ranges::sort(functions_);
}

void SqliteAdditions::remove_from(sqlite3 *database) {
  if constexpr (sqlite_is_private) return;
  // Modules first: any statement that names a table could connect a virtual table.
  sqlite3_drop_modules(database, const_cast<const char **>(modules));
  remove_functions(database);
  remove_collations(database);
}

bool SqliteAdditions::had_function(std::string_view name) const noexcept {
  return std::ranges::binary_search(functions_, lower_ascii(name));
}

}  // namespace sluice::inline v0::db_detail
