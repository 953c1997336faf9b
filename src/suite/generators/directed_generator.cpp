#include "sluice/suite/directed_generator.hpp"

#include <algorithm>
#include <utility>

#include "query_conditions.hpp"
#include "query_witness.hpp"
#include "sluice/core/error.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice::inline v0 {
namespace {

using suite::Choice;
using suite::Deviation;
using DeviationList = std::vector<Deviation>;

/// Maximum number of ways to satisfy a query that are tried before it counts as unsolved.
constexpr std::size_t max_ways = 24;
constexpr std::size_t max_singles = 12;

struct Plan {
  std::size_t gold = DirectedGenerator::no_gold;
  DirectedPurpose purpose = DirectedPurpose::witness;
  std::vector<DeviationList> scenarios;  // the first is the witness
};

struct Gold {
  std::unique_ptr<const suite::BoundQuery> query;  // null if it cannot be parsed
  DeviationList way;                               // deviations that make it satisfiable
  std::size_t rows = 0;
  std::vector<std::string> unsolved;
};

/// Deviations from the way to satisfy a query, grouped by purpose.
struct DeviationGroups {
  std::vector<DeviationList> variants;
  std::vector<DeviationList> nulls;
  std::vector<DeviationList> repeats;
  bool alone = false;  // set for one aggregate over all rows, where variants hide each other
};

/// Adds a deviation for each thing that can be varied, on top of `base`.
void add_deviations(const suite::BoundQuery &query, std::span<const Choice> choices,
                    const DeviationList &base, DeviationGroups &found, std::size_t max_threshold) {
  const auto put = [&base](std::vector<DeviationList> &list, Deviation deviation) {
    list.push_back(base);
    list.back().push_back(std::move(deviation));
  };
  const auto add = [&put](std::vector<DeviationList> &list, Deviation::Kind kind, sql::NodeId node,
                          std::size_t count = 0) {
    put(list, {kind, node, {}, count});
  };
  for (const Choice &choice : choices) {
    switch (choice.kind) {
      case Choice::Kind::atom:
        if (choice.count == 1) {
          const bool pattern = query.tree.kind(choice.node) == sql::NodeKind::pattern;
          for (Value &value : suite::values_around(choice.literals, pattern)) {
            put(found.variants, {Deviation::Kind::pin, choice.node, std::move(value), 0});
          }
          put(found.nulls, {Deviation::Kind::pin, choice.node, Value(), 0});
        }
        add(found.variants, Deviation::Kind::negate, choice.node);
        break;
      case Choice::Kind::column: add(found.nulls, Deviation::Kind::make_null, choice.node); break;
      case Choice::Kind::source:
      case Choice::Kind::left_source:
        add(found.variants, Deviation::Kind::skip, choice.node);
        add(found.repeats, Deviation::Kind::share, choice.node);
        break;
      case Choice::Kind::either:
        for (std::size_t branch = 0; branch < 3; ++branch) {
          add(found.variants, Deviation::Kind::branch, choice.node, branch);
        }
        break;
      case Choice::Kind::negated:
        add(found.variants, Deviation::Kind::populate, choice.node);
        add(found.variants, Deviation::Kind::populate, choice.node, 1);
        found.alone = true;
        break;
      case Choice::Kind::select:
        found.alone = found.alone || choice.count == 1;
        if (choice.duplicates) add(found.repeats, Deviation::Kind::duplicate, choice.node);
        if (choice.ordered) add(found.repeats, Deviation::Kind::tie, choice.node);
        if (choice.grouped) add(found.repeats, Deviation::Kind::copies, choice.node, 2);
        if (choice.grouped) add(found.repeats, Deviation::Kind::copies, choice.node, 3);
        break;
      case Choice::Kind::threshold:
        for (const std::size_t count : {choice.count - 1, choice.count, choice.count + 1}) {
          if (count >= 1 && count <= max_threshold) {
            add(found.repeats, Deviation::Kind::copies, choice.node, count);
          }
        }
        break;
    }
  }
}

}  // namespace

std::string_view name_of(DirectedPurpose purpose) noexcept {
  switch (purpose) {
    case DirectedPurpose::witness: return "witness";
    case DirectedPurpose::variants: return "variants";
    case DirectedPurpose::nulls: return "nulls";
    case DirectedPurpose::repeats: return "repeats";
    case DirectedPurpose::single: return "single";
    case DirectedPurpose::all_golds: return "all_golds";
    case DirectedPurpose::empty: return "empty";
  }
  return "";
}

struct DirectedGenerator::State {
  State(std::shared_ptr<const ValuePools> value_pools, const DirectedOptions &given)
      : pools(std::move(value_pools)), options(given), rules(*pools) {}

  const Database &schema() const noexcept { return pools->constraints().schema(); }

  /// Adds one scenario of a gold to a database. If it has no solution and `must` is false, adds
  /// nothing and returns false.
  bool add(const Gold &gold, const DeviationList &deviation_list, bool must,
           suite::FreshNumbers &fresh, TestDatabase &database) const {
    suite::Scenario scenario(rules);
    suite::QueryWitness witness(*gold.query, scenario, deviation_list, options.max_copies);
    witness.build();
    for (const Deviation &deviation : deviation_list) {
      if (deviation.kind == Deviation::Kind::idle_null) scenario.empty_idle_columns();
    }
    if (!scenario.solve(fresh, !must) && !must) return false;
    scenario.write(database, fresh);
    return true;
  }

  /// Finds a way to satisfy the gold, and what can be varied.
  DeviationGroups study(Gold &gold) const {
    std::vector<Choice> choices;
    std::vector<DeviationList> ways{{}};
    std::size_t min_unsatisfied = static_cast<std::size_t>(-1);
    for (std::size_t i = 0; i < ways.size() && i < max_ways && min_unsatisfied > 0; ++i) {
      suite::Scenario scenario(rules);
      suite::FreshNumbers fresh;
      const DeviationList way = ways[i];
      suite::QueryWitness witness(*gold.query, scenario, way, options.max_copies);
      witness.build();
      scenario.solve(fresh);
      if (scenario.unsatisfied() < min_unsatisfied) {
        min_unsatisfied = scenario.unsatisfied();
        gold.way = way;
        gold.rows = scenario.rows();
        gold.unsolved = witness.unsolved();
      }
      if (i > 0) continue;
      choices = witness.choices();
      for (const Choice &choice : choices) {
        const auto try_also = [&](Deviation::Kind kind, std::size_t count) {
          ways.push_back({Deviation{kind, choice.node, {}, count}});
        };
        if (choice.kind == Choice::Kind::left_source) try_also(Deviation::Kind::skip, 0);
        if (choice.kind == Choice::Kind::either) try_also(Deviation::Kind::branch, 1);
        // A condition on a sum may need more than one row.
        if (choice.grouped && choice.kind == Choice::Kind::select) {
          for (const std::size_t count : {2u, 5u, 20u}) try_also(Deviation::Kind::copies, count);
        }
      }
    }
    if (min_unsatisfied > 0) gold.unsolved.emplace_back("conditions that no values were found for");
    DeviationGroups deviations;
    add_deviations(*gold.query, choices, gold.way, deviations, options.max_threshold);
    for (const Choice &choice : choices) {
      if (choice.kind == Choice::Kind::negated) look_inside(gold, choice.node, choices, deviations);
    }
    return deviations;
  }

  /// Adds deviations of a subquery that need not have rows, after it is given some.
  void look_inside(const Gold &gold, sql::NodeId node, std::span<const Choice> known,
                   DeviationGroups &deviations) const {
    DeviationList base = gold.way;
    base.push_back({Deviation::Kind::populate, node, {}, 1});
    suite::Scenario scenario(rules);
    suite::QueryWitness witness(*gold.query, scenario, base, options.max_copies);
    witness.build();
    std::vector<Choice> more;
    for (const Choice &choice : witness.choices()) {
      const auto same = [&choice](const Choice &other) {
        return other.node == choice.node && other.kind == choice.kind;
      };
      if (std::none_of(known.begin(), known.end(), same)) more.push_back(choice);
    }
    add_deviations(*gold.query, more, base, deviations, options.max_threshold);
  }

  void plan(std::size_t position, const DeviationGroups &deviations) {
    const Gold &gold = golds[position];
    const auto several = [&](DirectedPurpose purpose, const std::vector<DeviationList> &list) {
      Plan made{position, purpose, {gold.way}};
      for (const DeviationList &deviation_list : list) {
        if (made.scenarios.size() > options.max_variants) break;
        made.scenarios.push_back(deviation_list);
      }
      if (made.scenarios.size() > 1) plans.push_back(std::move(made));
    };
    plans.push_back({position, DirectedPurpose::witness, {gold.way}});
    several(DirectedPurpose::variants, deviations.variants);
    std::vector<DeviationList> nulls{gold.way};
    nulls[0].push_back({Deviation::Kind::idle_null, sql::no_node, {}, 0});
    nulls.insert(nulls.end(), deviations.nulls.begin(), deviations.nulls.end());
    if (options.nulls) several(DirectedPurpose::nulls, nulls);
    several(DirectedPurpose::repeats, deviations.repeats);
    if (!deviations.alone) return;
    for (std::size_t i = 0; i < std::min(max_singles, deviations.variants.size()); ++i) {
      plans.push_back({position, DirectedPurpose::single, {gold.way, deviations.variants[i]}});
    }
  }

  void arrange() {
    const auto rank = [](const Plan &plan) {
      switch (plan.purpose) {
        case DirectedPurpose::all_golds: return 0;
        case DirectedPurpose::empty: return 1;
        case DirectedPurpose::witness: return 2;
        case DirectedPurpose::variants: return 3;
        case DirectedPurpose::repeats: return 4;
        case DirectedPurpose::nulls: return 5;
        default: return 6;
      }
    };
    std::stable_sort(plans.begin(), plans.end(),
                     [&](const Plan &a, const Plan &b) { return rank(a) < rank(b); });
  }

  void build_all(TestDatabase &database) const {
    suite::FreshNumbers fresh;
    for (const Gold &gold : golds) {
      if (gold.query == nullptr) continue;
      if (database.rows() + gold.rows <= options.shared_rows) {
        add(gold, gold.way, false, fresh, database);
      }
    }
  }

  std::shared_ptr<const ValuePools> pools;
  DirectedOptions options;
  suite::ScenarioRules rules;
  std::vector<Gold> golds;
  std::vector<Plan> plans;
};

DirectedGenerator::DirectedGenerator(std::shared_ptr<const ValuePools> pools,
                                     std::vector<std::string> golds, const DirectedOptions &options)
    : state_(std::make_unique<State>(std::move(pools), options)) {
  state_->golds.resize(golds.size());
  state_->plans.push_back({no_gold, DirectedPurpose::all_golds, {}});
  state_->plans.push_back({no_gold, DirectedPurpose::empty, {}});
  for (std::size_t i = 0; i < golds.size(); ++i) {
    Gold &gold = state_->golds[i];
    try {
      gold.query = std::make_unique<suite::BoundQuery>(golds[i], state_->schema());
    } catch (const Error &error) {
      gold.unsolved.push_back(error.message());
      continue;
    }
    state_->plan(i, state_->study(gold));
  }
  state_->arrange();
}
DirectedGenerator::~DirectedGenerator() = default;
DirectedGenerator::DirectedGenerator(DirectedGenerator &&) noexcept = default;
DirectedGenerator &DirectedGenerator::operator=(DirectedGenerator &&) noexcept = default;

std::size_t DirectedGenerator::size() const noexcept { return state_->plans.size(); }

std::optional<TestDatabase> DirectedGenerator::generate(std::size_t number) const {
  if (number >= size()) return std::nullopt;
  const Plan &plan = state_->plans[number];
  TestDatabase database(state_->pools->constraints().share_schema());
  if (plan.purpose == DirectedPurpose::all_golds) state_->build_all(database);
  suite::FreshNumbers fresh;
  for (std::size_t i = 0; i < plan.scenarios.size(); ++i) {
    state_->add(state_->golds[plan.gold], plan.scenarios[i], i == 0, fresh, database);
  }
  database.settle(state_->pools->constraints());
  return database;
}

std::size_t DirectedGenerator::gold(std::size_t number) const noexcept {
  return state_->plans[number].gold;
}
DirectedPurpose DirectedGenerator::purpose(std::size_t number) const noexcept {
  return state_->plans[number].purpose;
}

std::vector<std::size_t> DirectedGenerator::databases_for(std::size_t gold) const {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < size(); ++i) {
    if (state_->plans[i].gold == gold) numbers.push_back(i);
  }
  return numbers;
}

std::span<const std::string> DirectedGenerator::unsolved(std::size_t gold) const noexcept {
  return state_->golds[gold].unsolved;
}

}  // namespace sluice::inline v0
