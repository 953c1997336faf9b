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
#include <utility>
#include <vector>

#include "host.h"
#include "small_stack.hpp"
#include "small_stack_calls.hpp"

namespace {

using namespace sluice::test;

class Host : Calls {
 public:
  Host(std::string sample, std::string own) : Calls(std::move(sample), std::move(own)) {}

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
