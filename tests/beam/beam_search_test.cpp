#include "beam/beam_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "beam/routes_of.hpp"
#include "small_catalog.hpp"
#include "support/error_of.hpp"
#include "support/random_schema.hpp"

namespace sluice {
namespace {

using Tokens = std::vector<SchemaToken>;

std::vector<float> random_logits(std::uint64_t seed, const SchemaTokens &tokens) {
  Random random(seed);
  std::vector<float> logits(tokens.size());
  for (float &logit : logits) logit = static_cast<float>(4 * random.unit());
  return logits;
}

/// All complete sequences, found by trying every legal step.
template <class Constraint>
void each_sequence(const Constraint &constraint, const FixedScorer &scorer, Tokens &prefix,
                   float sum, std::size_t max_tokens, std::vector<Hypothesis> &all) {
  Tokens next;
  constraint.legal(prefix, next);
  if (next.empty()) return;
  std::vector<float> scores(next.size());
  scorer.score(scorer.start(), next, scores);
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (next[i] == constraint.tokens().end()) {
      all.push_back({prefix, sum + scores[i]});
    } else if (prefix.size() < max_tokens) {
      prefix.push_back(next[i]);
      each_sequence(constraint, scorer, prefix, sum + scores[i], max_tokens, all);
      prefix.pop_back();
    }
  }
}

struct RandomGraph {
  explicit RandomGraph(std::uint64_t seed, double hidden = 0)
      : catalog(test::random_catalog(seed, 3)),
        mask(test::random_mask(catalog, seed, hidden)),
        graph{catalog, std::make_shared<TableNeighbors>(JoinGraphs(catalog), &mask), &mask} {}
  std::shared_ptr<const Catalog> catalog;
  Mask mask;
  DecodingGraph graph;
};

}  // namespace

TEST_CASE("graph-constrained sequences never leave the graph and contain nothing hidden") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const RandomGraph random(seed, 0.2);
    const GraphConstraint constraint(random.graph);
    const SchemaTokens &tokens = constraint.tokens();
    const FixedScorer scorer(random_logits(seed, tokens));
    for (const Hypothesis &found : diverse_beam_search(scorer, constraint)) {
      if (found.tokens.empty()) continue;  // nothing is visible
      REQUIRE(tokens.is_database(found.tokens.front()));
      const DatabaseId database = tokens.database(found.tokens.front());
      CHECK(random.mask.visible(database));
      std::vector<TableId> met;
      for (std::size_t i = 1; i < found.tokens.size(); ++i) {
        REQUIRE(tokens.is_table(found.tokens[i]));
        const TableId table = tokens.table(found.tokens[i]);
        CHECK(random.mask.visible(table));
        CHECK(random.catalog->database_of(table) == database);
        CHECK(std::ranges::find(met, table) == met.end());
        const bool joins = std::ranges::any_of(
            met, [&](TableId before) { return random.graph.neighbors->adjacent(before, table); });
        CHECK((met.empty() || joins));
        met.push_back(table);
      }
    }
  }
}

TEST_CASE("every prefix of legal steps can be completed") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const RandomGraph random(seed, 0.4);
    const auto walk = [&](const auto &constraint) {
      Random drawn(seed);
      Tokens prefix;
      Tokens next;
      for (constraint.legal(prefix, next); !next.empty(); constraint.legal(prefix, next)) {
        CHECK(std::ranges::is_sorted(next));
        CHECK(std::adjacent_find(next.begin(), next.end()) == next.end());
        prefix.push_back(next[drawn.below(next.size())]);
      }
      bool any_visible = false;
      for (const DatabaseId database : random.catalog->databases()) {
        any_visible = any_visible || random.mask.visible(database);
      }
      if (any_visible) {
        REQUIRE_FALSE(prefix.empty());
        CHECK(prefix.back() == constraint.tokens().end());
      }
    };
    walk(GraphConstraint(random.graph));
    walk(TablesConstraint(random.graph));
    walk(FreeConstraint(random.graph));
  }
}

TEST_CASE("one group with enough beams finds every sequence, in order of probability") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const test::SmallSchema small;
    const GraphConstraint constraint({small.catalog, small.neighbors, nullptr});
    const FixedScorer scorer(random_logits(seed, constraint.tokens()));
    std::vector<Hypothesis> all;
    Tokens prefix;
    each_sequence(constraint, scorer, prefix, 0, 8, all);
    const auto found =
        diverse_beam_search(scorer, constraint, {.groups = 1, .beams = 1000, .diversity = 0});
    REQUIRE(found.size() == all.size());
    double mass = 0;
    std::map<Tokens, float> expected;
    for (const Hypothesis &one : all) expected[one.tokens] = one.log_probability;
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(expected.at(found[i].tokens) == doctest::Approx(found[i].log_probability));
      mass += std::exp(double{found[i].log_probability});
      if (i > 0) CHECK(found[i - 1].log_probability >= found[i].log_probability);
    }
    CHECK(mass == doctest::Approx(1).epsilon(1e-4));
  }
}

TEST_CASE("the first group is greedy search, and later groups find other sequences") {
  const test::SmallSchema small;
  const GraphConstraint constraint({small.catalog, small.neighbors, nullptr});
  std::vector<float> logits(constraint.tokens().size(), 0.0F);
  logits[0] = 1.5F;  // the music database
  const FixedScorer scorer(logits);
  const auto databases = [&](const BeamOptions &options) {
    std::set<SchemaToken> met;
    for (const Hypothesis &found : diverse_beam_search(scorer, constraint, options)) {
      met.insert(found.tokens.at(0));
    }
    return met.size();
  };
  CHECK(databases({.groups = 3, .beams = 1, .diversity = 0}) == 1);
  CHECK(databases({.groups = 3, .beams = 1, .diversity = 3}) == 3);
  const auto greedy = diverse_beam_search(scorer, constraint, {.groups = 1, .beams = 1});
  REQUIRE(greedy.size() == 1);
  CHECK(greedy[0].tokens.at(0) == SchemaToken(0));
}

TEST_CASE("diversity does not change the probabilities of hypotheses") {
  const test::SmallSchema small;
  const GraphConstraint constraint({small.catalog, small.neighbors, nullptr});
  const FixedScorer scorer(random_logits(2, constraint.tokens()));
  std::vector<Hypothesis> all;
  Tokens prefix;
  each_sequence(constraint, scorer, prefix, 0, 8, all);
  std::map<Tokens, float> expected;
  for (const Hypothesis &one : all) expected[one.tokens] = one.log_probability;
  const auto found = diverse_beam_search(scorer, constraint, {.groups = 6, .beams = 2});
  CHECK(found.size() > 3);
  for (const Hypothesis &one : found) {
    CHECK(one.log_probability == doctest::Approx(expected.at(one.tokens)));
  }
}

TEST_CASE("a search without beams, or with numbers that are not finite, is rejected") {
  const test::SmallSchema small;
  const GraphConstraint constraint({small.catalog, small.neighbors, nullptr});
  const FixedScorer scorer(random_logits(1, constraint.tokens()));
  const auto with = [&](const BeamOptions &options) {
    return [&scorer, &constraint, options] {
      return diverse_beam_search(scorer, constraint, options);
    };
  };
  test::check_code(ErrorCode::invalid_argument, with({.groups = 0}));
  test::check_code(ErrorCode::invalid_argument, with({.beams = 0}));
  test::check_code(ErrorCode::invalid_argument, with({.diversity = -1}));
  test::check_code(ErrorCode::invalid_argument,
                   with({.length_power = std::numeric_limits<float>::quiet_NaN()}));
}

TEST_CASE("databases and tables are ranked by the probability of the schemas with them") {
  const test::SmallSchema small;
  const auto spelled = [&](const std::vector<std::string> &names, double probability) {
    return Hypothesis{
        serialize(small.schema(names), Serialization::depth_first, small.tokens, *small.neighbors),
        static_cast<float>(std::log(probability))};
  };
  const std::vector<Hypothesis> hypotheses = {
      spelled({"animal"}, 0.3), spelled({"customer", "purchase"}, 0.25),
      spelled({"purchase", "customer"}, 0.15), spelled({"purchase"}, 0.1)};
  const BeamRoutes routes = routes_of(hypotheses, small.tokens, *small.catalog);
  REQUIRE(routes.schemas.size() == 3);
  CHECK(routes.schemas[0].schema == small.schema({"customer", "purchase"}));
  CHECK(routes.schemas[0].probability == doctest::Approx(0.4));
  REQUIRE(routes.databases.size() == 2);
  CHECK(routes.databases[0].id == DatabaseId(1));
  CHECK(routes.databases[0].score == doctest::Approx(0.5));
  REQUIRE(routes.tables.size() == 3);
  CHECK(routes.tables[0].id == small.table("purchase"));
  CHECK(routes.tables[1].id == small.table("customer"));
  CHECK(routes.tables[2].id == small.table("animal"));
}

}  // namespace sluice
