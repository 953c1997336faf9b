/// Every call when memory runs out.

#include <cstdlib>
#include <new>
#include <string>

#include <doctest/doctest.h>

#include "fallible_calls.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace {

/// Number of allocations that this thread may still make; negative: unlimited.
thread_local long allocations_left = -1;

void *allocate(std::size_t size) noexcept {
  if (allocations_left == 0) return nullptr;
  if (allocations_left > 0) --allocations_left;
  return std::malloc(size == 0 ? 1 : size);
}

}  // namespace

// All allocations of the program, including the library. Never inlined, since memory checkers
// replace either all of these or none.
[[gnu::noinline]] void *operator new(std::size_t size) {
  if (void *memory = allocate(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  return allocate(size);
}
[[gnu::noinline]] void operator delete(void *memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void *memory, const std::nothrow_t &) noexcept {
  std::free(memory);
}

namespace sluice {
namespace {

using namespace test;

/// False if a memory checker replaces the allocator.
bool refusal_works() {
  allocations_left = 0;
  try {
    ::operator delete(::operator new(1));  // unlike `new char`, is never optimized away
  } catch (const std::bad_alloc &) {
    allocations_left = -1;
    return true;
  }
  allocations_left = -1;
  return false;
}

}  // namespace

TEST_CASE("a call that runs out of memory reports it, does not set its result and leaks nothing") {
  if (!refusal_works()) return skip("something else allocates here");
  const TemporaryDirectory folder;
  const std::string path = (folder.path() / "cellar.sqlite").string();
  make_sqlite(path, "CREATE TABLE bottle (id INTEGER PRIMARY KEY, wine TEXT)");
  const Shops shops;
  Results results;
  std::size_t failures = 0;
  for (const FallibleCall &fallible : fallible_calls(shops, path, results)) {
    CAPTURE(fallible.name);
    // Creates everything that is created once, on the first call.
    REQUIRE(fallible.call(nullptr) == SLUICE_OK);
    results.end();
    // A few steps succeed without the memory that they requested, so the loop ends only after many
    // consecutive successes.
    constexpr long enough = 20;
    // Calls with thousands of allocations are tried at fewer and fewer of them.
    for (long allocations = 0, successes = 0; successes < enough;
         allocations += 1 + allocations / 32) {
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
