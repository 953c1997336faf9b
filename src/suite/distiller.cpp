#include "sluice/suite/distiller.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "distillation.hpp"
#include "gold_trial.hpp"
#include "set_cover.hpp"
#include "sluice/core/error.hpp"
#include "sluice/suite/directed_generator.hpp"
#include "sluice/suite/generator.hpp"
#include "sluice/suite/neighbor_finder.hpp"
#include "sluice/suite/random_generator.hpp"
#include "sluice/suite/suite.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice::inline v0 {
namespace {

using suite::BitSet;
using suite::Candidate;
using suite::CoverPart;
using suite::GoldTrial;
using suite::Work;

/// Number of databases that are tried for every gold during the choice: those that distinguish
/// most.
constexpr std::size_t max_hubs = 8;

/// Limits on time and memory are a safety net far above what the steps allow, since what they cut
/// depends on the machine.
QueryLimits limits_of(const DistillOptions &options) {
  QueryLimits limits;
  limits.steps =
      std::max<std::uint64_t>(options.max_steps, 50'000'000);  // also covers loading rows
  limits.seconds = 3600;
  limits.memory = std::int64_t{640} << 20;
  return limits;
}

RandomOptions tiny_options(const DistillOptions &options) {
  RandomOptions random;
  random.seed = options.seed;
  random.nulls = 0.35;
  random.empty_tables = 0.1;
  random.tiny = 1;
  return random;
}

RandomOptions random_options(const DistillOptions &options) {
  RandomOptions random;
  random.seed = options.seed;
  if (options.directed) {
    random.nulls = 0.1;
    random.empty_tables = 0.05;
    random.tiny = 0.4;
  }
  return random;
}

/// Neighbors must run on tables as the live database defines them.
NeighborSchema neighbor_schema(const Constraints &constraints) {
  SqliteConnection empty = SqliteConnection::scratch("test database");
  empty.run_script(constraints.definitions());
  const std::string image = empty.image();
  NeighborSchema schema;
  schema.database = constraints.share_schema();
  schema.empty = SqliteImage::from_bytes(image, "test database");
  schema.keys = constraints.key_facts();
  return schema;
}

class Distillation {
 public:
  Distillation(std::shared_ptr<const ValuePools> pools, const std::vector<AnyMutator> &mutators,
               const DistillOptions &options, const Progress &progress)
      : pools_(std::move(pools)),
        mutators_(mutators),
        options_(options),
        progress_(progress),
        live_(pools_->constraints(), limits_of(options)) {}

  SuiteSchema run(std::span<const std::string> golds) {
    find_neighbors(golds);
    if (options_.directed) try_directed();
    if (options_.random) {
      try_all("random", RandomGenerator(pools_, random_options(options_)),
              options_.random_databases, options_.idle_databases);
    }
    if (options_.random && options_.directed) {
      try_all("tiny", RandomGenerator(pools_, tiny_options(options_)), options_.tiny_databases,
              options_.idle_tiny_databases);
    }
    if (options_.directed) pursue();
    if (candidates_.empty()) try_on(all(), "empty", TestDatabase(schema()), true);
    return report_of({pools_->constraints(), mutators_, works_, candidates_}, choose());
  }

 private:
  std::shared_ptr<const Database> schema() const { return pools_->constraints().share_schema(); }

  void step() const {
    std::size_t settled = 0;
    for (const Work &work : works_) settled += work.alive.empty() ? 1 : 0;
    progress_.step("golds", settled, works_.size());
  }

  void find_neighbors(std::span<const std::string> golds) {
    std::map<std::string, std::uint32_t> distinct;
    for (const std::string &gold : golds) ++distinct[gold];
    NeighborOptions neighbor_options;
    neighbor_options.seed = options_.seed;
    NeighborFinder finder(neighbor_schema(pools_->constraints()), mutators_, neighbor_options);
    works_.reserve(distinct.size());
    for (const auto &entry : distinct) {
      Work &work = works_.emplace_back();
      work.lines = entry.second;
      work.trial = std::make_unique<GoldTrial>(live_, options_, ledger_, entry.first,
                                               finder.find(entry.first));
      const std::size_t neighbors = work.trial->neighbors().neighbors.size();
      for (std::uint32_t i = 0; i < neighbors; ++i) work.alive.push_back(i);
      texts_.push_back(entry.first);
      progress_.step("neighbors", works_.size(), distinct.size());
    }
  }

  std::vector<std::uint32_t> all() const {
    std::vector<std::uint32_t> golds(works_.size());
    for (std::uint32_t i = 0; i < golds.size(); ++i) golds[i] = i;
    return golds;
  }

  bool out_of_steps() const noexcept { return ledger_.steps >= options_.max_total_steps; }

  /// Tries a database for the golds that are not done. Keeps it if it distinguishes a neighbor that
  /// no earlier database did, or if `keep` is set.
  bool try_on(const std::vector<std::uint32_t> &golds, std::string origin, TestDatabase database,
              bool keep = false) {
    if (!load(database)) return false;
    const auto number = static_cast<std::uint32_t>(candidates_.size());
    std::size_t distinguished = 0;
    for (const std::uint32_t gold : golds) {
      const std::size_t before = distinguished;
      const bool useful = try_on(works_[gold], number, distinguished);
      keep = keep || useful || distinguished > before;
    }
    if (!keep) return false;
    candidates_.push_back({std::move(origin), std::move(database), distinguished});
    return true;
  }

  bool load(const TestDatabase &database) {
    try {
      live_.load(database);
      return true;
    } catch (const Error &error) {
      // The rows violate a CHECK that only SQLite can evaluate.
      if (error.code() == ErrorCode::mismatch || error.code() == ErrorCode::limit_exceeded) {
        return false;
      }
      throw;
    }
  }

  /// Whether the gold needs the loaded database, which has this number.
  bool try_on(Work &work, std::uint32_t number, std::size_t &distinguished) {
    if (work.done() || !work.trial->neighbors().gold_problem.empty()) return false;
    const GoldTrial::Shown shown = work.trial->run(work.alive, verdicts_);
    if (shown == GoldTrial::Shown::failed) return false;
    bool useful = false;
    if (!work.ran) useful = (work.ran = number).has_value();
    if (shown == GoldTrial::Shown::rows && !work.rows_shown) {
      work.rows_shown = number;
      useful = true;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < work.alive.size(); ++i) {
      if (!verdicts_[i]) work.alive[kept++] = work.alive[i];
    }
    if (const std::size_t gone = work.alive.size() - kept; gone > 0) {
      work.distinguished[number] += gone;
      distinguished += gone;
      useful = true;
    }
    work.alive.resize(kept);
    return useful;
  }

  void try_directed() {
    const DirectedGenerator generator(pools_, texts_);
    const auto origin = [&](std::size_t number) {
      const std::size_t gold = generator.gold(number);
      const std::string purpose(name_of(generator.purpose(number)));
      return gold == DirectedGenerator::no_gold ? purpose
                                                : fmt::format("{} of gold {}", purpose, gold);
    };
    std::vector<std::vector<std::size_t>> numbers(works_.size());
    for (std::size_t number = 0; number < generator.size(); ++number) {
      const std::size_t gold = generator.gold(number);
      if (gold != DirectedGenerator::no_gold) {
        numbers[gold].push_back(number);
      } else {
        try_on(all(), origin(number), *generator.generate(number));
      }
    }
    for (std::uint32_t gold = 0; gold < works_.size(); ++gold) {
      for (const std::size_t number : numbers[gold]) {
        if (works_[gold].done() || out_of_steps()) break;
        try_on({gold}, origin(number), *generator.generate(number));
      }
      step();
    }
    try_others();
  }

  /// Databases that were generated for one gold may distinguish neighbors of another.
  void try_others() {
    for (std::uint32_t number = 0; number < candidates_.size() && !out_of_steps(); ++number) {
      const bool wanted = std::any_of(works_.begin(), works_.end(),
                                      [](const Work &work) { return !work.alive.empty(); });
      if (!wanted) return;
      if (!load(candidates_[number].database)) continue;
      for (Work &work : works_) {
        if (!work.alive.empty()) try_on(work, number, candidates_[number].distinguished);
      }
    }
  }

  /// Tries `max_databases` databases, or stops after `max_idle` consecutive ones that distinguish
  /// nothing.
  template <Generator Model>
  void try_all(std::string_view name, const Model &generator, std::size_t max_databases,
               std::size_t max_idle) {
    std::size_t idle = 0;
    for (std::size_t number = 0; number < max_databases && idle < max_idle; ++number) {
      std::vector<std::uint32_t> golds;
      for (const std::uint32_t gold : all()) {
        if (!works_[gold].done()) golds.push_back(gold);
      }
      if (golds.empty() || out_of_steps()) return;
      auto database = generator.generate(number);
      if (!database) return;
      idle = try_on(golds, fmt::format("{} {}", name, number), std::move(*database)) ? 0 : idle + 1;
      step();
    }
  }

  /// Generates databases for the remaining neighbors as if they were golds.
  void pursue() {
    for (std::uint32_t gold = 0; gold < works_.size(); ++gold) {
      Work &work = works_[gold];
      const std::vector<std::uint32_t> left = work.alive;
      for (std::size_t i = 0; i < std::min(left.size(), options_.pursued); ++i) {
        if (!std::binary_search(work.alive.begin(), work.alive.end(), left[i])) continue;
        const DirectedGenerator generator(pools_,
                                          {work.trial->neighbors().neighbors[left[i]].text});
        const auto numbers = generator.databases_for(0);
        for (std::size_t n = 0; n < std::min(numbers.size(), options_.pursuits); ++n) {
          if (out_of_steps()) return;
          try_on({gold},
                 fmt::format("{} of a neighbor of gold {}", name_of(generator.purpose(numbers[n])),
                             gold),
                 *generator.generate(numbers[n]));
          if (!std::binary_search(work.alive.begin(), work.alive.end(), left[i])) break;
        }
      }
      step();
    }
  }

  /// The databases that distinguish the most neighbors.
  std::vector<std::uint32_t> hubs() const {
    std::vector<std::uint32_t> order(candidates_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return candidates_[a].distinguished > candidates_[b].distinguished;
    });
    order.resize(std::min(order.size(), max_hubs));
    return order;
  }

  /// The candidates that serve each gold, by gold.
  std::vector<suite::Serving> choose() {
    std::vector<std::vector<std::uint32_t>> wanting(candidates_.size());
    const std::vector<std::uint32_t> shared = hubs();
    for (std::uint32_t gold = 0; gold < works_.size(); ++gold) {
      const Work &work = works_[gold];
      if (!work.ran) continue;
      std::vector<std::uint32_t> tried = shared;
      for (const auto &entry : work.distinguished) tried.push_back(entry.first);
      tried.push_back(work.rows_shown.value_or(*work.ran));
      std::sort(tried.begin(), tried.end());
      tried.erase(std::unique(tried.begin(), tried.end()), tried.end());
      for (const std::uint32_t candidate : tried) wanting[candidate].push_back(gold);
    }
    std::vector<CoverPart> parts;
    std::vector<std::size_t> rows;
    for (std::uint32_t candidate = 0; candidate < candidates_.size(); ++candidate) {
      rows.push_back(candidates_[candidate].database.rows());
      progress_.step("choice", candidate, candidates_.size());
      if (wanting[candidate].empty() || !load(candidates_[candidate].database)) continue;
      for (const std::uint32_t gold : wanting[candidate]) {
        add_part(gold, candidate, parts);
      }
    }
    return cover(parts, works_.size(), rows);
  }

  /// Adds what the loaded candidate distinguishes, out of all neighbors of a gold that can be
  /// distinguished. A non-empty result of the gold counts as one more.
  void add_part(std::uint32_t gold, std::uint32_t candidate, std::vector<CoverPart> &parts) {
    Work &work = works_[gold];
    const auto count = static_cast<std::uint32_t>(work.trial->neighbors().neighbors.size());
    std::vector<std::uint32_t> separable;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!std::binary_search(work.alive.begin(), work.alive.end(), i)) separable.push_back(i);
    }
    const GoldTrial::Shown shown = work.trial->run(separable, verdicts_);
    if (shown == GoldTrial::Shown::failed) return;
    CoverPart part{gold, candidate, BitSet(count + 1)};
    for (std::size_t i = 0; i < separable.size(); ++i) {
      if (verdicts_[i]) part.distinguished.add(separable[i]);
    }
    if (shown == GoldTrial::Shown::rows || (!work.rows_shown && candidate == *work.ran)) {
      part.distinguished.add(count);
    }
    parts.push_back(std::move(part));
  }

  std::shared_ptr<const ValuePools> pools_;
  const std::vector<AnyMutator> &mutators_;
  const DistillOptions &options_;
  const Progress &progress_;
  LiveDatabase live_;
  suite::TrialLedger ledger_;
  std::vector<std::string> texts_;  // of golds
  std::vector<Work> works_;         // by gold
  std::vector<Candidate> candidates_;
  std::vector<bool> verdicts_;  // of the last run
};

}  // namespace

Distiller::Distiller(std::shared_ptr<const ValuePools> pools, std::vector<AnyMutator> mutators,
                     const DistillOptions &options)
    : pools_(std::move(pools)), mutators_(std::move(mutators)), options_(options) {}

SuiteSchema Distiller::distill(std::span<const std::string> golds, const Progress &progress) const {
  return Distillation(pools_, mutators_, options_, progress).run(golds);
}

}  // namespace sluice::inline v0
