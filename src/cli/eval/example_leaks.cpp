#include "example_leaks.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::cli {

ExampleLeaks find_example_leaks(const ExampleStore &store, std::span<const BenchmarkTask> tasks,
                                const Catalog &catalog) {
  enum : std::uint8_t { none, elsewhere, own };
  std::vector<Example> evaluated;
  for (const BenchmarkTask &task : tasks) {
    evaluated.push_back(
        {task.asked.question, std::string(catalog.database(task.asked.database).name()), task.sql});
  }
  std::vector<std::uint8_t> leaks(evaluated.size(), none);
  for (const Leak &leak : find_leaks(store, evaluated, &catalog).leaks) {
    if (leak.kind == LeakKind::shape) continue;
    const std::string &database = store[leak.example].database;
    const bool is_own = leak.kind == LeakKind::query || database.empty() ||
                        database == evaluated[leak.position].database;
    std::uint8_t &found = leaks[leak.position];
    found = std::max<std::uint8_t>(found, is_own ? own : elsewhere);
  }
  return {static_cast<std::size_t>(std::ranges::count(leaks, std::uint8_t{own})),
          static_cast<std::size_t>(std::ranges::count(leaks, std::uint8_t{elsewhere}))};
}

}  // namespace sluice::cli
