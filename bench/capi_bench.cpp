/// The overhead of the C interface: each of its calls compared to the C++ calls inside it.
///
/// Both run alternately in one process. `per_call_us` is the time of the C call, `over_us` the
/// extra time (the median of the rounds' differences), `ratio` their quotient.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "../capi/sluice.h"
#include "sluice/core/file.hpp"
#include "sluice/judge/sql_check.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/prompt/prompt.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/change_distilling.hpp"
#include "sluice/sql/diff_tree.hpp"
#include "sluice/sql/normalize.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"

namespace sluice {
namespace {

constexpr const char *question = "Average tasting rating per wine label, best first";
constexpr const char *query =
    "SELECT w.label, avg(t.rating) AS score FROM wine w JOIN tasting_note t ON t.wine_id = w.wine_id "
    "GROUP BY w.label ORDER BY score DESC";
constexpr const char *other =
    "SELECT w.label, count(*) FROM wine AS w JOIN wine_grape AS g ON g.wine_id = w.wine_id GROUP BY "
    "w.label HAVING count(*) > 1";

void require(sluice_status status) {
  if (status == SLUICE_OK) return;
  std::fprintf(stderr, "a call of the C interface failed: %s\n", sluice_status_name(status));
  std::exit(1);
}

/// The same database on both sides.
struct Sides {
  std::shared_ptr<const Catalog> catalog;
  std::unique_ptr<const Retriever> retriever;
  Subset subset;
  sql::SyntaxTree tree = sql::parse(query, {.dialect = sql::Dialect::sqlite});
  sql::SyntaxTree other_tree = sql::parse(other, {.dialect = sql::Dialect::sqlite});
  sql::DiffTree diff{tree};
  sql::DiffTree other_diff{other_tree};

  sluice_catalog *c_catalog = nullptr;
  sluice_retriever *c_retriever = nullptr;
  sluice_subset *c_subset = nullptr;
  sluice_query *c_query = nullptr;
  sluice_query *c_other = nullptr;

  Sides() {
    const std::string path = SLUICE_SOURCE_DIR "/examples/data/vineyard.sql";
    const std::string script = read_file(path);
    catalog = Catalog::make({load_ddl(script, "vineyard", path)});
    retriever = std::make_unique<const Retriever>(catalog);
    subset = retriever->ask(question).subset;
    require(sluice_catalog_load_ddl(script.data(), script.size(), "vineyard", SLUICE_NUL, nullptr,
                                    &c_catalog, nullptr));
    require(sluice_retriever_new(c_catalog, nullptr, &c_retriever, nullptr));
    require(
        sluice_retrieve(c_retriever, question, SLUICE_NUL, nullptr, nullptr, &c_subset, nullptr));
    require(parsed(query, &c_query));
    require(parsed(other, &c_other));
  }
  sluice_status parsed(const char *sql, sluice_query **out) const {
    return sluice_query_parse(c_catalog, 0, SLUICE_SQLITE, sql, SLUICE_NUL, out, nullptr);
  }
};

const Sides &sides() {
  static const Sides made;
  return made;
}

double median(std::vector<double> &values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Times blocks of calls of both sides alternately; each side is first in every second round. Uses
/// processor time, which other programs affect less, and short blocks, so that both sides run under
/// the same conditions.
template <class C, class Cpp>
void compare(benchmark::State &state, C c, Cpp cpp) {
  const auto block = [&state](auto call) {
    const std::clock_t start = std::clock();
    for (std::int64_t i = 0; i < state.range(0); ++i) call();
    const auto spent = static_cast<double>(std::clock() - start) * (1e6 / CLOCKS_PER_SEC);
    return spent / static_cast<double>(state.range(0));
  };
  std::vector<double> own, over, ratio;
  bool is_first = false;
  for (auto _ : state) {
    double of_c = 0, of_cpp = 0;
    is_first = !is_first;
    if (is_first) of_c = block(c);
    of_cpp = block(cpp);
    if (!is_first) of_c = block(c);
    own.push_back(of_c);
    over.push_back(of_c - of_cpp);
    ratio.push_back(of_c / of_cpp);
  }
  state.counters["per_call_us"] = median(own);
  state.counters["over_us"] = median(over);
  state.counters["ratio"] = median(ratio);
}

void catalog_name(benchmark::State &state) {
  compare(
      state,
      [] { benchmark::DoNotOptimize(sluice_catalog_name(sides().c_catalog, SLUICE_COLUMN, 5)); },
      [] {
        benchmark::DoNotOptimize(std::string_view(sides().catalog->column(ColumnId(5)).name));
      });
}
BENCHMARK(catalog_name)->Arg(100'000)->Iterations(60);

void catalog_find(benchmark::State &state) {
  compare(
      state,
      [] {
        std::uint32_t id = 0;
        require(sluice_catalog_find(sides().c_catalog, SLUICE_COLUMN, "vineyard.wine.label",
                                    SLUICE_NUL, &id, nullptr));
        benchmark::DoNotOptimize(id);
      },
      [] {
        const Catalog &catalog = *sides().catalog;
        const auto table = catalog.find_table(*catalog.find_database("vineyard"), "wine");
        benchmark::DoNotOptimize(catalog.find_column(*table, "label"));
      });
}
BENCHMARK(catalog_find)->Arg(20'000)->Iterations(60);

void retrieve(benchmark::State &state) {
  compare(
      state,
      [] {
        sluice_subset *out = nullptr;
        require(sluice_retrieve(sides().c_retriever, question, SLUICE_NUL, nullptr, nullptr, &out,
                                nullptr));
        sluice_subset_free(out);
      },
      [] { benchmark::DoNotOptimize(sides().retriever->ask(question)); });
}
BENCHMARK(retrieve)->Arg(10)->Iterations(400);

void render_prompt(benchmark::State &state) {
  compare(
      state,
      [] {
        sluice_text *out = nullptr;
        require(sluice_subset_render(sides().c_subset, SLUICE_FORM_PROMPT, nullptr, &out, nullptr));
        sluice_text_free(out);
      },
      [] { benchmark::DoNotOptimize(make_prompt(sides().subset, question)); });
}
BENCHMARK(render_prompt)->Arg(10)->Iterations(400);

void query_parse(benchmark::State &state) {
  compare(
      state,
      [] {
        sluice_query *out = nullptr;
        require(sides().parsed(query, &out));
        sluice_query_release(out);
      },
      [] { benchmark::DoNotOptimize(sql::parse(query, {.dialect = sql::Dialect::sqlite})); });
}
BENCHMARK(query_parse)->Arg(500)->Iterations(400);

void query_normalize(benchmark::State &state) {
  compare(
      state,
      [] {
        sluice_text *out = nullptr;
        require(sluice_query_text(sides().c_query, SLUICE_QUERY_NORMALIZED, &out, nullptr));
        sluice_text_free(out);
      },
      [] {
        sql::NormalizeOptions options;
        options.context.dialect = sql::Dialect::sqlite;
        const SqlNames names(sides().catalog->database(DatabaseId(0)));
        options.context.names = names;
        sql::SyntaxTree tree = sides().tree;
        sql::normalize(tree, options);
        benchmark::DoNotOptimize(
            sql::print(tree, {sql::PrintStyle::canonical, sql::Dialect::sqlite}));
      });
}
BENCHMARK(query_normalize)->Arg(40)->Iterations(400);

void query_check(benchmark::State &state) {
  compare(
      state, [] { require(sluice_query_check(sides().c_query, nullptr, nullptr)); },
      [] {
        const SqlChecker checker(sides().catalog, DatabaseId(0));
        benchmark::DoNotOptimize(checker.check(query));
      });
}
BENCHMARK(query_check)->Arg(500)->Iterations(400);

void query_similarity(benchmark::State &state) {
  compare(
      state,
      [] {
        double similarity = 0;
        require(sluice_query_similarity(sides().c_query, sides().c_other, &similarity, nullptr));
        benchmark::DoNotOptimize(similarity);
      },
      [] {
        benchmark::DoNotOptimize(
            sql::similarity(sql::count_edits(sides().diff, sides().other_diff)));
      });
}
BENCHMARK(query_similarity)->Arg(500)->Iterations(100);

/// A failing call: an error object compared to an exception.
void refusal(benchmark::State &state) {
  compare(
      state,
      [] {
        sluice_error *error = nullptr;
        sluice_query *out = nullptr;
        sluice_query_parse(nullptr, 0, SLUICE_SQLITE, "SELECT FROM", SLUICE_NUL, &out, &error);
        sluice_error_free(error);
      },
      [] {
        try {
          benchmark::DoNotOptimize(sql::parse("SELECT FROM", {.dialect = sql::Dialect::sqlite}));
        } catch (const Error &) {
        }
      });
}
BENCHMARK(refusal)->Arg(100)->Iterations(400);

}  // namespace
}  // namespace sluice
