/// The quality of suites: the rows of the paper's table 4 for Spider dev and five small data sets
/// (`row`), the neighbors left by number of databases (its figure 5, `curve`), the kinds of the
/// remaining neighbors (`survivors`), and two measures that distillation does not optimize:
/// neighbors of operators that it was not given (`held_out`), and queries two edits away
/// (`two_edits`). Fractions are over lines of the gold files, with distinct neighbors per line.
/// Needs the benchmark data. SLUICE_BENCH_SUITE names an existing suite of Spider dev for all
/// operators, SLUICE_BENCH_DATABASES the end of the curve, SLUICE_BENCH_SEED a seed;
/// SLUICE_BENCH_VERBOSE lists what is not distinguished.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <mutex>

#include <fmt/format.h>

#include "sluice/core/ascii.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/suite/refuter.hpp"
#include "suite_data.hpp"
#include "suite_ruler.hpp"

namespace sluice::bench {
namespace {

// ---- kinds ------------------------------------------------------------------------------------

/// Why a neighbor may be hard to distinguish (appendix A.2 of the paper, and section 6.1).
enum class Kind : std::uint8_t { steps, many_wheres, large_count, floats, other };
constexpr std::array<const char *, 5> kind_names = {"out_of_steps", "many_wheres", "large_count",
                                                    "floats", "other"};

bool is_number(std::string_view token) {
  return !token.empty() && token.find_first_not_of("0123456789.") == token.npos &&
         std::isdigit(static_cast<unsigned char>(token.front())) != 0;
}

/// The paper calls more than two constants in a query "many WHEREs"; a large COUNT is an aggregate
/// in a query with a number of at least 100.
Kind kind_of(const GoldQuery &gold, const UndistinguishedNeighbor &neighbor) {
  if (neighbor.out_of_steps) return Kind::steps;
  std::size_t constants = 0;
  bool aggregate = false, large = false, real = false;
  for (const std::string_view token : gold.tokens()) {
    const std::string word = lower_ascii(token);
    aggregate = aggregate || word == "count" || word == "sum";
    const bool number = is_number(word);
    const bool whole = number && word.find('.') == word.npos;
    real = real || (number && !whole);
    large = large || (whole && word.size() >= 3);
    constants += number || word.starts_with('\'') || word.starts_with('"') ? 1 : 0;
  }
  if (constants > 2) return Kind::many_wheres;
  if (aggregate && large) return Kind::large_count;
  return real ? Kind::floats : Kind::other;
}

// ---- table 4 ----------------------------------------------------------------------------------

/// The suite of a data set compared to that of the paper.
void row(benchmark::State &state, const DataSet &set, MutatorSet mutators) {
  Suite suite;
  for (auto _ : state) suite = build(set, mutators);
  const SuiteCounts counts = count(suite);
  double reliable = 0;
  std::array<double, kind_names.size()> kinds{};
  for (const SuiteSchema &schema : suite.schemas) {
    for (const std::string &key : schema.inferred_keys) {
      fmt::print(stderr, "{}: inferred {}\n", schema.id, key);
    }
    for (const SuiteGold &gold : schema.golds) {
      if (!gold.problem.empty()) {
        fmt::print(stderr, "{} ({} lines): {}: {}\n", schema.id, gold.lines, gold.problem,
                   gold.text);
      } else if (!gold.shows_rows) {
        fmt::print(stderr, "{} ({} lines): never has rows: {}\n", schema.id, gold.lines, gold.text);
      }
      const GoldQuery query(gold.text, *schema.schema);
      bool hard = false;
      for (const UndistinguishedNeighbor &neighbor : gold.undistinguished) {
        const Kind kind = kind_of(query, neighbor);
        kinds[static_cast<std::size_t>(kind)] += gold.lines;
        hard = hard || kind == Kind::many_wheres || kind == Kind::large_count;
        if (is_verbose()) {
          fmt::print("{}\t{}\t{}\n\t{}\n", schema.id, kind_names[static_cast<std::size_t>(kind)],
                     gold.text, neighbor.text);
        }
      }
      if (gold.problem.empty() && !hard) reliable += gold.lines;
    }
  }
  const auto golds = static_cast<double>(counts.golds);
  state.counters["golds"] = golds;
  state.counters["neighbors_each"] = share(static_cast<double>(counts.neighbors), golds);
  state.counters["paper_neighbors_each"] = set.neighbors;
  state.counters["proved"] = static_cast<double>(counts.proved);
  state.counters["undistinguished_%"] = 100 * counts.undistinguished_share();
  state.counters["paper_undistinguished_%"] = set.undistinguished;
  state.counters["reliable_%"] = 100 * share(reliable, golds);
  state.counters["paper_reliable_%"] = set.reliable;
  state.counters["problems"] = static_cast<double>(counts.golds_with_problems);
  state.counters["without_rows"] = static_cast<double>(counts.golds_without_rows);
  state.counters["databases_each"] = counts.databases_per_gold();
  state.counters["bytes"] = static_cast<double>(suite_bytes(suite).size());
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    state.counters[fmt::format("left.{}", kind_names[i])] = kinds[i];
  }
}

// ---- survivors --------------------------------------------------------------------------------

/// Neighbors that a suite does not distinguish, searched again with both queries known: proved
/// equal, refuted (the suite misses them), or neither. An evenly spaced sample of
/// SLUICE_BENCH_SURVIVORS neighbors.
void survivors(benchmark::State &state, const DataSet &set, MutatorSet mutators) {
  struct Survivor {
    const SuiteSchema *schema;
    const SuiteGold *gold;
    const UndistinguishedNeighbor *neighbor;
  };
  const Suite suite = build(set, mutators);
  std::vector<Survivor> left;
  for (const SuiteSchema &schema : suite.schemas) {
    for (const SuiteGold &gold : schema.golds) {
      for (const auto &neighbor : gold.undistinguished) left.push_back({&schema, &gold, &neighbor});
    }
  }
  const std::size_t most = std::max<std::size_t>(number_of("SLUICE_BENCH_SURVIVORS", 150), 1);
  const std::size_t stride = 1 + left.size() / most;
  constexpr std::array<RefutationVerdict, 3> verdicts = {
      RefutationVerdict::proved, RefutationVerdict::refuted, RefutationVerdict::not_refuted};
  std::map<std::pair<Kind, RefutationVerdict>, double> found;
  double tried = 0;
  std::mutex noting;
  for (auto _ : state) {
    run_jobs((left.size() + stride - 1) / stride, jobs(), [&](std::size_t job, const Progress &) {
      const Survivor &one = left[job * stride];
      const Refuter refuter(std::make_shared<const Constraints>(one.schema->constraints()));
      const Refutation verdict = refuter.refute(one.gold->text, one.neighbor->text);
      const Kind kind = kind_of(GoldQuery(one.gold->text, *one.schema->schema), *one.neighbor);
      const std::lock_guard lock(noting);
      tried += 1;
      found[{kind, verdict.verdict}] += 1;
      if (is_verbose() && verdict.verdict == RefutationVerdict::refuted) {
        fmt::print("{}\n{}\n{}\n{}\n", one.schema->id, one.gold->text, one.neighbor->text,
                   verdict.script());
      }
    });
  }
  state.counters["distinct"] = static_cast<double>(left.size());
  state.counters["tried"] = tried;
  for (std::size_t kind = 0; kind < kind_names.size(); ++kind) {
    for (const RefutationVerdict verdict : verdicts) {
      const auto at = found.find({static_cast<Kind>(kind), verdict});
      if (at != found.end()) {
        state.counters[fmt::format("{}.{}", kind_names[kind], name_of(verdict))] = at->second;
      }
    }
  }
}

const bool registered = [] {
  const auto add = [](const std::string &name, auto run) {
    return benchmark::RegisterBenchmark(name.c_str(), run)
        ->Iterations(1)
        ->UseRealTime()
        ->MeasureProcessCPUTime()
        ->Unit(benchmark::kSecond);
  };
  for (const DataSet &set : data_sets()) {
    for (const MutatorSet mutators : {MutatorSet::paper, MutatorSet::all}) {
      const std::string name = fmt::format("{}/{}", set.name, name_of(mutators));
      add("row/" + name, [&set, mutators](benchmark::State &state) { row(state, set, mutators); });
      add("survivors/" + name,
          [&set, mutators](benchmark::State &state) { survivors(state, set, mutators); });
    }
  }
  add("curve/random", [](benchmark::State &state) { curve(state, false, true); });
  add("curve/directed", [](benchmark::State &state) { curve(state, true, false); });
  add("curve/both", [](benchmark::State &state) { curve(state, true, true); });
  add("held_out", held_out)->Arg(0)->Arg(1);
  add("two_edits", two_edits);
  return true;
}();

}  // namespace
}  // namespace sluice::bench
