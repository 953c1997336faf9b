/// Parsing, preparing and comparing queries. `diff` and `distance` compare each of the 3,000 pairs
/// of masked Spider queries from trees that are prepared once; nothing is cached between pairs.
/// sql_peers.py compares sqlglot.
///
/// Benchmarks whose name begins with `counted` run a fixed number of times, so that an external
/// tool can count their instructions.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/sql/change_distilling.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/tree_edit_distance.hpp"
#include "support/masked_query.hpp"
#include "support/recorded_edits.hpp"

namespace {

using namespace sluice;

std::filesystem::path data_folder() {
  const char *chosen = std::getenv("SLUICE_DATA");
  return chosen == nullptr ? SLUICE_DATA : chosen;
}

std::vector<std::string> spider_queries() {
  std::vector<std::string> queries;
  const std::string path = (data_folder() / "spider/dev.jsonl.gz").string();
  each_json_line(read_file(path), path,
                 [&](JsonValue line) { queries.emplace_back(line.at("sql").as_string()); });
  return queries;
}

/// Statements that each end with a line `;;`.
std::vector<std::string> corpus(const std::string &name) {
  std::vector<std::string> statements;
  const std::string text = read_file((data_folder() / "sql_corpus" / (name + ".sql")).string());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find("\n;;\n", at);
    if (end == std::string::npos) break;
    statements.push_back(text.substr(at, end - at));
    at = end + 4;
  }
  return statements;
}

struct Pairs {
  std::vector<sql::DiffTree> sources, targets;
};

const Pairs &pairs(sql::DiffRules rules) {
  const auto load = [](sql::DiffRules of) {
    Pairs made;
    for (const test::RecordedEdits &pair : test::recorded_edits(data_folder())) {
      made.sources.emplace_back(test::masked_query(pair.source), of);
      made.targets.emplace_back(test::masked_query(pair.target), of);
    }
    if (made.sources.empty()) {
      std::fprintf(stderr, "no recorded edit counts below %s\n", data_folder().c_str());
      std::exit(1);
    }
    return made;
  };
  static const Pairs newer = load(sql::DiffRules::sqlglot_30_17);
  static const Pairs older = load(sql::DiffRules::sqlglot_25_1);
  return rules == sql::DiffRules::sqlglot_30_17 ? newer : older;
}

void read(benchmark::State &state, const std::vector<std::string> &queries) {
  sql::SyntaxTree tree;
  std::size_t bytes = 0;
  for (const std::string &query : queries) bytes += query.size();
  for (auto _ : state) {
    for (const std::string &query : queries) {
      sql::parse(query, tree);
      benchmark::DoNotOptimize(tree);
    }
  }
  const auto runs = static_cast<std::int64_t>(state.iterations());
  state.SetItemsProcessed(runs * static_cast<std::int64_t>(queries.size()));
  state.SetBytesProcessed(runs * static_cast<std::int64_t>(bytes));
}

void read_spider(benchmark::State &state) { read(state, spider_queries()); }
void read_job(benchmark::State &state) { read(state, corpus("job")); }
void read_tpch(benchmark::State &state) {
  std::vector<std::string> queries;
  for (std::string &query : corpus("tpch")) {
    // Some TPC-H queries are not valid in SQLite.
    try {
      sql::parse(query);
      queries.push_back(std::move(query));
    } catch (const sql::SyntaxError &) {
    }
  }
  read(state, queries);
}
BENCHMARK(read_spider);
BENCHMARK(read_job);
BENCHMARK(read_tpch);

void prepare(benchmark::State &state) {
  std::vector<sql::SyntaxTree> trees;
  for (const std::string &query : spider_queries()) trees.push_back(test::masked_query(query));
  for (auto _ : state) {
    for (const sql::SyntaxTree &tree : trees) benchmark::DoNotOptimize(sql::DiffTree(tree));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * trees.size()));
}
BENCHMARK(prepare);

void diff(benchmark::State &state, sql::DiffRules rules) {
  const Pairs &of = pairs(rules);
  sql::Distiller distiller;
  for (auto _ : state) {
    for (std::size_t i = 0; i < of.sources.size(); ++i)
      benchmark::DoNotOptimize(distiller.count(of.sources[i], of.targets[i]));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * of.sources.size()));
}
BENCHMARK_CAPTURE(diff, 30.17, sql::DiffRules::sqlglot_30_17);
BENCHMARK_CAPTURE(diff, 25.1, sql::DiffRules::sqlglot_25_1);

void distance(benchmark::State &state) {
  const Pairs &of = pairs(sql::DiffRules::sqlglot_30_17);
  sql::TreeEditDistance measure;
  for (auto _ : state) {
    for (std::size_t i = 0; i < of.sources.size(); ++i)
      benchmark::DoNotOptimize(measure.distance(of.sources[i], of.targets[i]));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * of.sources.size()));
}
BENCHMARK(distance);

void counted_read(benchmark::State &state) { read(state, spider_queries()); }
BENCHMARK(counted_read)->Iterations(1);
BENCHMARK(counted_read)->Iterations(11);

void counted_diff(benchmark::State &state, sql::DiffRules rules) { diff(state, rules); }
BENCHMARK_CAPTURE(counted_diff, 30.17, sql::DiffRules::sqlglot_30_17)->Iterations(1);
BENCHMARK_CAPTURE(counted_diff, 30.17, sql::DiffRules::sqlglot_30_17)->Iterations(11);
BENCHMARK_CAPTURE(counted_diff, 25.1, sql::DiffRules::sqlglot_25_1)->Iterations(1);
BENCHMARK_CAPTURE(counted_diff, 25.1, sql::DiffRules::sqlglot_25_1)->Iterations(11);

}  // namespace
