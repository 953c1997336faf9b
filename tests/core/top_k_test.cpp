#include "sluice/core/top_k.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/core/random.hpp"

using namespace sluice;

TEST_CASE("the k best are the first k of all in sorted order, including ties") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    std::vector<Scored<std::uint32_t>> all(random.below(60));
    std::uint32_t id = 0;
    // Few distinct scores, so that most of them tie.
    for (auto &item : all) item = {id++, static_cast<float>(random.below(6)) - 2};
    random.shuffle(all);
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{2}, all.size() / 2,
                                all.size(), all.size() + 9}) {
      TopK<std::uint32_t> best(k);
      for (const auto &item : all) best.offer(item.id, item.score);

      auto sorted = all;
      std::ranges::sort(sorted, BestFirst{});
      sorted.resize(std::min(k, sorted.size()));
      CHECK(best.take() == sorted);
    }
  }
}

TEST_CASE("equal scores are ranked by the smaller id") {
  TopK<ColumnId, double> best(2);
  for (const std::size_t id : {5U, 3U, 9U, 4U}) best.offer(ColumnId(id), 1.0);
  const auto kept = best.take();
  REQUIRE(kept.size() == 2);
  CHECK(kept[0].id == ColumnId(3));
  CHECK(kept[1].id == ColumnId(4));
}

TEST_CASE("a collector can be used again after it was emptied") {
  TopK<int> best(2);
  best.offer(1, 1.0F);
  CHECK(best.take().size() == 1);
  CHECK(best.take().empty());
  for (int id = 0; id < 5; ++id) best.offer(id, static_cast<float>(id));
  CHECK(best.take() == std::vector<Scored<int>>{{4, 4.0F}, {3, 3.0F}});
}

TEST_CASE("a huge k takes no memory before items are offered") {
  TopK<int> best(static_cast<std::size_t>(-1));
  best.offer(1, 0.5F);
  CHECK(best.take().size() == 1);
}

TEST_CASE("keys may have any ordered type") {
  TopK<std::string> best(2);
  for (const char *name : {"pear", "apple", "plum"}) best.offer(name, 0);
  const auto kept = best.take();
  REQUIRE(kept.size() == 2);
  CHECK(kept[0].id == "apple");
  CHECK(kept[1].id == "pear");
}
