#ifndef SLUICE_SRC_CLI_EVAL_EXAMPLE_LEAKS_HPP
#define SLUICE_SRC_CLI_EVAL_EXAMPLE_LEAKS_HPP

#include <cstddef>
#include <span>

#include "sluice/benchmark/answer_evaluation.hpp"
#include "sluice/rank/leakage.hpp"

namespace sluice::cli {

/// Numbers of evaluated questions that are in a store of examples.
struct ExampleLeaks {
  std::size_t tasks = 0;      ///< Their question or query is there, for their own database.
  std::size_t elsewhere = 0;  ///< Only their question is there, for another database.
};

ExampleLeaks find_example_leaks(const ExampleStore &store, std::span<const BenchmarkTask> tasks,
                                const Catalog &catalog);

}  // namespace sluice::cli

#endif
