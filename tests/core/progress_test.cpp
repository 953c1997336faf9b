#include "sluice/core/progress.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include "sluice/core/error.hpp"
#include "support/error_of.hpp"

using namespace sluice;

TEST_CASE("a fresh token lets work continue") {
  const CancellationToken token;
  CHECK(!token.cancelled());
  CHECK_NOTHROW(token.check());
}

TEST_CASE("copies of a token share its flag, other tokens do not") {
  const CancellationToken token;
  const CancellationToken copy = token;  // NOLINT(performance-unnecessary-copy-initialization)
  const CancellationToken other;
  copy.cancel();
  CHECK(token.cancelled());
  CHECK(!other.cancelled());
  test::check_code(ErrorCode::cancelled, [&] { token.check(); });
}

TEST_CASE("a token cancelled by one thread is seen by another") {
  const CancellationToken token;
  std::atomic<bool> stopped = false;
  std::thread worker([&, token] {
    while (!token.cancelled()) std::this_thread::yield();
    stopped = true;
  });
  token.cancel();
  worker.join();
  CHECK(stopped);
}

TEST_CASE("silent progress does nothing") { CHECK_NOTHROW(Progress().step("indexing", 1, 2)); }

TEST_CASE("progress reports each step with its arguments") {
  std::vector<std::tuple<std::string, std::size_t, std::size_t>> steps;
  auto report = [&](std::string_view stage, std::size_t done, std::size_t total) {
    steps.emplace_back(stage, done, total);
  };
  const Progress progress(report);
  progress.step("loading", 0, 0);
  progress.step("indexing", 3, 7);
  CHECK(steps == decltype(steps){{"loading", 0, 0}, {"indexing", 3, 7}});
}

TEST_CASE("progress throws at the first step after the cancellation, before it reports") {
  const CancellationToken token;
  int reports = 0;
  auto report = [&](std::string_view, std::size_t, std::size_t) {
    if (++reports == 2) token.cancel();
  };
  const Progress progress(report, token);
  progress.step("a", 0, 3);
  progress.step("a", 1, 3);
  test::check_code(ErrorCode::cancelled, [&] { progress.step("a", 2, 3); });
  CHECK(reports == 2);
  test::check_code(ErrorCode::cancelled, [&] { Progress(token).step("b", 0, 1); });
}
