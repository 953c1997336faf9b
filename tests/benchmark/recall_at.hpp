#ifndef SLUICE_TESTS_BENCHMARK_RECALL_AT_HPP
#define SLUICE_TESTS_BENCHMARK_RECALL_AT_HPP

#include <cstddef>
#include <vector>

#include "sluice/benchmark/retrieval_report.hpp"

namespace sluice::test {

/// In percent; -1 if the recall was not measured at this cut.
inline double percent_at(const std::vector<RecallAt> &recall, std::size_t cut) {
  for (const RecallAt &point : recall) {
    if (point.cut == cut) return 100 * point.share;
  }
  return -1;
}

}  // namespace sluice::test

#endif
