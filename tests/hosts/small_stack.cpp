/* A host whose threads have small stacks, as with musl: every function of sluice.h, with ordinary
 * input and with the deepest accepted SQL of each shape. The library's own threads have the same
 * limit. */

#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include <sluice/core/function_ref.hpp>

#include "host.h"

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HOST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HOST_SANITIZED 1
#endif
#endif

#if defined(HOST_SANITIZED)  // frames are many times larger
constexpr std::size_t stack_bytes = std::size_t{4096} << 10;
#else
constexpr std::size_t stack_bytes = std::size_t{128} << 10;
#endif

std::string current;  // name of the current call

#if !defined(HOST_SANITIZED)
void on_overflow(int) {
  static_cast<void>(!::write(2, current.data(), current.size()));
  static_cast<void>(!::write(2, ": the stack is too small\n", 25));
  ::_exit(1);
}
#endif

void *run(void *work) {
#if !defined(HOST_SANITIZED)
  static char reserve[1 << 16];
  stack_t other{};
  other.ss_sp = reserve;
  other.ss_size = sizeof reserve;
  ::sigaltstack(&other, nullptr);
#endif
  (*static_cast<sluice::function_ref<void()> *>(work))();
  return nullptr;
}

void in_thread(const std::string &name, sluice::function_ref<void()> work) {
  current = name;
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  if (pthread_create(&thread, &attributes, run, &work) != 0) {
    HOST_CHECK(false && "a thread starts");
  } else {
    pthread_join(thread, nullptr);
  }
  pthread_attr_destroy(&attributes);
}

/// Runs one call on a small stack and checks its status.
void in_thread(const std::string &name, sluice_status expected,
               sluice::function_ref<sluice_status(sluice_error **)> call) {
  in_thread(name, [&] {
    sluice_error *error = nullptr;
    const sluice_status status = call(&error);
    host_expect(__FILE__, __LINE__, name.c_str(), expected, status, error);
  });
}

/// A nested text: `open` repeated, the middle, `close` repeated.
struct Shape {
  const char *name, *before, *open, *middle, *close, *after;
};

constexpr Shape shapes[] = {
    {"AND", "SELECT b FROM t WHERE 1", " AND a>1", "", "", ""},
    {"OR", "SELECT b FROM t WHERE 1", " OR a>1", "", "", ""},
    {"+", "SELECT a", " + a", "", "", " FROM t"},
    {"||", "SELECT b", " || b", "", "", " FROM t"},
    {"=", "SELECT a", " = a", "", "", " FROM t"},
    {"LIKE", "SELECT a", " LIKE b", "", "", " FROM t"},
    {"BETWEEN", "SELECT a", " BETWEEN 1 AND 2", "", "", " FROM t"},
    {"BETWEEN low", "SELECT ", "a BETWEEN ", "2", " AND 3", " FROM t"},
    {"BETWEEN high", "SELECT ", "1 BETWEEN 2 AND (", "a", ")", " FROM t"},
    {"ESCAPE", "SELECT ", "b LIKE b ESCAPE (", "b", ")", " FROM t"},
    {"ISNULL", "SELECT a", " ISNULL", "", "", " FROM t"},
    {"COLLATE", "SELECT a", " COLLATE nocase", "", "", " FROM t"},
    {"IN behind", "SELECT a", " IN (1)", "", "", " FROM t"},
    {"precedence", "SELECT ", "1 OR 2 AND 3 = 4 < 5 & 6 + 7 * 8 || (", "9", ")", " FROM t"},
    {"NOT", "SELECT b FROM t WHERE ", "NOT ", "a", "", ""},
    {"NOT (", "SELECT b FROM t WHERE ", "NOT (a AND ", "a", ")", ""},
    {"-", "SELECT ", "- ", "a", "", " FROM t"},
    {"~", "SELECT ", "~", "a", "", " FROM t"},
    {"(", "SELECT ", "(", "a", ")", " FROM t"},
    {"(+", "SELECT ", "(1 + ", "a", ")", " FROM t"},
    {"(OR", "SELECT b FROM t WHERE ", "(a = 1 OR ", "a = 2", ")", ""},
    {"row", "SELECT ", "(1, ", "a", ")", " FROM t"},
    {"CASE WHEN", "SELECT ", "CASE WHEN ", "a", " THEN 1 ELSE 2 END", " FROM t"},
    {"CASE THEN", "SELECT ", "CASE WHEN a THEN ", "1", " END", " FROM t"},
    {"CASE ELSE", "SELECT ", "CASE WHEN a = 1 THEN 2 ELSE ", "a", " END", " FROM t"},
    {"CASE operand", "SELECT ", "CASE ", "a", " WHEN 1 THEN 2 END", " FROM t"},
    {"function", "SELECT ", "abs(", "a", ")", " FROM t"},
    {"iif", "SELECT ", "iif(a, 1, ", "a", ")", " FROM t"},
    {"CAST", "SELECT ", "CAST(", "a", " AS INTEGER)", " FROM t"},
    {"IN list", "SELECT b FROM t WHERE ", "a IN (1, ", "a", ")", ""},
    {"IN long", "SELECT b FROM t WHERE a IN (1", ", 2", "", "", ")"},
    {"IN query", "SELECT b FROM t", " WHERE a IN (SELECT a FROM t", "", ")", ""},
    {"EXISTS", "SELECT b FROM t", " WHERE EXISTS (SELECT 1 FROM u", "", ")", ""},
    {"scalar", "SELECT ", "(SELECT ", "1", ")", ""},
    {"scalar in WHERE", "SELECT ", "(SELECT a FROM t WHERE a = ", "1", ")", " FROM t"},
    {"FROM query", "SELECT * FROM ", "(SELECT * FROM ", "t", ")", ""},
    {"FROM (", "SELECT * FROM ", "(", "t", ")", ""},
    {"FROM (JOIN", "SELECT * FROM ", "(t JOIN ", "u", ")", ""},
    {"JOIN query", "SELECT * FROM t", " JOIN (SELECT * FROM t", "", ") ON 1", ""},
    {"JOIN", "SELECT 1 FROM t", " JOIN t", "", "", ""},
    {"OVER", "SELECT ", "sum(1) OVER (ORDER BY ", "a", ")", " FROM t"},
    {"FILTER", "SELECT ", "count(*) FILTER (WHERE ", "a", ")", " FROM t"},
    {"WITH", "", "WITH w AS (", "SELECT a FROM t", ") SELECT a FROM w", ""},
    {"WITH unnamed", "", "WITH a AS (", "SELECT 1", ") SELECT 1", ""},
    {"UNION", "SELECT a FROM t", " UNION SELECT a FROM t", "", "", ""},
    {"UNION ALL", "SELECT a FROM t", " UNION ALL SELECT a FROM t", "", "", " ORDER BY a"},
    {"UNION in FROM", "", "SELECT 1 UNION SELECT * FROM (", "SELECT 1", ")", ""},
    {"JSON", "SELECT length(json('", "[", "", "]", "')) FROM t"},
    {"JSON path", "SELECT json_extract('{}', '$", "[0]", "", "", "')"},
    {"VALUES", "SELECT ", "(VALUES (", "1", "))", ""},
    {"GROUP BY", "SELECT b FROM t GROUP BY ", "(a + ", "a", ")", ""},
    {"HAVING", "SELECT b FROM t GROUP BY b HAVING 1", " AND count(*) > 1", "", "", ""},
    {"ORDER BY", "SELECT b FROM t ORDER BY ", "(a + ", "a", ")", ""},
    {"LIMIT", "SELECT b FROM t LIMIT ", "(1 + ", "1", ")", ""},
    {"::", "SELECT a", "::integer", "", "", " FROM t"},
    {"subscript", "SELECT a", "[1]", "", "", " FROM t"},
    {"subscript in", "SELECT ", "a[", "1", "]", " FROM t"},
    {"(query", "", "(", "SELECT 1", ")", ""},
    {"(UNION", "", "(SELECT 1 UNION ", "SELECT 1", ")", ""},
    {"ANY", "SELECT ", "a = ANY (SELECT ", "1", ")", ""},
    {"LIMIT UNION", "SELECT 1 LIMIT 1", " UNION SELECT 1 LIMIT 1", "", "", ""},
    {"ARRAY", "SELECT ", "ARRAY[", "1", "]", ""},
    {"WITH DELETE", "", "WITH w AS (DELETE FROM t WHERE a IN (", "1", ") RETURNING *) SELECT 1",
     ""},
    {"FROM in a call", "SELECT ", "f(a FROM ", "1", ")", ""},
    {"INTERVAL", "SELECT ", "INTERVAL - (", "1", ")", ""},
    {"UPDATE", "UPDATE t SET a = ", "(", "1", ")", ""},
    {"CHECK", "CREATE TABLE z (a CHECK (", "(", "1", ")", "))"},
};

#if defined(HOST_SANITIZED) || !defined(__OPTIMIZE__)
constexpr bool is_slow = true;
#else
constexpr bool is_slow = false;
#endif

/// Additional nesting depths for what SQLite runs, since it accepts less than we do.
constexpr std::size_t depths[] = {90, 480};
constexpr std::size_t building_depth = 20;

std::string nested(const Shape &shape, std::size_t times) {
  std::string sql = shape.before;
  for (std::size_t i = 0; i < times; ++i) sql += shape.open;
  sql += shape.middle;
  for (std::size_t i = 0; i < times; ++i) sql += shape.close;
  return sql + shape.after;
}

constexpr const char *definitions =
    "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c REAL);"
    "CREATE TABLE u (a INTEGER REFERENCES t (a), d TEXT);"
    "INSERT INTO t VALUES (1, 'x', 2.5), (2, 'y', 3.5); INSERT INTO u VALUES (1, 'z');";

/// Long chains in a view, a check and a generated column.
std::string deep_definitions() {
  std::string chain = "a";
  for (int i = 0; i < 480; ++i) chain += " + 1";
  return std::string(definitions) + "CREATE VIEW v AS SELECT " + chain + " AS a FROM t;" +
         "CREATE TABLE w (a INTEGER CHECK (" + chain + " > 0), b AS (" + chain + "));" +
         "INSERT INTO w VALUES (1);";
}

class Host {
 public:
  Host(std::string sample, std::string own) : sample_(std::move(sample)), own_(std::move(own)) {}

  void run() {
    load();
    ordinary();
    deep_schema();
    wide();
    for (const Shape &shape : shapes) deep(shape);
    sluice_retriever_release(retriever_);
    sluice_suite_release(suite_);
    sluice_catalog_release(catalog_);
  }

 private:
  void load() {
    in_thread("sluice_catalog_load_ddl", SLUICE_OK, [&](sluice_error **error) {
      return sluice_catalog_load_ddl(definitions, SLUICE_NUL, "d", SLUICE_NUL, nullptr, &catalog_,
                                     error);
    });
    in_thread("sluice_suite_open_ddl", SLUICE_OK, [&](sluice_error **error) {
      return sluice_suite_open_ddl(definitions, SLUICE_NUL, "d", SLUICE_NUL, &suite_, error);
    });
    in_thread("sluice_retriever_new", SLUICE_OK, [&](sluice_error **error) {
      return sluice_retriever_new(catalog_, nullptr, &retriever_, error);
    });
    file_ = own_ + "/d.sqlite";
    ::unlink(file_.c_str());
    sqlite3 *database = nullptr;
    HOST_CHECK(sqlite3_open(file_.c_str(), &database) == SQLITE_OK);
    HOST_CHECK(sqlite3_exec(database, definitions, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
    std::FILE *tables = std::fopen((own_ + "/tables.json").c_str(), "w");
    HOST_CHECK(tables != nullptr);
    if (tables == nullptr) return;
    std::fputs("[{\"db_id\": \"d\", \"table_names_original\": [\"t\", \"u\"], "
               "\"column_names_original\": [[-1, \"*\"], [0, \"a\"], [0, \"b\"], [0, \"c\"], "
               "[1, \"a\"], [1, \"d\"]], \"foreign_keys\": [[4, 1]]}]",
               tables);
    std::fclose(tables);
  }

  // Ordinary input

  void ordinary() {
    sluice_catalog *all = nullptr, *indexed = nullptr;
    sluice_retriever *retriever = nullptr;
    const std::string index = own_ + "/index";
    in_thread("sluice_catalog_load", SLUICE_OK, [&](sluice_error **error) {
      return sluice_catalog_load(sample_.c_str(), SLUICE_NUL, nullptr, &all, error);
    });
    in_thread("sluice_index_build", SLUICE_OK, [&](sluice_error **error) {
      return sluice_index_build(all, index.c_str(), SLUICE_NUL, nullptr, error);
    });
    in_thread("sluice_catalog_load of an index", SLUICE_OK, [&](sluice_error **error) {
      return sluice_catalog_load(index.c_str(), SLUICE_NUL, nullptr, &indexed, error);
    });
    in_thread("sluice_retriever_new of an index", SLUICE_OK, [&](sluice_error **error) {
      return sluice_retriever_new(indexed, nullptr, &retriever, error);
    });
    names(all);
    question(all, retriever);
    json(retriever);
    databases();
    in_thread("the releases", [&] {
      sluice_retriever_release(retriever);
      sluice_catalog_release(all);
      sluice_catalog_release(indexed);
    });
  }

  static void names(const sluice_catalog *all) {
    in_thread("the library and names", [&] {
      HOST_CHECK(sluice_version()[0] != '\0');
      HOST_CHECK(sluice_abi_version() == SLUICE_ABI_VERSION);
      HOST_CHECK(sluice_catalog_count(all, SLUICE_COLUMN) > 0);
      HOST_CHECK(sluice_catalog_name(all, SLUICE_TABLE, 0).size > 0);
      HOST_CHECK(sluice_catalog_parent(all, SLUICE_TABLE, 0) == 0);
      std::uint32_t found = 0;
      HOST_EXPECT(SLUICE_OK, sluice_catalog_find(all, SLUICE_TABLE, "vineyard.wine", SLUICE_NUL,
                                                 &found, &error));
    });
  }

  void question(const sluice_catalog *all, const sluice_retriever *retriever) {
    constexpr const char *asked = "Which wines of vintage 2019 have the best scores?";
    in_thread("sluice_mask", [&] {
      sluice_mask *mask = nullptr;
      HOST_EXPECT(SLUICE_OK, sluice_mask_new(all, 1, &mask, &error));
      HOST_EXPECT(SLUICE_OK, sluice_mask_set(mask, SLUICE_TABLE, 0, 0, &error));
      sluice_mask_free(mask);
    });
    in_thread("sluice_retrieve", [&] {
      sluice_subset *subset = nullptr;
      HOST_EXPECT(SLUICE_OK,
                  sluice_retrieve(retriever, asked, SLUICE_NUL, nullptr, nullptr, &subset, &error));
      HOST_CHECK(sluice_subset_size(subset) > 0);
      sluice_item item = SLUICE_ITEM_INIT;
      HOST_EXPECT(SLUICE_OK, sluice_subset_item(subset, 0, &item, &error));
      for (sluice_form form = SLUICE_FORM_PROMPT; form <= SLUICE_FORM_JSON; ++form) {
        sluice_text *text = nullptr;
        HOST_EXPECT(SLUICE_OK, sluice_subset_render(subset, form, nullptr, &text, &error));
        sluice_text_free(text);
      }
      sluice_subset_free(subset);
    });
    in_thread("sluice_route", [&] {
      sluice_routes *routes = nullptr;
      HOST_EXPECT(SLUICE_OK, sluice_route(retriever, asked, SLUICE_NUL, nullptr, &routes, &error));
      HOST_CHECK(sluice_routes_size(routes) > 0);
      sluice_routed routed = SLUICE_ROUTED_INIT;
      HOST_EXPECT(SLUICE_OK, sluice_routes_item(routes, 0, &routed, &error));
      sluice_routes_free(routes);
    });
    in_thread("sluice_answer", [&] {
      sluice_text *text = nullptr;
      sluice_error *error = nullptr;
      const sluice_status status =
          sluice_answer(retriever, asked, SLUICE_NUL, nullptr, nullptr, &text, &error);
      HOST_CHECK(status == SLUICE_OK || status == SLUICE_UNSUPPORTED);  // without a label model
      sluice_error_free(error);
      sluice_text_free(text);
    });
  }

  static void json(const sluice_retriever *retriever) {
    for (const auto &[open, close] : {std::pair("[", "]"), std::pair("{\"a\":", "}")}) {
      std::string text;
      for (int i = 0; i < 250; ++i) text += open;
      text += "0";
      for (int i = 0; i < 250; ++i) text += close;
      in_thread("sluice_catalog_load_json of " + text.substr(0, 8), [&] {
        sluice_catalog *catalog = nullptr;
        sluice_catalog_load_json(text.data(), text.size(), nullptr, &catalog, nullptr);
        sluice_catalog_release(catalog);
      });
      in_thread("sluice_retrieve with " + text.substr(0, 8), [&] {
        sluice_retrieve_options options = SLUICE_RETRIEVE_OPTIONS_INIT;
        options.hallucinated = text.c_str();
        sluice_subset *subset = nullptr;
        sluice_retrieve(retriever, "rent", SLUICE_NUL, nullptr, &options, &subset, nullptr);
        sluice_subset_free(subset);
      });
    }
  }

  void databases() {
    constexpr const char *gold = "SELECT label FROM wine WHERE vintage > 2015";
    constexpr const char *predicted = "SELECT label FROM wine WHERE vintage >= 2015 ORDER BY label";
    const std::string file = sample_ + "/vineyard.sqlite", saved = own_ + "/small.suite";
    const sluice_gold golds[] = {
        {{"vineyard", 8}, {gold, strlen(gold)}},
        {{"vineyard", 8}, {predicted, strlen(predicted)}},
    };
    in_thread("sluice_suite of a folder", [&] {
      sluice_suite *suite = nullptr;
      HOST_EXPECT(SLUICE_OK, sluice_suite_open(sample_.c_str(), SLUICE_NUL, &suite, &error));
      judge(suite, "vineyard", gold, predicted);
      refute(suite, "vineyard", gold, predicted, 1500);
      sluice_suite_release(suite);
    });
    in_thread("sluice_suite_build", [&] {
      sluice_suite *suite = nullptr, *read = nullptr;
      HOST_EXPECT(SLUICE_OK, sluice_suite_build(golds, 2, sample_.c_str(), SLUICE_NUL, nullptr,
                                                &suite, &error));
      HOST_EXPECT(SLUICE_OK, sluice_suite_save(suite, saved.c_str(), SLUICE_NUL, &error));
      HOST_EXPECT(SLUICE_OK, sluice_suite_open(saved.c_str(), SLUICE_NUL, &read, &error));
      judge(read, "vineyard", gold, predicted);
      sluice_suite_release(read);
      sluice_suite_release(suite);
    });
    in_thread("sluice_suite_run", [&] {
      sluice_suite_run_options options = SLUICE_SUITE_RUN_OPTIONS_INIT;
      options.golds = golds;
      options.gold_count = 2;
      sluice_text *text = nullptr;
      HOST_EXPECT(SLUICE_OK, sluice_suite_run(nullptr, 0, sample_.c_str(), SLUICE_NUL,
                                              saved.c_str(), SLUICE_NUL, &options, &text, &error));
      sluice_text_free(text);
    });
    for (const std::string &from : {sample_, saved}) {
      in_thread("sluice_score_run on " + from, SLUICE_OK, [&](sluice_error **error) {
        return score(from, "vineyard", gold, predicted, SLUICE_SCORE_EXECUTION, error);
      });
    }
    in_thread("sluice_audit", [&] {
      sluice_text *text = nullptr;
      HOST_EXPECT(SLUICE_OK,
                  sluice_audit(file.c_str(), SLUICE_NUL, golds, 2, nullptr, &text, &error));
      HOST_CHECK(sluice_text_view(text).size > 0);
      sluice_text_free(text);
    });
    rank("vineyard", gold, predicted);
  }

  // Content of schemas

  void deep_schema() {
    const std::string sql = deep_definitions();
    in_thread("a schema with deep definitions", [&] {
      sluice_catalog *catalog = nullptr;
      sluice_suite *suite = nullptr;
      HOST_EXPECT(SLUICE_OK, sluice_catalog_load_ddl(sql.data(), sql.size(), "d", SLUICE_NUL,
                                                     nullptr, &catalog, &error));
      HOST_EXPECT(SLUICE_OK,
                  sluice_suite_open_ddl(sql.data(), sql.size(), "d", SLUICE_NUL, &suite, &error));
      judge(suite, "d", "SELECT a FROM v", "SELECT max(a) FROM v");
      judge(suite, "d", "SELECT b FROM w", "SELECT a FROM w");
      refute(suite, "d", "SELECT a FROM w", "SELECT b FROM w", 20);
      refute(suite, "d", "SELECT a FROM v", "SELECT DISTINCT a FROM v", 20);
      sluice_suite_release(suite);
      sluice_catalog_release(catalog);
    });
  }

  /// Results of many columns, in another order.
  void wide() {
    std::string gold = "SELECT 0", predicted = "SELECT 0";
    for (int i = 1; i < 1500; ++i) {
      gold += ", " + std::to_string(i / 2);
      predicted += ", " + std::to_string((1500 - i) / 2);
    }
    in_thread("results of many columns", [&] {
      judge(suite_, "d", gold, predicted);
      refute(suite_, "d", gold + " ORDER BY 1", predicted, 5);
    });
  }

  // The deepest SQL

  void deep(const Shape &shape) {
    for (const sluice_dialect dialect : {SLUICE_SQLITE, SLUICE_POSTGRESQL, SLUICE_PERMISSIVE}) {
      const std::size_t deepest = deepest_of(shape, dialect);
      if (deepest < 50) continue;  // not in this dialect, for example because [1] is a name
      compare(shape, dialect, deepest);
      if (dialect != SLUICE_SQLITE) continue;
      build(nested(shape, building_depth));
      use(shape, deepest);
      for (const std::size_t depth : depths) {
        if (depth < deepest && !is_slow) use(shape, depth);
      }
    }
  }

  /// Returns the largest accepted number of repetitions; 0 if none is accepted.
  std::size_t deepest_of(const Shape &shape, sluice_dialect dialect) const {
    if (!is_accepted(nested(shape, 1), dialect)) return 0;
    std::size_t least = 1, most = 1200;
    while (most - least > 1) {
      const std::size_t times = (least + most) / 2;
      (is_accepted(nested(shape, times), dialect) ? least : most) = times;
    }
    return least;
  }

  bool is_accepted(const std::string &sql, sluice_dialect dialect) const {
    sluice_status status = SLUICE_INTERNAL;
    in_thread("sluice_query_parse of " + sql.substr(0, 60), [&] {
      sluice_query *query = nullptr;
      status = sluice_query_parse(catalog_, 0, dialect, sql.data(), sql.size(), &query, nullptr);
      sluice_query_release(query);
    });
    return status == SLUICE_OK;
  }

  /// Calls that need no database.
  void compare(const Shape &shape, sluice_dialect dialect, std::size_t times) const {
    const std::string sql = nested(shape, times), other = nested(shape, times - 1);
    const std::string name = std::string(shape.name) + ", " + std::to_string(times) + " times: ";
    sluice_query *query = nullptr, *less = nullptr;
    in_thread(name + "sluice_query_parse", SLUICE_OK, [&](sluice_error **error) {
      return sluice_query_parse(catalog_, 0, dialect, sql.data(), sql.size(), &query, error);
    });
    in_thread(name + "sluice_query_parse", SLUICE_OK, [&](sluice_error **error) {
      return sluice_query_parse(catalog_, 0, dialect, other.data(), other.size(), &less, error);
    });
    for (sluice_query_form form = SLUICE_QUERY_PRINTED; form <= SLUICE_QUERY_MASKED; ++form) {
      in_thread(name + "sluice_query_text", SLUICE_OK, [&](sluice_error **error) {
        sluice_text *text = nullptr;
        const sluice_status status = sluice_query_text(query, form, &text, error);
        sluice_text_free(text);
        return status;
      });
    }
    in_thread(name + "sluice_query_check", [&] { sluice_query_check(query, nullptr, nullptr); });
    in_thread(name + "sluice_query_reads", SLUICE_OK, [&](sluice_error **error) {
      sluice_text *text = nullptr;
      const sluice_status status = sluice_query_reads(query, &text, error);
      sluice_text_free(text);
      return status;
    });
    if (!is_slow || dialect == SLUICE_SQLITE) {
      in_thread(name + "sluice_query_similarity", [&] {
        double likeness = 0;
        sluice_query_similarity(query, less, &likeness, nullptr);
      });
    }
    sluice_query_release(less);
    sluice_query_release(query);
  }

  void use(const Shape &shape, std::size_t times) {
    const std::string sql = nested(shape, times), less = nested(shape, times - 1);
    const std::string name = std::string(shape.name) + ", " + std::to_string(times) + " times: ";
    in_thread(name + "sluice_suite_judge", [&] { judge(suite_, "d", sql, less); });
    in_thread(name + "sluice_suite_refute", [&] { refute(suite_, "d", sql, less, 3); });
    for (const sluice_score_kind kind : {SLUICE_SCORE_EXECUTION, SLUICE_SCORE_MATCH}) {
      in_thread(name + "sluice_score_run", [&] { score(own_, "d", sql, less, kind, nullptr); });
    }
    in_thread(name + "sluice_audit", [&] {
      const sluice_gold gold = {{"d", 1}, {sql.data(), sql.size()}};
      sluice_text *text = nullptr;
      sluice_audit(file_.c_str(), SLUICE_NUL, &gold, 1, nullptr, &text, nullptr);
      sluice_text_free(text);
    });
    in_thread(name + "sluice_answer", [&] { answer(sql); });
    in_thread(name + "sluice_examples", [&] { rank("d", sql, less); });
    in_thread(name + "sluice_catalog_load_ddl", [&] {
      const std::string script = std::string(definitions) + "CREATE VIEW v AS " + sql + ";";
      sluice_catalog *catalog = nullptr;
      sluice_catalog_load_ddl(script.data(), script.size(), "d", SLUICE_NUL, nullptr, &catalog,
                              nullptr);
      sluice_catalog_release(catalog);
    });
  }

  /// Cancels the build, since a full one would take minutes.
  void build(const std::string &sql) const {
    in_thread("sluice_suite_build of " + sql.substr(0, 60), [&] {
      const sluice_gold gold = {{"d", 1}, {sql.data(), sql.size()}};
      const std::clock_t end = std::clock() + CLOCKS_PER_SEC / 5;
      sluice_progress progress = SLUICE_PROGRESS_INIT;
      progress.user = const_cast<std::clock_t *>(&end);
      progress.step = [](void *user, const char *, std::uint64_t, std::uint64_t) -> std::int32_t {
        return std::clock() > *static_cast<std::clock_t *>(user) ? 1 : 0;
      };
      sluice_suite_options options = SLUICE_SUITE_OPTIONS_INIT;
      options.progress = &progress;
      sluice_suite *suite = nullptr;
      sluice_suite_build(&gold, 1, own_.c_str(), SLUICE_NUL, &options, &suite, nullptr);
      sluice_suite_release(suite);
    });
  }

  static void judge(const sluice_suite *suite, const char *database, const std::string &gold,
                    const std::string &predicted) {
    sluice_verdict *verdict = nullptr;
    HOST_EXPECT(SLUICE_OK,
                sluice_suite_judge(suite, database, SLUICE_NUL, gold.data(), gold.size(),
                                   predicted.data(), predicted.size(), nullptr, &verdict, &error));
    look_at(verdict);
  }

  static void refute(const sluice_suite *suite, const char *database, const std::string &gold,
                     const std::string &predicted, std::uint64_t databases) {
    sluice_refute_options options = SLUICE_REFUTE_OPTIONS_INIT;
    options.databases = databases;
    sluice_verdict *verdict = nullptr;
    HOST_EXPECT(SLUICE_OK, sluice_suite_refute(suite, database, SLUICE_NUL, gold.data(),
                                               gold.size(), predicted.data(), predicted.size(),
                                               &options, &verdict, &error));
    look_at(verdict);
  }

  /// With pages and counterexamples. SQL that the official script cannot read ends it.
  sluice_status score(const std::string &databases, const char *database, const std::string &gold,
                      const std::string &predicted, sluice_score_kind kind,
                      sluice_error **error) const {
    const std::string page = own_ + "/score.html", tables = own_ + "/tables.json";
    const sluice_score_item item = {{database, std::strlen(database)},
                                    {gold.data(), gold.size()},
                                    {predicted.data(), predicted.size()}};
    const sluice_str report = {page.data(), page.size()};
    sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
    options.items = &item;
    options.item_count = 1;
    options.kind = kind;
    options.refute = kind == SLUICE_SCORE_EXECUTION ? 1 : 0;
    options.refute_databases = 3;
    options.reports = &report;
    options.report_count = 1;
    if (kind == SLUICE_SCORE_MATCH) options.tables = {tables.data(), tables.size()};
    sluice_text *text = nullptr;
    const sluice_status status = sluice_score_run(nullptr, 0, nullptr, 0, databases.data(),
                                                  databases.size(), &options, &text, error);
    sluice_text_free(text);
    return status;
  }

  static void look_at(sluice_verdict *verdict) {
    sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
    HOST_EXPECT(SLUICE_OK, sluice_verdict_get(verdict, &info, &error));
    HOST_CHECK(sluice_verdict_json(verdict).size > 0);
    sluice_verdict_free(verdict);
  }

  void rank(const std::string &database, const std::string &sql, const std::string &guessed) const {
    const std::string path = own_ + "/examples.jsonl";
    std::FILE *file = std::fopen(path.c_str(), "w");
    HOST_CHECK(file != nullptr);
    if (file == nullptr) return;
    std::fprintf(file, "{\"question\": \"Which are old?\", \"sql\": \"%s\", \"db_id\": \"%s\"}\n",
                 sql.c_str(), database.c_str());
    std::fclose(file);
    sluice_examples *examples = nullptr;
    sluice_ranking *ranking = nullptr;
    if (sluice_examples_open(nullptr, nullptr, path.c_str(), SLUICE_NUL, &examples, nullptr) !=
        SLUICE_OK) {
      return;
    }
    const sluice_str guess = {guessed.data(), guessed.size()};
    sluice_rank_options options = SLUICE_RANK_OPTIONS_INIT;
    options.guesses = &guess;
    options.guess_count = 1;
    HOST_EXPECT(SLUICE_OK, sluice_examples_rank(examples, "Which are young?", SLUICE_NUL, &options,
                                                &ranking, &error));
    sluice_ranked ranked = SLUICE_RANKED_INIT;
    if (sluice_ranking_size(ranking) > 0)
      HOST_EXPECT(SLUICE_OK, sluice_ranking_item(ranking, 0, &ranked, &error));
    sluice_ranking_free(ranking);
    sluice_examples_release(examples);
  }

  /// As if a language model had written it.
  void answer(const std::string &sql) const {
    sluice_completer completer = SLUICE_COMPLETER_INIT;
    completer.user = const_cast<std::string *>(&sql);
    completer.complete = [](void *user, const sluice_message *, std::size_t, sluice_write write,
                            void *to) -> sluice_status {
      const std::string text = "```sql\n" + *static_cast<std::string *>(user) + "\n```";
      write(to, text.data(), text.size());
      return SLUICE_OK;
    };
    sluice_answer_options options = SLUICE_ANSWER_OPTIONS_INIT;
    options.completer = &completer;
    options.databases = suite_;
    sluice_text *text = nullptr;
    sluice_answer(retriever_, "what is b of t", SLUICE_NUL, nullptr, &options, &text, nullptr);
    sluice_text_free(text);
  }

  std::string sample_, own_, file_;
  sluice_catalog *catalog_ = nullptr;
  sluice_suite *suite_ = nullptr;
  sluice_retriever *retriever_ = nullptr;
};

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
#if !defined(HOST_SANITIZED)
  struct sigaction action {};
  action.sa_handler = on_overflow;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
#endif
#if defined(__GLIBC__)
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
#endif
  Host(argv[1], argv[2]).run();
  return host_failures == 0 ? 0 : 1;
}
