/// Errors of other metrics, measured by the verdicts of Spider dev's suite, over the predictions of
/// 15 systems: false positives and negatives by hardness (tables 1 and 2 of Zhong et al. 2020), how
/// each metric ranks the systems (Kendall's tau: table 3, figures 6, 7, 9 to 11), and the effect of
/// judging on each gold's best database (section 6.4). Prints tables; needs the benchmark data.
/// SLUICE_BENCH_SUITE names an existing suite, SLUICE_BENCH_SYSTEMS a comma-separated list of
/// systems, SLUICE_BENCH_FILLINGS the maximum number of ways to put gold's values into a
/// prediction, SLUICE_BENCH_STEPS the step limit of a query. SLUICE_BENCH_VERBOSE lists the
/// disagreements of quick verdicts, and queries that the published database distinguishes but the
/// suite does not.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "judge/plugging.hpp"
#include "judge/repairs.hpp"
#include "judge/spider_dev.hpp"
#include "sluice/core/json.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/judge/exact_set_normal_form.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/suite/suite_source.hpp"
#include "suite_data.hpp"

namespace sluice::bench {
namespace {

enum Metric : std::size_t { official, adapted, normalized, single, quick, metrics };
constexpr std::array<const char *, metrics> metric_names = {
    "exact set, official", "exact set, adapted", "normal form", "single database", "quick"};
/// Levels of hardness, and one for all.
constexpr std::size_t levels = 5;
constexpr std::array<const char *, levels> level_names = {"easy", "medium", "hard", "extra", "all"};

using Verdicts = std::vector<bool>;

struct System {
  std::string name;
  bool plugged = false;
  Verdicts suite;
  std::array<Verdicts, metrics> by;
};

Verdicts judged(const std::vector<EvaluationItem> &items, const DatabaseSource &source,
                bool plugged) {
  ExecutionOptions options;
  options.plug_values = plugged;
  options.max_fillings = number_of("SLUICE_BENCH_FILLINGS", 1000);
  // A query that exceeds this is wrong, like one that never ends, but a hundred times cheaper to
  // run.
  options.limits.steps = number_of("SLUICE_BENCH_STEPS", 3'000'000);
  options.jobs = number_of("SLUICE_BENCH_JOBS", 2);
  Verdicts right;
  for (const auto &verdict : score_execution(items, source, options).verdicts) {
    right.push_back(verdict && verdict->right);
  }
  return right;
}

/// Whether the prediction, or one of its fillings, has gold's normal form.
bool has_form_of_gold(const std::string &gold, const std::string &predicted, bool plugged,
                      const DevSchema &schema) {
  constexpr std::uint64_t max_fillings = 200;
  NormalFormOptions options;
  options.drop_distinct = true;
  const auto form = [&](const std::string &text) {
    return normal_form(text, *schema.neighbors.database, schema.neighbors.keys, options);
  };
  const std::string closed = close_operators(gold);
  const auto wanted = form(closed);
  if (!wanted) return false;
  const std::string text = close_operators(without_placeholder(predicted));
  if (form(text) == wanted) return true;
  if (!plugged) return false;
  const Plugging plugging(cut_at_values(closed), cut_at_values(text));
  for (std::uint64_t i = 0; i < std::min(plugging.size(), max_fillings); ++i) {
    if (form(plugging.filling(i)) == wanted) return true;
  }
  return false;
}

struct Study {
  std::vector<std::size_t> level;  // by question
  std::vector<System> systems;
};

bool is_chosen(const std::string &name) {
  const char *const given = std::getenv("SLUICE_BENCH_SYSTEMS");
  return given == nullptr ||
         (',' + std::string(given) + ',').find(',' + name + ',') != std::string::npos;
}

/// The systems, and whether each writes values or placeholders.
std::vector<std::pair<std::string, bool>> systems_of_dev() {
  std::vector<std::pair<std::string, bool>> systems;
  const JsonDocument index = JsonDocument::parse(read_file(data("predictions/index.json")));
  for (const JsonValue entry : index.root()) {
    std::string file(entry.at("file").as_string());
    if (!file.starts_with("spider_dev/")) continue;
    file = file.substr(0, file.find('.')).substr(std::string_view("spider_dev/").size());
    const JsonValue recall = entry.at("value_recall");
    const bool placeholders = recall.is(JsonKind::number) && recall.as_number() < 0.5;
    if (is_chosen(file)) systems.emplace_back(std::move(file), placeholders);
  }
  return systems;
}

/// Plugs values into all predictions, as in the paper, or only into those without values.
Study study(bool plug_all) {
  const std::string gold_text = read_file(data("spider/dev_gold.sql"));
  const std::vector<test::GoldQuery> golds = test::read_gold(data("spider/dev_gold.sql"));
  const test::DevSchemas schemas(data("spider/tables.json.gz"));
  std::map<std::string, const DevSchema *> dev;
  for (const DevSchema &schema : dev_schemas()) dev[schema.id] = &schema;
  const SuiteSource suite(dev_suite());
  const SuiteSource best(dev_suite(), SuiteEffort::best);
  const SqliteFolder originals(data("spider/databases/dev"));
  Study made;
  for (const test::GoldQuery &gold : golds) {
    made.level.push_back(
        static_cast<std::size_t>(*test::judge(gold, gold.sql, schemas.at(gold.database)).hardness));
  }
  for (const auto &[name, placeholders] : systems_of_dev()) {
    const std::string text = read_file(data("predictions/spider_dev/" + name + ".sql.gz"));
    const std::vector<std::string> lines = test::lines_of(text);
    System system;
    system.name = name;
    system.plugged = plug_all || placeholders;
    std::vector<EvaluationItem> items;
    for (std::size_t i = 0; i < golds.size(); ++i) {
      const OfficialSchema &schema = schemas.at(golds[i].database);
      EvaluationItem &item = items.emplace_back();
      item.index = i;
      item.database_id = golds[i].database;
      item.golds = {golds[i].sql};
      item.predicted = lines.at(i).substr(0, lines[i].find('\t'));
      system.by[official].push_back(test::judge(golds[i], item.predicted, schema).exact->match);
      system.by[adapted].push_back(
          test::judge(golds[i], item.predicted, schema, ExactSetRules::adapted).exact->match);
      system.by[normalized].push_back(has_form_of_gold(golds[i].sql, item.predicted, system.plugged,
                                                       *dev.at(golds[i].database)));
    }
    system.suite = judged(items, suite, system.plugged);
    system.by[single] = judged(items, originals, system.plugged);
    system.by[quick] = judged(items, best, system.plugged);
    for (std::size_t i = 0; i < items.size() && is_verbose(); ++i) {
      const auto list = [&](const char *what) {
        fmt::print("{}: {} {} {}\n\t{}\n\t{}\n", what, name, i, golds[i].database, golds[i].sql,
                   items[i].predicted);
      };
      if (system.suite[i] != system.by[quick][i]) list("quick");
      if (system.suite[i] && !system.by[single][i]) list("missed by the suite");
    }
    made.systems.push_back(std::move(system));
  }
  return made;
}

/// Over the questions of a level, in [0, 1].
template <class Holds>
double share(const Study &study, std::size_t level, Holds holds) {
  double questions = 0, held = 0;
  for (std::size_t i = 0; i < study.level.size(); ++i) {
    if (level + 1 < levels && study.level[i] != level) continue;
    questions += 1;
    held += holds(i) ? 1 : 0;
  }
  return questions == 0 ? 0 : held / questions;
}

struct Spread {
  double mean = 0, deviation = 0, most = 0;
};

Spread spread_of(const std::vector<double> &values) {
  Spread spread;
  for (const double value : values) {
    spread.mean += value / static_cast<double>(values.size());
    spread.most = std::max(spread.most, value);
  }
  for (const double value : values) {
    spread.deviation += (value - spread.mean) * (value - spread.mean);
  }
  spread.deviation = std::sqrt(spread.deviation / static_cast<double>(values.size()));
  return spread;
}

/// Kendall's tau-b: concordant pairs minus discordant pairs, divided by pairs without ties (Kendall
/// 1945).
double kendall(const std::vector<double> &a, const std::vector<double> &b) {
  double agreeing = 0, pairs_a = 0, pairs_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const double x = a[i] < a[k] ? -1 : a[i] > a[k] ? 1 : 0;
      const double y = b[i] < b[k] ? -1 : b[i] > b[k] ? 1 : 0;
      agreeing += x * y;
      pairs_a += x * x;
      pairs_b += y * y;
    }
  }
  return pairs_a * pairs_b == 0 ? 0 : agreeing / std::sqrt(pairs_a * pairs_b);
}

std::string in_percent(const Spread &spread) {
  return fmt::format("{:5.1f} ±{:4.1f} max{:5.1f}", 100 * spread.mean, 100 * spread.deviation,
                     100 * spread.most);
}

/// Each metric against the suite; range(0): 1 to plug gold's values into all predictions.
void metrics_against_suite(benchmark::State &state) {
  Study made;
  dev_suite();
  for (auto _ : state) made = study(state.range(0) == 1);
  fmt::print("\n{:22}{:>7}{:>9}{:>9}{:>9}{:>9}{:>9}\n", "accuracy, all, %", "suite", "official",
             "adapted", "normal", "single", "quick");
  for (const System &system : made.systems) {
    fmt::print("{:22}{:7.1f}", system.name,
               100 * share(made, levels - 1, [&](std::size_t i) { return system.suite[i]; }));
    for (const Verdicts &by : system.by) {
      fmt::print("{:9.1f}", 100 * share(made, levels - 1, [&](std::size_t i) { return by[i]; }));
    }
    fmt::print("{}\n", system.plugged ? "  values plugged in" : "");
  }
  for (std::size_t metric = 0; metric < metrics; ++metric) {
    fmt::print("\n{:22}{:>24}{:>24}{:>9}\n", metric_names[metric], "false positives, %",
               "false negatives, %", "tau, %");
    std::size_t differ = 0;
    for (std::size_t level = 0; level < levels; ++level) {
      std::vector<double> wrong, missed, own, truth;
      for (const System &system : made.systems) {
        const Verdicts &by = system.by[metric];
        const Verdicts &suite = system.suite;
        wrong.push_back(share(made, level, [&](std::size_t i) { return by[i] && !suite[i]; }));
        missed.push_back(share(made, level, [&](std::size_t i) { return !by[i] && suite[i]; }));
        own.push_back(share(made, level, [&](std::size_t i) { return by[i]; }));
        truth.push_back(share(made, level, [&](std::size_t i) { return suite[i]; }));
        if (level + 1 < levels) continue;
        for (std::size_t i = 0; i < suite.size(); ++i) differ += by[i] != suite[i] ? 1 : 0;
      }
      const double tau = kendall(own, truth);
      fmt::print("{:22}{:>25}{:>25}{:9.1f}\n", level_names[level], in_percent(spread_of(wrong)),
                 in_percent(spread_of(missed)), 100 * tau);
      if (level + 1 < levels) continue;
      const std::string name = metric_names[metric];
      state.counters[name + ", fp"] = spread_of(wrong).mean;
      state.counters[name + ", fn"] = spread_of(missed).mean;
      state.counters[name + ", tau"] = tau;
    }
    fmt::print("{} of {} verdicts differ from the suite's\n", differ,
               made.systems.size() * made.level.size());
  }
}
BENCHMARK(metrics_against_suite)
    ->Arg(0)
    ->Arg(1)
    ->Iterations(1)
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kSecond);

}  // namespace
}  // namespace sluice::bench
