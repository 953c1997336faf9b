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
#include <optional>
#include <set>

#include <fmt/format.h>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/core/random.hpp"
#include "sluice/suite/directed_generator.hpp"
#include "sluice/suite/live_database.hpp"
#include "sluice/suite/paper_mutator.hpp"
#include "sluice/suite/random_generator.hpp"
#include "sluice/suite/refuter.hpp"
#include "sluice/suite/suite_folder.hpp"
#include "suite/gold_trial.hpp"
#include "suite_data.hpp"

namespace sluice::bench {
namespace {

using suite::GoldTrial;

std::uint64_t seed() { return number_of("SLUICE_BENCH_SEED", 0); }
std::size_t jobs() { return number_of("SLUICE_BENCH_JOBS", 2); }

double share(double part, double whole) { return whole == 0 ? 0 : part / whole; }

QueryLimits limits_of(const DistillOptions &options) {
  QueryLimits limits;
  limits.steps = std::max<std::uint64_t>(options.max_steps, 50'000'000);  // also of filling
  limits.seconds = 3600;
  limits.memory = std::int64_t{640} << 20;
  return limits;
}

/// Loads a database; returns false if a CHECK rejects a row.
bool load(LiveDatabase &live, const TestDatabase &database) {
  try {
    live.load(database);
    return true;
  } catch (const Error &) {
    return false;
  }
}

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

// ---- figure 5 ---------------------------------------------------------------------------------

constexpr std::array<std::size_t, 4> marks = {1, 10, 100, 1000};

/// A gold query and its neighbors that are not distinguished yet.
struct Race {
  std::unique_ptr<GoldTrial> trial;
  double lines = 0;
  std::vector<std::uint32_t> alive;
  std::size_t tried = 0;
  std::size_t mark = 0;  // the next of `marks`
  std::array<double, marks.size()> left{};

  void run(std::vector<bool> &told) {
    trial->run(alive, told);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < alive.size(); ++i) {
      if (!told[i]) alive[kept++] = alive[i];
    }
    alive.resize(kept);
    if (++tried == marks[mark]) note();
  }
  bool done(std::size_t most) const { return alive.empty() || tried >= most; }
  void note() { left[mark++] = lines * static_cast<double>(alive.size()); }
};

struct Curve {
  double neighbors = 0, original = 0;
  std::array<double, marks.size()> left{};
};

/// Number of neighbors left by the published database, which may violate its own definitions.
double left_by_original(LiveDatabase &original, const GoldTrial &trial,
                        const DistillOptions &options) {
  suite::TrialLedger ledger;
  GoldTrial again(original, options, ledger, trial.gold(), trial.neighbors());
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < trial.neighbors().neighbors.size(); ++i) all.push_back(i);
  std::vector<bool> told;
  again.run(all, told);
  return static_cast<double>(std::count(told.begin(), told.end(), false));
}

Curve curve_of(const DevSchema &schema, bool directed, bool random, std::size_t most) {
  DistillOptions options;
  options.max_steps = 1'000'000;
  options.statements = 4000;
  suite::TrialLedger ledger;
  std::vector<bool> told;
  Curve curve;
  LiveDatabase live(schema.pools->constraints(), limits_of(options));
  NeighborFinder finder(schema.neighbors, paper_mutators());
  std::vector<Race> races;
  std::vector<std::string> texts;
  for (const auto &[text, lines] : schema.golds) {
    Race &race = races.emplace_back();
    race.lines = lines;
    race.trial = std::make_unique<GoldTrial>(live, options, ledger, text, finder.find(text));
    const std::size_t neighbors = race.trial->neighbors().neighbors.size();
    for (std::uint32_t i = 0; i < neighbors; ++i) race.alive.push_back(i);
    curve.neighbors += lines * static_cast<double>(neighbors);
    texts.push_back(text);
  }
  {
    const Suite published =
        import_suite(data("spider/databases/dev"), {{schema.id, texts.front()}});
    const SuiteSchema &only = published.schemas.front();
    LiveDatabase original(schema.pools->constraints(), limits_of(options), {},
                          RowLayout::insertion);
    original.load(TestDatabase::from_bytes(only.schema, only.databases.front().bytes));
    DistillOptions patient = options;
    patient.first_steps = patient.max_steps;
    for (const Race &race : races) {
      curve.original += race.lines * left_by_original(original, *race.trial, patient);
    }
  }
  if (directed) {
    const DirectedGenerator generator(schema.pools, texts);
    for (std::size_t number = 0; number < generator.size(); ++number) {
      const std::size_t gold = generator.gold(number);
      const bool all = gold == DirectedGenerator::no_gold;
      if (!all && races[gold].done(most)) continue;
      if (!load(live, *generator.generate(number))) continue;
      for (std::size_t i = all ? 0 : gold; i < (all ? races.size() : gold + 1); ++i) {
        if (!races[i].done(most)) races[i].run(told);
      }
    }
  }
  RandomOptions random_options;
  random_options.seed = seed();
  if (directed) {
    random_options.nulls = 0.1;
    random_options.empty_tables = 0.05;
    random_options.tiny = 0.4;
  }
  const RandomGenerator generator(schema.pools, random_options);
  for (std::size_t number = 0; random && number < most; ++number) {
    const auto done = [most](const Race &race) { return race.done(most); };
    if (std::all_of(races.begin(), races.end(), done)) break;
    if (!load(live, *generator.generate(number))) continue;
    for (Race &race : races) {
      if (!race.done(most)) race.run(told);
    }
  }
  for (Race &race : races) {
    while (race.mark < marks.size()) race.note();
    for (std::size_t i = 0; i < marks.size(); ++i) curve.left[i] += race.left[i];
  }
  return curve;
}

/// The fraction of the paper's neighbors, not proved equal, that is left after a number of
/// databases per gold query; there are only a few directed ones. `original`: after only the
/// published database, which is not one of the others.
void curve(benchmark::State &state, bool directed, bool random) {
  const std::size_t most = number_of("SLUICE_BENCH_DATABASES", marks.back());
  const auto &schemas = dev_schemas();
  std::vector<Curve> curves(schemas.size());
  for (auto _ : state) {
    run_jobs(schemas.size(), jobs(), [&](std::size_t i, const Progress &) {
      curves[i] = curve_of(schemas[i], directed, random, most);
    });
  }
  Curve sum;
  for (const Curve &one : curves) {
    sum.neighbors += one.neighbors;
    sum.original += one.original;
    for (std::size_t i = 0; i < marks.size(); ++i) sum.left[i] += one.left[i];
  }
  state.counters["neighbors"] = sum.neighbors;
  state.counters["original_%"] = 100 * share(sum.original, sum.neighbors);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i] <= most) {
      state.counters[fmt::format("after_{}_%", marks[i])] = 100 * share(sum.left[i], sum.neighbors);
    }
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

// ---- rulers -----------------------------------------------------------------------------------

/// A mutator that returns given texts, so that NeighborFinder removes those that do not run, are
/// duplicates or are proved equal to gold.
struct GivenTexts {
  std::shared_ptr<const std::vector<std::string>> texts;
  std::string_view name() const { return "given"; }
  void mutate(const GoldQuery &, std::uint64_t, NeighborSink sink) const {
    for (const std::string &text : *texts) {
      if (!sink(text, {})) return;
    }
  }
};

/// Results of a suite on queries that were not used to build it.
struct Ruled {
  double queries = 0, apart = 0;
  double distinguished_by_other = 0;  // distinguished by another suite's databases, of the rest
  std::map<std::string, std::array<double, 2>> by_mutator;

  void add(const Ruled &other) {
    queries += other.queries;
    apart += other.apart;
    distinguished_by_other += other.distinguished_by_other;
    for (const auto &[name, counts] : other.by_mutator) {
      for (std::size_t i = 0; i < counts.size(); ++i) by_mutator[name][i] += counts[i];
    }
  }
};

/// Returns the queries of `set` that the databases of a gold query do not distinguish.
std::vector<std::uint32_t> left_by(const SuiteSchema &schema, const SuiteGold &gold,
                                   LiveDatabase &live, GoldTrial &trial,
                                   std::vector<std::uint32_t> alive) {
  std::vector<bool> told;
  for (const std::uint32_t database : gold.databases) {
    live.load(TestDatabase::from_bytes(schema.schema, schema.databases[database].bytes));
    trial.run(alive, told);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < alive.size(); ++i) {
      if (!told[i]) alive[kept++] = alive[i];
    }
    alive.resize(kept);
  }
  return alive;
}

const SuiteGold *find(const SuiteSchema &schema, const std::string &text) {
  const auto found = std::find_if(schema.golds.begin(), schema.golds.end(),
                                  [&text](const SuiteGold &gold) { return gold.text == text; });
  return found == schema.golds.end() ? nullptr : &*found;
}

/// Judges the neighbors of `set` on `schema`'s databases, and the rest on `other`'s.
Ruled rule(const SuiteSchema &schema, const SuiteSchema *other, LiveDatabase &live,
           const std::string &gold, double lines, NeighborSet set,
           const std::vector<AnyMutator> &mutators) {
  Ruled ruled;
  const SuiteGold *const serving = find(schema, gold);
  if (serving == nullptr || !set.gold_problem.empty()) return ruled;
  const DistillOptions options;
  suite::TrialLedger ledger;
  GoldTrial trial(live, options, ledger, gold, std::move(set));
  const auto &neighbors = trial.neighbors().neighbors;
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < neighbors.size(); ++i) all.push_back(i);
  const auto left = left_by(schema, *serving, live, trial, all);
  ruled.queries = lines * static_cast<double>(all.size());
  ruled.apart = lines * static_cast<double>(all.size() - left.size());
  for (const std::uint32_t i : all) {
    auto &counts = ruled.by_mutator[std::string(mutators[neighbors[i].mutator].name())];
    counts[0] += lines;
    counts[1] += std::binary_search(left.begin(), left.end(), i) ? 0 : lines;
  }
  const SuiteGold *const again = other == nullptr ? nullptr : find(*other, gold);
  if (again != nullptr) {
    const auto still = left_by(*other, *again, live, trial, left);
    ruled.distinguished_by_other = lines * static_cast<double>(left.size() - still.size());
    for (const std::uint32_t i : left) {
      if (!is_verbose() || std::binary_search(still.begin(), still.end(), i)) continue;
      fmt::print("{}\n\t{}\n", gold, neighbors[i].text);
    }
  } else if (is_verbose()) {
    for (const std::uint32_t i : left) fmt::print("{}\n\t{}\n", gold, neighbors[i].text);
  }
  return ruled;
}

/// Splits all operators randomly into two halves.
std::array<std::vector<AnyMutator>, 2> halves() {
  std::vector<AnyMutator> all = mutators_of(MutatorSet::all);
  Random random(seed() + 1);
  random.shuffle(all);
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  return {std::vector<AnyMutator>(all.begin(), middle), std::vector<AnyMutator>(middle, all.end())};
}

const SuiteSchema &of_dev_suite(const std::string &id) {
  for (const SuiteSchema &schema : dev_suite()->schemas) {
    if (schema.id == id) return schema;
  }
  throw Error(ErrorCode::not_found, "the suite has no such schema", {id});
}

/// Distills against one half of the operators, chosen by range(0), then judges the neighbors of the
/// other half, except those that the first half also generates or that are proved equal.
/// `of_separable`: also except those that the suite for all operators does not distinguish.
void held_out(benchmark::State &state) {
  const auto parts = halves();
  const std::vector<AnyMutator> &given = parts[state.range(0) == 0 ? 0 : 1];
  const std::vector<AnyMutator> &held = parts[state.range(0) == 0 ? 1 : 0];
  dev_suite();
  const auto &schemas = dev_schemas();
  std::vector<Ruled> ruled(schemas.size());
  for (auto _ : state) {
    run_jobs(schemas.size(), jobs(), [&](std::size_t job, const Progress &) {
      const DevSchema &schema = schemas[job];
      std::vector<std::string> golds;
      for (const auto &gold : schema.golds) golds.push_back(gold.first);
      const SuiteSchema made = Distiller(schema.pools, given).distill(golds);
      const DistillOptions options;
      LiveDatabase live(schema.pools->constraints(), limits_of(options));
      NeighborFinder seen(schema.neighbors, given);
      NeighborFinder unseen(schema.neighbors, held);
      for (const auto &[gold, lines] : schema.golds) {
        std::set<std::string> known;
        for (const Neighbor &neighbor : seen.find(gold).neighbors) known.insert(neighbor.text);
        NeighborSet set = unseen.find(gold);
        auto &neighbors = set.neighbors;
        neighbors.erase(std::remove_if(neighbors.begin(), neighbors.end(),
                                       [&known](const Neighbor &neighbor) {
                                         return known.count(neighbor.text) > 0;
                                       }),
                        neighbors.end());
        ruled[job].add(
            rule(made, &of_dev_suite(schema.id), live, gold, lines, std::move(set), held));
      }
    });
  }
  Ruled sum;
  for (const Ruled &one : ruled) sum.add(one);
  for (const auto &[name, counts] : sum.by_mutator) {
    fmt::print(stderr, "{:24} {:7.0f} held out, {:6.2f} % told apart\n", name, counts[0],
               100 * share(counts[1], counts[0]));
  }
  state.counters["queries"] = sum.queries;
  state.counters["apart_%"] = 100 * share(sum.apart, sum.queries);
  state.counters["of_separable_%"] = 100 * share(sum.apart, sum.apart + sum.distinguished_by_other);
}

/// Texts two edits away: for a few neighbors, a few of the operators' results.
std::vector<std::string> twice_edited(const std::vector<AnyMutator> &mutators,
                                      const NeighborSet &once, const Database &database,
                                      Random &random) {
  constexpr std::size_t firsts = 4, seconds = 30;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < firsts && !once.neighbors.empty(); ++i) {
    const GoldQuery neighbor(once.neighbors[random.below(once.neighbors.size())].text, database);
    std::vector<std::string> kept;
    std::uint64_t made = 0;
    for (const AnyMutator &mutator : mutators) {
      mutator.mutate(neighbor, random(), [&](std::string_view text, TextSpan) {
        ++made;
        if (kept.size() < seconds) {
          kept.emplace_back(text);
        } else if (const std::uint64_t at = random.below(made); at < seconds) {
          kept[at] = text;
        }
        return made < 20'000;
      });
    }
    texts.insert(texts.end(), kept.begin(), kept.end());
  }
  return texts;
}

/// The fraction of queries two edits from gold, which run and are not proved equal, that the suite
/// for all operators distinguishes. Neighbors one edit away do not count.
void two_edits(benchmark::State &state) {
  const std::vector<AnyMutator> mutators = mutators_of(MutatorSet::all);
  dev_suite();
  const auto &schemas = dev_schemas();
  std::vector<Ruled> ruled(schemas.size());
  for (auto _ : state) {
    run_jobs(schemas.size(), jobs(), [&](std::size_t job, const Progress &) {
      const DevSchema &schema = schemas[job];
      const DistillOptions options;
      LiveDatabase live(schema.pools->constraints(), limits_of(options));
      NeighborFinder finder(schema.neighbors, mutators);
      const auto texts = std::make_shared<std::vector<std::string>>();
      const std::vector<AnyMutator> given = {GivenTexts{texts}};
      NeighborFinder sorting(schema.neighbors, given);
      for (const auto &[gold, lines] : schema.golds) {
        Random random(Fingerprint().add(seed()).add(gold).value());
        const NeighborSet once = finder.find(gold);
        *texts = twice_edited(mutators, once, *schema.neighbors.database, random);
        std::set<std::string> known;
        for (const Neighbor &neighbor : once.neighbors) known.insert(neighbor.text);
        const auto is_known = [&known](const std::string &text) { return known.count(text) > 0; };
        texts->erase(std::remove_if(texts->begin(), texts->end(), is_known), texts->end());
        ruled[job].add(
            rule(of_dev_suite(schema.id), nullptr, live, gold, lines, sorting.find(gold), given));
      }
    });
  }
  Ruled sum;
  for (const Ruled &one : ruled) sum.add(one);
  state.counters["queries"] = sum.queries;
  state.counters["apart_%"] = 100 * share(sum.apart, sum.queries);
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
