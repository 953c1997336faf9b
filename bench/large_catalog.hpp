#ifndef SLUICE_BENCH_LARGE_CATALOG_HPP
#define SLUICE_BENCH_LARGE_CATALOG_HPP

/// The catalog of the scale benches, and measurements of time and memory.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "sluice/schema/catalog.hpp"

namespace sluice::bench {

/// Returns the path of a file of the benchmark data: SLUICE_DATA of the environment, or of the
/// build.
std::string data(const std::string &name);

/// Returns false, and skips the bench, if there is no benchmark data.
bool there(benchmark::State &state);

/// Returns 10,000 databases, 100,000 tables and a million columns generated from Spider's schemas
/// on the first call. SLUICE_COLUMNS sets another number of columns, with databases and tables in
/// proportion.
const std::shared_ptr<const Catalog> &large_catalog();

/// Returns wall time since an arbitrary point.
double seconds();
/// Returns processor time of this thread; on a shared machine, wall time includes other programs.
double thread_seconds();

double resident_megabytes();
/// Returns the anonymous memory of the process.
double anonymous_megabytes();
double peak_megabytes();

/// Returns the quantile `share` of the times.
double quantile(std::vector<double> times, double share);

}  // namespace sluice::bench

#endif
