#include "sluice/route/alternatives.hpp"

#include <set>

#include "sluice/route/ranker.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0 {

bool is_unsure(const AnswerLikelihood &of) noexcept {
  constexpr float even = 0.5F;
  return of.database < even || (of.table && *of.table < even) ||
         (of.fits && *of.fits < of.fits_threshold);
}

bool is_unsure(const RankerAnswer &answer, float fits_threshold) noexcept {
  const auto first = [](const auto &ranked) { return ranked.empty() ? 0 : ranked.front().score; };
  return is_unsure({first(answer.databases), first(answer.tables), answer.fits, fits_threshold});
}

Alternatives alternatives_of(const RankerAnswer &answer, std::size_t tables,
                             const Catalog &catalog) {
  Alternatives found;
  if (answer.databases.empty()) return found;
  const DatabaseId first = answer.databases.front().id;
  found.databases = about_as_likely(std::span<const Scored<DatabaseId>>(answer.databases),
                                    [first](DatabaseId id) { return id == first; });
  std::vector<Scored<TableId>> of_first;
  std::set<TableId> listed;
  for (const auto &table : answer.tables) {
    if (listed.size() < tables) listed.insert(table.id);
    if (catalog.database_of(table.id) == first) of_first.push_back(table);
  }
  found.tables = about_as_likely(std::span<const Scored<TableId>>(of_first),
                                 [&](TableId id) { return listed.contains(id); });
  return found;
}

}  // namespace sluice::inline v0
