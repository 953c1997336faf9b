#ifndef SLUICE_SUITE_SUITE_SOURCE_HPP
#define SLUICE_SUITE_SUITE_SOURCE_HPP

/// Serves the databases of a suite for judging queries.

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/judge/executor.hpp"

namespace sluice::inline v0 {

struct Suite;

/// On how many of its databases a gold query is judged.
enum class SuiteEffort : std::uint8_t {
  all,
  best,  ///< The one that distinguishes most of its neighbors: one run per query, at the price of
         ///< some errors (Zhong et al. 2020, section 6.4, where one random database judged as all
         ///< did).
};

/// Judges a gold query on all databases of its schema, as the official script does on an exported
/// suite. Databases that were chosen for the query come first, since they distinguish the most.
class SuiteSource final : public DatabaseSource {
 public:
  explicit SuiteSource(std::shared_ptr<const Suite> suite, SuiteEffort effort = SuiteEffort::all)
      : suite_(std::move(suite)), effort_(effort) {}

  /// The databases are named by id and number, such as "shop_2", as `export_suite` numbers them.
  /// Throws Error(not_found) if the suite lacks the schema or has no databases for it, malformed if
  /// the bytes are not a database.
  FoundDatabases find(std::string_view database_id) const override;

 private:
  std::shared_ptr<const Suite> suite_;
  SuiteEffort effort_;
};

}  // namespace sluice::inline v0

#endif
