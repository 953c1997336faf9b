/// Handles released in every order, and used by many threads.

#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "calls.hpp"

namespace sluice {
namespace {

using namespace test;

/// Every kind of handle, each created from those before it.
struct Handles {
  Owned<sluice_catalog> catalog = load_json();
  Owned<sluice_mask> mask = new_mask(catalog.get());
  Owned<sluice_retriever> retriever = new_retriever(catalog.get());
  Owned<sluice_subset> subset = retrieve(retriever.get(), question, mask.get());
  Owned<sluice_text> text = made<sluice_text>([this](auto out, auto e) {
    return sluice_subset_render(subset.get(), SLUICE_FORM_PROMPT, nullptr, out, e);
  });
  Owned<sluice_error> error = [this] {
    sluice_error *made_error = nullptr;
    CHECK(sluice_catalog_find(catalog.get(), 1, "?", 1, nullptr, &made_error) != SLUICE_OK);
    return Owned<sluice_error>(made_error);
  }();

  static constexpr std::size_t count = 6;

  void end(std::size_t which) {
    switch (which) {
      case 0: return catalog.reset();
      case 1: return mask.reset();
      case 2: return retriever.reset();
      case 3: return subset.reset();
      case 4: return text.reset();
      default: return error.reset();
    }
  }

  /// Uses the remaining handles; their answers must not change.
  void check() const {
    if (catalog) CHECK(view(sluice_catalog_name(catalog.get(), SLUICE_DATABASE, 0)) == "shop");
    if (catalog) CHECK(find(catalog.get(), SLUICE_COLUMN, "shop.customer.name") == 1);
    if (mask) set(mask.get(), SLUICE_COLUMN, 1, true);
    if (retriever) {
      const auto again = retrieve(retriever.get(), question, mask.get());
      CHECK(view(item_at(again.get(), 0).database) == "shop");
    }
    if (subset) {
      for (std::size_t i = 0; i < sluice_subset_size(subset.get()); ++i) {
        const sluice_item item = item_at(subset.get(), i);
        CHECK(view(item.database) == "shop");
        for (std::uint32_t r = 0; r < item.reason_count; ++r) CHECK(item.reasons[r].kind.size > 0);
      }
      CHECK(render(subset.get(), SLUICE_FORM_COMPACT).starts_with("customer("));
    }
    if (text) CHECK(view(sluice_text_view(text.get())).ends_with("SQL:"));
    if (error) CHECK(sluice_error_status(error.get()) == SLUICE_INVALID_ARGUMENT);
  }
};

}  // namespace

TEST_CASE("handles may be released in every order, and the remaining ones stay valid") {
  std::array<std::size_t, Handles::count> order{0, 1, 2, 3, 4, 5};
  std::size_t orders = 0;
  do {
    Handles handles;
    for (const std::size_t which : order) {
      handles.end(which);
      handles.check();
    }
    ++orders;
  } while (std::ranges::next_permutation(order).found);
  CHECK(orders == 720);
}

TEST_CASE("handles of evaluation may be released in every order") {
  std::array<std::size_t, 5> order{0, 1, 2, 3, 4};
  do {
    Shops shops;
    for (const std::size_t which : order) {
      switch (which) {
        case 0: shops.catalog.reset(); break;
        case 1: shops.retriever.reset(); break;
        case 2: shops.routes.reset(); break;
        case 3: shops.query.reset(); break;
        default: shops.suite.reset(); break;
      }
      if (shops.query) CHECK(sluice_query_check(shops.query.get(), nullptr, nullptr) == SLUICE_OK);
      if (shops.routes) {
        sluice_routed routed = SLUICE_ROUTED_INIT;
        CHECK(sluice_routes_item(shops.routes.get(), 0, &routed, nullptr) == SLUICE_OK);
        CHECK(view(routed.database) == "shop");
      }
      CHECK(view(info_of(shops.verdict.get()).name) == "wrong");
    }
    shops.verdict.reset();
  } while (std::ranges::next_permutation(order).found);
}

TEST_CASE("handles of examples and built suites may be released in every order") {
  std::array<std::size_t, 5> order{0, 1, 2, 3, 4};
  const Shops others;
  do {
    auto catalog = load_json();
    auto mask = new_mask(catalog.get());
    auto examples = open_examples(others.examples_file, catalog.get(), mask.get());
    auto ranking = rank(examples.get());
    auto suite = open_ddl(sales_ddl);
    for (const std::size_t which : order) {
      switch (which) {
        case 0: catalog.reset(); break;
        case 1: mask.reset(); break;
        case 2: examples.reset(); break;
        case 3: ranking.reset(); break;
        default: suite.reset(); break;
      }
      if (examples) CHECK(sluice_ranking_size(rank(examples.get()).get()) == 3);
      if (ranking) CHECK(view(ranked_at(ranking.get(), 2).sql).starts_with("SELECT"));
      if (suite)
        CHECK(info_of(judge(suite.get(), gold_sql, gold_sql).get()).verdict == SLUICE_RIGHT);
    }
  } while (std::ranges::next_permutation(order).found);
}

TEST_CASE("eight threads that share every shared handle get the same answers as one thread") {
  const Shops shops;
  const std::vector<std::string> questions{question, "wine", "names of customers", "Wein"};
  // Creates a mask that hides the third database.
  const auto two_databases = [&] {
    auto mask = new_mask(shops.catalog.get(), false);
    set(mask.get(), SLUICE_DATABASE, 0, true);
    set(mask.get(), SLUICE_DATABASE, 1, true);
    return mask;
  };
  std::vector<std::vector<std::string>> expected, of_two;
  for (const std::string &asked : questions) {
    expected.push_back(paths(retrieve(shops.retriever.get(), asked).get()));
    of_two.push_back(paths(retrieve(shops.retriever.get(), asked, two_databases().get()).get()));
  }

  const bool answers = can_answer(shops);
  std::atomic<int> wrong = 0;
  const auto work = [&](std::size_t seed) {
    for (std::size_t round = 0; round < 100; ++round) {
      const std::size_t q = (seed + round) % questions.size();
      // This thread's mask, and the one that all threads read.
      const auto mask = two_databases();
      const sluice_mask *chosen = round % 2 == 0 ? mask.get() : shops.mask.get();
      const auto subset = retrieve(shops.retriever.get(), questions[q], chosen);
      if (paths(subset.get()) != (round % 2 == 0 ? of_two : expected)[q]) ++wrong;
      if (find(shops.catalog.get(), SLUICE_COLUMN, "shop.purchase.wine") != 3) ++wrong;
      if (render(shops.subset.get(), SLUICE_FORM_COMPACT).empty()) ++wrong;
      if (round % 25 == 0) {
        const auto retriever = new_retriever(shops.catalog.get());
        if (paths(retrieve(retriever.get(), questions[q]).get()) != expected[q]) ++wrong;
      }
      double similar = 0;
      if (sluice_query_similarity(shops.query.get(), shops.query.get(), &similar, nullptr) !=
              SLUICE_OK ||
          similar != 1)
        ++wrong;
      if (sluice_query_check(shops.query.get(), shops.mask.get(), nullptr) != SLUICE_OK) ++wrong;
      if (sluice_ranking_size(rank(shops.examples.get()).get()) != 3) ++wrong;
      sluice_text *answer = nullptr;
      if (answers && round % 10 == 2 &&
          sluice_answer(shops.retriever.get(), question, SLUICE_NUL, chosen, nullptr, &answer,
                        nullptr) != SLUICE_OK)
        ++wrong;
      sluice_text_free(answer);
      if (round % 25 == 1) {
        const auto verdict = judge(shops.suite.get(), gold_sql, wrong_sql);
        if (info_of(verdict.get()).verdict != SLUICE_WRONG) ++wrong;
        const auto refuted = refute(shops.suite.get(), gold_sql, wrong_sql);
        if (info_of(refuted.get()).verdict != SLUICE_REFUTED) ++wrong;
      }
      sluice_error *error = nullptr;
      if (sluice_subset_item(shops.subset.get(), SIZE_MAX, nullptr, &error) == SLUICE_OK) ++wrong;
      sluice_error_free(error);
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 8; ++t) threads.emplace_back(work, t);
  for (std::thread &thread : threads) thread.join();
  CHECK(wrong == 0);
}

TEST_CASE("a shared handle may be released while other threads use handles created from it") {
  auto catalog = load_json();
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (std::size_t t = 0; t < 8; ++t) {
    auto retriever = new_retriever(catalog.get());
    threads.emplace_back([&wrong, mine = std::move(retriever)]() mutable {
      const auto subset = retrieve(mine.get());
      mine.reset();
      if (path_of(item_at(subset.get(), 0)).find("shop.") != 0) ++wrong;
    });
  }
  catalog.reset();
  for (std::thread &thread : threads) thread.join();
  CHECK(wrong == 0);
}

}  // namespace sluice
