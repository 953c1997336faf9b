/// Handles ended in every order, used by many threads, and made while memory runs out.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace {

/// How many allocations this thread may still make; below 0: any number.
thread_local long allocations_left = -1;

void *allocate(std::size_t size) noexcept {
  if (allocations_left == 0) return nullptr;
  if (allocations_left > 0) --allocations_left;
  return std::malloc(size == 0 ? 1 : size);
}

}  // namespace

// The whole program allocates here, the library included.
void *operator new(std::size_t size) {
  if (void *memory = allocate(size)) return memory;
  throw std::bad_alloc();
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return allocate(size); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, const std::nothrow_t &) noexcept { std::free(memory); }

namespace sluice {
namespace {

using namespace test;

/// Every kind of handle, each made from those before it.
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

  /// Uses whatever is left; the answers never change.
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

TEST_CASE("handles may be ended in every order, and what is left goes on working") {
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

TEST_CASE("eight threads share every shared handle and get the answers of one") {
  const Shops shops;
  const std::vector<std::string> questions{question, "wine", "names of customers", "Wein"};
  std::vector<std::vector<std::string>> expected;
  for (const std::string &asked : questions) {
    expected.push_back(paths(retrieve(shops.retriever.get(), asked).get()));
  }

  std::atomic<int> wrong = 0;
  const auto work = [&](std::size_t seed) {
    for (std::size_t round = 0; round < 100; ++round) {
      const std::size_t q = (seed + round) % questions.size();
      // A mask of its own, and the one that all of them read.
      const auto mask = new_mask(shops.catalog.get(), false);
      set(mask.get(), SLUICE_DATABASE, 0, true);
      set(mask.get(), SLUICE_DATABASE, 1, true);
      const sluice_mask *chosen = round % 2 == 0 ? mask.get() : shops.mask.get();
      const auto subset = retrieve(shops.retriever.get(), questions[q], chosen);
      if (paths(subset.get()) != expected[q]) ++wrong;
      if (find(shops.catalog.get(), SLUICE_COLUMN, "shop.purchase.wine") != 3) ++wrong;
      if (render(shops.subset.get(), SLUICE_FORM_COMPACT).empty()) ++wrong;
      if (round % 25 == 0) {
        const auto retriever = new_retriever(shops.catalog.get());
        if (paths(retrieve(retriever.get(), questions[q]).get()) != expected[q]) ++wrong;
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

TEST_CASE("a shared handle may be released while others still use what it was made for") {
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

TEST_CASE("a call that runs out of memory says so, leaves its result alone and loses nothing") {
  const TemporaryDirectory folder;
  const std::string path = (folder.path() / "cellar.sqlite").string();
  make_sqlite(path, "CREATE TABLE bottle (id INTEGER PRIMARY KEY, wine TEXT)");
  const Shops shops;
  Results results;
  std::size_t failures = 0;
  for (const FallibleCall &fallible : fallible_calls(shops, path, results)) {
    CAPTURE(fallible.name);
    REQUIRE(fallible.call(nullptr) ==
            SLUICE_OK);  // what is made once, at the first call, is there now
    results.end();
    // A few steps make do without the memory that they asked for: only where many calls in a row
    // succeed is there no allocation left to refuse.
    constexpr long enough = 20;
    for (long allocations = 0, successes = 0; successes < enough; ++allocations) {
      sluice_error *error = nullptr;
      allocations_left = allocations;
      const sluice_status status = fallible.call(&error);
      allocations_left = -1;
      const Owned<sluice_error> ended(error);
      if (status == SLUICE_OK) {
        ++successes;
        results.end();
        continue;
      }
      CHECK(status == SLUICE_OUT_OF_MEMORY);
      CHECK(results.untouched());
      if (error != nullptr) CHECK(sluice_error_status(error) == SLUICE_OUT_OF_MEMORY);
      ++failures;
      successes = 0;
    }
  }
  CHECK(failures > 500);
}

}  // namespace sluice
