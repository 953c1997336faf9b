// Counterexamples: what they cost and how small they are, on the pairs of
// tests/suite/query_pairs.sql; and how many predictions that pass on Spider's own database are
// refuted.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "evaluate/spider_dev.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/evaluate/hardness.hpp"
#include "sluice/evaluate/plugging.hpp"
#include "sluice/evaluate/repairs.hpp"
#include "sluice/suite/refuter.hpp"
#include "suite/made_schema.hpp"
#include "suite/query_pairs.hpp"

namespace {

using namespace sluice;

bool is_verbose() { return std::getenv("SLUICE_BENCH_VERBOSE") != nullptr; }

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::vector<double> rows_a_table(const Refutation &found) {
  std::vector<double> rows;
  if (!found.database) return rows;
  for (std::uint32_t table = 0; table < found.constraints->schema().tables().size(); ++table) {
    rows.push_back(static_cast<double>(found.database->rows(table)));
  }
  return rows;
}

/// range(0): 1 for pairs that differ, 0 for those that are the same.
void pairs(benchmark::State &state) {
  const test::QueryPairs known = test::read_query_pairs(SLUICE_SOURCE_DIR);
  const Refuter refuter(std::make_shared<const Constraints>(test::constraints_of(known.schema)));
  std::vector<double> milliseconds, rows;
  std::array<std::size_t, 4> verdicts{};
  for (auto _ : state) {
    milliseconds.clear();
    verdicts = {};
    for (const test::QueryPair &pair : known.pairs) {
      if (pair.differ != (state.range(0) == 1)) continue;
      const auto start = std::chrono::steady_clock::now();
      const Refutation found = refuter.refute(pair.gold, pair.predicted);
      const std::chrono::duration<double, std::milli> taken =
          std::chrono::steady_clock::now() - start;
      milliseconds.push_back(taken.count());
      ++verdicts[static_cast<std::size_t>(found.verdict)];
      const std::vector<double> of_tables = rows_a_table(found);
      rows.insert(rows.end(), of_tables.begin(), of_tables.end());
      if (is_verbose()) {
        fmt::print(
            "{} {} {:.1f} ms, {} databases, bound {}, {} rows, {}{}\n{}", pair.about,
            name_of(found.verdict), taken.count(), found.databases, found.bound,
            found.database ? found.database->rows() : 0,
            name_of(found.verdict == RefutationVerdict::proved ? found.proof : ProofKind::none),
            found.open_rows ? ", open rows" : "", found.script());
      }
    }
  }
  state.counters["refuted"] = static_cast<double>(verdicts[0]);
  state.counters["proved"] = static_cast<double>(verdicts[1]);
  state.counters["not_refuted"] = static_cast<double>(verdicts[2]);
  state.counters["failed"] = static_cast<double>(verdicts[3]);
  state.counters["median_ms"] = median(milliseconds);
  state.counters["median_rows"] = median(rows);
  state.counters["greatest_ms"] = *std::max_element(milliseconds.begin(), milliseconds.end());
}
BENCHMARK(pairs)->Arg(1)->Arg(0)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
