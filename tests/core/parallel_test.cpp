#include "sluice/core/parallel.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/error_of.hpp"

namespace sluice {

TEST_CASE("each job is done once, whatever the number of threads") {
  for (const std::size_t threads : {1U, 2U, 8U, 50U}) {
    for (const std::size_t jobs : {0U, 1U, 7U, 1000U}) {
      std::vector<std::atomic<int>> done(jobs);
      run_jobs(jobs, threads, [&](std::size_t job, const Progress &) { ++done[job]; });
      for (const auto &times : done) CHECK(times == 1);
    }
  }
}

TEST_CASE(
    "the exception of a failed job is thrown in preference to those of jobs that it stopped") {
  for (const std::size_t threads : {1U, 4U}) {
    const auto work = [&](std::size_t job, const Progress &reports) {
      if (job == 5) throw Error(ErrorCode::io, "job 5");
      for (int i = 0; i < 1000; ++i) reports.step("", 0, 0);
    };
    const Error error = test::error_of([&] {
      run_jobs(40, threads, work);
      return 0;
    });
    CHECK(error.message() == "job 5");
    CHECK_THROWS_AS(
        run_jobs(3, threads, [](std::size_t, const Progress &) { throw std::runtime_error("x"); }),
        std::runtime_error);
  }
}

TEST_CASE("no job starts after one failed or the caller cancelled") {
  std::size_t begun = 0;
  const auto fail = [&](std::size_t, const Progress &) {
    ++begun;
    throw Error(ErrorCode::io, "no");
  };
  CHECK_THROWS_AS(run_jobs(100, 1, fail), Error);
  CHECK(begun == 1);
  const CancellationToken token;
  token.cancel();
  std::atomic<std::size_t> finished = 0;
  const Error stopped = test::error_of([&] {
    run_jobs(
        100, 1,
        [&](std::size_t job, const Progress &reports) {
          reports.step("jobs", job, 100);
          ++finished;
        },
        Progress(token));
    return 0;
  });
  CHECK(stopped.code() == ErrorCode::cancelled);
  CHECK(finished == 0);
}

}  // namespace sluice
