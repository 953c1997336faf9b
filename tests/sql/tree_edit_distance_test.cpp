#include "sluice/sql/tree_edit_distance.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/sql/parse.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using namespace sluice::sql;

namespace {

DiffTree diff_tree(std::string_view sql) { return DiffTree(parse(sql)); }

std::uint32_t distance(const DiffTree &a, const DiffTree &b) {
  return TreeEditDistance().distance(a, b);
}

/// The recursive definition of the distance: the root of the last tree of a forest is removed,
/// inserted or matched.
class PlainDistance {
 public:
  PlainDistance(const DiffTree &a, const DiffTree &b) : a_(a), b_(b) {}

  std::uint32_t operator()() { return between({0}, {0}); }

 private:
  using Forest = std::vector<std::uint32_t>;

  static Forest without_last_root(const DiffTree &tree, Forest forest) {
    const DiffNode &root = tree[forest.back()];
    forest.pop_back();
    for (std::uint32_t i = 0; i < root.children; ++i) forest.push_back(root.first_child + i);
    return forest;
  }

  static std::uint32_t size(const DiffTree &tree, const Forest &forest) {
    std::uint32_t nodes = 0;
    for (const std::uint32_t root : forest)
      nodes += 1 + size(tree, without_last_root(tree, {root}));
    return nodes;
  }

  std::uint32_t between(const Forest &in_a, const Forest &in_b) {
    if (in_a.empty()) return size(b_, in_b);
    if (in_b.empty()) return size(a_, in_a);
    const auto key = std::pair(in_a, in_b);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const Forest rest_a(in_a.begin(), in_a.end() - 1), rest_b(in_b.begin(), in_b.end() - 1);
    const std::uint32_t change =
        a_.detail(in_a.back()).label == b_.detail(in_b.back()).label ? 0 : 1;
    const std::uint32_t result = std::min(
        {between(without_last_root(a_, in_a), in_b) + 1,
         between(in_a, without_last_root(b_, in_b)) + 1,
         between(rest_a, rest_b) + change +
             between(without_last_root(a_, {in_a.back()}), without_last_root(b_, {in_b.back()}))});
    return known_[key] = result;
  }

  const DiffTree &a_;
  const DiffTree &b_;
  std::map<std::pair<Forest, Forest>, std::uint32_t> known_;
};

std::string random_expression(Random &random, int depth) {
  const std::string names[] = {"a", "b", "c", "1", "2"};
  if (depth == 0 || random.below(5) == 0) return names[random.below(5)];
  const auto part = [&] { return random_expression(random, depth - 1); };
  switch (random.below(5)) {
    case 0: return "f(" + part() + ", " + part() + ", " + part() + ")";
    case 1: return "(" + part() + " + " + part() + ")";
    case 2: return "coalesce(" + part() + ")";
    case 3: return "CASE WHEN " + part() + " THEN " + part() + " END";
    default: return "(-" + part() + ")";
  }
}

DiffTree random_tree(Random &random, int depth) {
  return diff_tree("SELECT " + random_expression(random, depth));
}

}  // namespace

TEST_CASE("recorded distances are reproduced") {
  const DiffTree base = diff_tree("SELECT a FROM t WHERE b = 1");
  CHECK(distance(base, base) == 0);
  CHECK(distance(base, diff_tree("SELECT a FROM t WHERE b = 2")) == 1);
  CHECK(distance(base, diff_tree("SELECT a FROM t")) == 4);
  CHECK(distance(base, diff_tree("SELECT a, c FROM t WHERE b > 1")) == 2);
  CHECK(distance(base, diff_tree("SELECT a FROM t WHERE NOT b = 1")) == 1);
  CHECK(tree_similarity(4, base, diff_tree("SELECT a FROM t")) == doctest::Approx(0.5));
}

TEST_CASE("the distance equals that of the recursive definition") {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed);
    const DiffTree a = random_tree(random, 3), b = random_tree(random, 3);
    CAPTURE(a.text(0));
    CAPTURE(b.text(0));
    CHECK(distance(a, b) == PlainDistance(a, b)());
  }
}

TEST_CASE("the distance is a metric between the difference and the sum of the sizes") {
  TreeEditDistance measure;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const DiffTree a = random_tree(random, 4), b = random_tree(random, 4),
                   c = random_tree(random, 4);
    const std::uint32_t ab = measure.distance(a, b), bc = measure.distance(b, c);
    CHECK(ab == measure.distance(b, a));
    CHECK(measure.distance(a, c) <= ab + bc);
    CHECK((ab == 0) == (a[0].equality == b[0].equality));
    const std::size_t larger = std::max(a.size(), b.size());
    CHECK(ab < a.size() + b.size());
    CHECK(ab >= larger - std::min(a.size(), b.size()));
    CHECK(tree_similarity(ab, a, b) >= 0);
  }
}

TEST_CASE("trees with different rules, and pairs that would take too long, are rejected") {
  const DiffTree small = diff_tree("SELECT 1");
  const DiffTree older(parse("SELECT 1"), DiffRules::sqlglot_25_1);
  test::check_code(ErrorCode::mismatch, [&] { return distance(small, older); });
  std::string sql = "SELECT a IN (0";
  for (int i = 1; i < 5000; ++i) sql += ", " + std::to_string(i);
  const DiffTree large = diff_tree(sql + ")");
  test::check_code(ErrorCode::limit_exceeded, [&] { return distance(large, large); });
}
