#ifndef SLUICE_BENCH_LARGE_CATALOG_HPP
#define SLUICE_BENCH_LARGE_CATALOG_HPP

/// The catalog that the scale benches share, and what it costs to have it.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "sluice/schema/catalog.hpp"

namespace sluice::bench {

/// A file of the folder with benchmark data: SLUICE_DATA of the environment, or of the build.
std::string data(const std::string &name);

/// False, and the bench skipped, where there is no benchmark data.
bool there(benchmark::State &state);

/// 10,000 databases, 100,000 tables and a million columns out of Spider's schemas, made on the
/// first call. SLUICE_COLUMNS: another number of columns, with databases and tables in proportion.
const std::shared_ptr<const Catalog> &large_catalog();

/// Since some moment.
double seconds();
/// What this thread ran: on a shared machine, wall time counts others' time slices too.
double thread_seconds();

double resident_megabytes();
/// Memory of the process that no file backs.
double anonymous_megabytes();
double peak_megabytes();

/// The value below which `share` of the times lie.
double quantile(std::vector<double> times, double share);

}  // namespace sluice::bench

#endif
