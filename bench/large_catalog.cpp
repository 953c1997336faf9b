#include "large_catalog.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "catalog_generator.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::bench {
namespace {

std::size_t column_count() {
  const char *chosen = std::getenv("SLUICE_COLUMNS");
  return chosen == nullptr ? 1'000'000 : std::strtoull(chosen, nullptr, 10);
}

constexpr const char *pack_name = "spider/tables.json.gz";

/// Number of resident pages: all, and file-backed ones.
struct Pages {
  std::size_t all = 0;
  std::size_t of_files = 0;
};

Pages resident_pages() {
  std::ifstream status("/proc/self/statm");
  Pages pages;
  std::size_t virtual_pages = 0;
  status >> virtual_pages >> pages.all >> pages.of_files;
  return pages;
}

double megabytes(std::size_t pages) { return static_cast<double>(pages) * 4096 / 1e6; }

}  // namespace

std::string data(const std::string &name) {
  const char *chosen = std::getenv("SLUICE_DATA");
  return (chosen != nullptr ? std::string(chosen) : std::string(SLUICE_DATA)) + '/' + name;
}

bool there(benchmark::State &state) {
  if (std::filesystem::exists(data(pack_name))) return true;
  state.SkipWithError("no benchmark data; set SLUICE_DATA");
  return false;
}

const std::shared_ptr<const Catalog> &large_catalog() {
  static const auto made = [] {
    const std::size_t columns = column_count();
    const CatalogScale scale{
        .databases = columns / 100, .tables = columns / 10, .columns = columns};
    return Catalog::make(generate_catalog(load(data(pack_name)), scale));
  }();
  return made;
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double resident_megabytes() { return megabytes(resident_pages().all); }

double anonymous_megabytes() {
  const Pages pages = resident_pages();
  return megabytes(pages.all - pages.of_files);
}

double peak_megabytes() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

double quantile(std::vector<double> times, double share) {
  std::sort(times.begin(), times.end());
  const auto at = static_cast<std::size_t>(static_cast<double>(times.size()) * share);
  return times[std::min(at, times.size() - 1)];
}

}  // namespace sluice::bench
