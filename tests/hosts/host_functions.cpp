/// A host that adds functions, collations and modules to every connection of its SQLite, and
/// replaces some of SQLite's: queries that the library runs call none of them.

#include <sqlite3.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "host.h"

namespace {

int calls = 0;

void note(sqlite3_context *context, int, sqlite3_value **) {
  ++calls;
  sqlite3_result_int(context, 1);
}
void note_step(sqlite3_context *, int, sqlite3_value **) { ++calls; }
void note_final(sqlite3_context *context) { sqlite3_result_int(context, 1); }
void note_inverse(sqlite3_context *, int, sqlite3_value **) { ++calls; }

int compare(void *, int, const void *, int, const void *) {
  ++calls;
  return 0;
}
int compare_any(void *, int a, const void *, int b, const void *) {
  ++calls;
  return a - b;
}
void offer_collation(void *, sqlite3 *database, int encoding, const char *name) {
  ++calls;
  sqlite3_create_collation(database, name, encoding, nullptr, compare);
}

int connect(sqlite3 *database, void *, int, const char *const *, sqlite3_vtab **made, char **) {
  ++calls;
  *made = static_cast<sqlite3_vtab *>(sqlite3_malloc(sizeof(sqlite3_vtab)));
  std::memset(*made, 0, sizeof(sqlite3_vtab));
  return sqlite3_declare_vtab(database, "CREATE TABLE x (value, path HIDDEN)");
}
int disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}
int best_index(sqlite3_vtab *, sqlite3_index_info *) {
  ++calls;
  return SQLITE_OK;
}
int open(sqlite3_vtab *, sqlite3_vtab_cursor **cursor) {
  ++calls;
  *cursor = static_cast<sqlite3_vtab_cursor *>(sqlite3_malloc(sizeof(sqlite3_vtab_cursor)));
  return SQLITE_OK;
}
int close(sqlite3_vtab_cursor *cursor) {
  sqlite3_free(cursor);
  return SQLITE_OK;
}
int filter(sqlite3_vtab_cursor *, int, const char *, int, sqlite3_value **) { return SQLITE_OK; }
int next(sqlite3_vtab_cursor *) { return SQLITE_OK; }
int is_at_end(sqlite3_vtab_cursor *) { return 1; }
int column(sqlite3_vtab_cursor *, sqlite3_context *, int) { return SQLITE_OK; }
int row_id(sqlite3_vtab_cursor *, sqlite3_int64 *id) {
  *id = 0;
  return SQLITE_OK;
}

/// Eponymous: it needs no CREATE VIRTUAL TABLE.
sqlite3_module module() {
  sqlite3_module made{};
  made.xConnect = connect;
  made.xBestIndex = best_index;
  made.xDisconnect = disconnect;
  made.xOpen = open;
  made.xClose = close;
  made.xFilter = filter;
  made.xNext = next;
  made.xEof = is_at_end;
  made.xColumn = column;
  made.xRowid = row_id;
  return made;
}
const sqlite3_module host_module = module();

int extend(sqlite3 *database, char **, const void *) {
  constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  for (const char *name : {"hostwrite", "readfile", "writefile", "eval", "regexp", "edit",
                           "fts5_evil", "snippets", "upper", "abs", "like", "length", "json"})
    for (const int arguments : {-1, 0, 1, 2, 3})
      sqlite3_create_function_v2(database, name, arguments, flags, nullptr, note, nullptr, nullptr,
                                 nullptr);
  for (const char *name : {"hostsum", "median", "sum", "count"})
    sqlite3_create_window_function(database, name, 1, SQLITE_UTF8, nullptr, note_step, note_final,
                                   note_final, note_inverse, nullptr);
  sqlite3_create_function_v2(database, "wide", 1, SQLITE_UTF16LE, nullptr, note, nullptr, nullptr,
                             nullptr);
  for (const char *name : {"hostorder", "german", "uint"})
    sqlite3_create_collation(database, name, SQLITE_UTF8, nullptr, compare);
  sqlite3_create_collation(database, "NOCASE", SQLITE_UTF8, nullptr, compare_any);
  sqlite3_create_collation(database, "RTRIM", SQLITE_UTF8, nullptr, compare_any);
  sqlite3_collation_needed(database, nullptr, offer_collation);
  for (const char *name : {"hosttable", "fsdir", "csv", "generate_series", "fts5_files"})
    sqlite3_create_module_v2(database, name, &host_module, nullptr, nullptr);
  return SQLITE_OK;
}

const std::vector<std::string> hostile = {
    "SELECT hostwrite('x')",
    "SELECT hostwrite()",
    "SELECT hostwrite(1, 2)",
    "SELECT hostwrite(1, 2, 3)",
    "SELECT hostwrite(1, 2, 3, 4)",
    "SELECT HOSTWRITE('x')",
    "SELECT \"hostwrite\"('x')",
    "SELECT [hostwrite]('x')",
    "SELECT `hostwrite`('x')",
    "SELECT label FROM wine WHERE hostwrite(label)",
    "SELECT label FROM wine ORDER BY hostwrite(label)",
    "SELECT count(*) FROM wine GROUP BY hostwrite(label)",
    "SELECT count(*) FROM wine GROUP BY style HAVING hostwrite(style)",
    "SELECT label FROM wine LIMIT hostwrite(1)",
    "SELECT label FROM wine LIMIT 1 OFFSET hostwrite(1)",
    "SELECT (SELECT hostwrite(label))  FROM wine",
    "WITH x AS (SELECT hostwrite(1) AS y) SELECT y FROM x",
    "WITH RECURSIVE x(y) AS (SELECT 1 UNION ALL SELECT hostwrite(y) FROM x LIMIT 2) SELECT y FROM x",
    "SELECT 1 UNION SELECT hostwrite(1)",
    "VALUES (hostwrite(1))",
    "SELECT CASE WHEN hostwrite(1) THEN 1 ELSE 2 END",
    "SELECT CASE WHEN 0 THEN hostwrite(1) ELSE 2 END",
    "SELECT coalesce(NULL, hostwrite(1))",
    "SELECT label FROM wine JOIN (SELECT hostwrite(1) AS a) ON a = 1",
    "SELECT label FROM wine WHERE label IN (SELECT hostwrite(1))",
    "SELECT label FROM wine WHERE EXISTS (SELECT hostwrite(1))",
    "SELECT readfile('/etc/passwd')",
    "SELECT writefile('x', 'y')",
    "SELECT eval('SELECT 1')",
    "SELECT edit('x')",
    "SELECT label FROM wine WHERE label REGEXP 'a'",
    "SELECT regexp('a', 'b')",
    "SELECT fts5_evil(1)",
    "SELECT snippets(1)",
    "SELECT wide('x')",
    "SELECT hostsum(vintage) FROM wine",
    "SELECT median(vintage) FROM wine",
    "SELECT hostsum(vintage) OVER (ORDER BY label) FROM wine",
    "SELECT hostsum(vintage) FILTER (WHERE vintage > 1) FROM wine",
    "SELECT median(DISTINCT vintage) FROM wine",
    "SELECT label FROM wine ORDER BY label COLLATE hostorder",
    "SELECT label FROM wine WHERE label = 'x' COLLATE german",
    "SELECT label FROM wine WHERE label COLLATE \"hostorder\" < 'x'",
    "SELECT DISTINCT label COLLATE german FROM wine",
    "SELECT max(label COLLATE german) FROM wine",
    "SELECT label FROM wine GROUP BY label COLLATE uint",
    "SELECT label FROM wine ORDER BY 1 COLLATE unheard_of",
    "SELECT 'a' = 'b' COLLATE offered",
    "SELECT * FROM hosttable",
    "SELECT * FROM hosttable('x')",
    "SELECT value FROM hosttable WHERE path = 'x'",
    "SELECT * FROM fsdir('.')",
    "SELECT * FROM csv",
    "SELECT * FROM generate_series(1, 3)",
    "SELECT label FROM wine, hosttable(label)",
    "SELECT * FROM fts5_files('x')",
    "SELECT * FROM main.hosttable",
    "SELECT (SELECT count(*) FROM hosttable)",
    "SELECT load_extension('x')",
    "SELECT fts3_tokenizer('simple')",
};

/// SQLite functions that the host has replaced: correct with a private copy, refused otherwise,
/// never those of the host.
const std::vector<std::pair<std::string, std::string>> replaced = {
    {"SELECT 'ABC'", "SELECT upper('abc')"},
    {"SELECT 3", "SELECT abs(-3)"},
    {"SELECT 2", "SELECT length('ab')"},
    {"SELECT 1", "SELECT 'abc' LIKE 'A%'"},
    {"SELECT '[1]'", "SELECT json('[1]')"},
    {"SELECT sum(v) FROM (SELECT 1 AS v)", "SELECT sum(v) FROM (SELECT 1 AS v)"},
};

/// Queries with the same result with both copies.
const std::vector<std::pair<std::string, std::string>> kept = {
    {"SELECT 1", "SELECT 'abc' = 'ABC' COLLATE NOCASE"},
    {"SELECT 0", "SELECT 'abc' = 'ABD' COLLATE NOCASE"},
    {"SELECT 1", "SELECT 'abc' < 'ABD' COLLATE NOCASE"},
    {"SELECT 1", "SELECT 'abc' = 'abc  ' COLLATE RTRIM"},
    {"SELECT 0", "SELECT ' abc' = 'abc' COLLATE RTRIM"},
    {"SELECT 'bc'", "SELECT substr('abc', 2)"},
    {"SELECT 2", "SELECT instr('abc', 'b')"},
};

int judged(const sluice_suite *suite, const std::string &gold, const std::string &predicted) {
  sluice_verdict *verdict = nullptr;
  sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
  HOST_EXPECT(SLUICE_OK,
              sluice_suite_judge(suite, "vineyard", SLUICE_NUL, gold.c_str(), SLUICE_NUL,
                                 predicted.c_str(), SLUICE_NUL, nullptr, &verdict, &error));
  HOST_EXPECT(SLUICE_OK, sluice_verdict_get(verdict, &info, &error));
  sluice_verdict_free(verdict);
  return info.verdict;
}

void refute(const sluice_suite *suite, const std::string &query) {
  sluice_refute_options options = SLUICE_REFUTE_OPTIONS_INIT;
  options.databases = 5;
  sluice_verdict *verdict = nullptr;
  HOST_EXPECT(SLUICE_OK,
              sluice_suite_refute(suite, "vineyard", SLUICE_NUL, "SELECT 1", SLUICE_NUL,
                                  query.c_str(), SLUICE_NUL, &options, &verdict, &error));
  sluice_verdict_free(verdict);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  sqlite3_auto_extension(reinterpret_cast<void (*)()>(extend));
  sluice_suite *suite = nullptr;
  sluice_catalog *catalog = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_suite_open(argv[1], SLUICE_NUL, &suite, &error));
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(argv[1], SLUICE_NUL, nullptr, &catalog, &error));
  for (const std::string &query : hostile) {
    const int before = calls;
    const int verdict = judged(suite, "SELECT 1", query);
    refute(suite, query);
    if (verdict == SLUICE_WRONG && calls == before) continue;
    std::fprintf(stderr, "%s: verdict %d, %d calls of the host\n", query.c_str(), verdict,
                 calls - before);
    ++host_failures;
  }
  for (const auto &[gold, query] : replaced) {
    const int verdict = judged(suite, gold, query);
#ifdef SLUICE_PRIVATE_SQLITE
    const bool holds = verdict == SLUICE_RIGHT && calls == 0;
#else
    const bool holds = verdict != SLUICE_RIGHT && calls == 0;
#endif
    if (holds) continue;
    std::fprintf(stderr, "%s: verdict %d, %d calls\n", query.c_str(), verdict, calls);
    ++host_failures;
  }
  for (const auto &[gold, query] : kept) {
    if (judged(suite, gold, query) == SLUICE_RIGHT) continue;
    std::fprintf(stderr, "%s: not right\n", query.c_str());
    ++host_failures;
  }
  HOST_CHECK(hostile.size() >= 60);
  HOST_CHECK(calls == 0);
  sluice_suite_release(suite);
  sluice_catalog_release(catalog);
  return host_failures == 0 ? 0 : 1;
}
