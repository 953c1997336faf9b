#ifndef SLUICE_SUITE_SUITE_SOURCE_HPP
#define SLUICE_SUITE_SUITE_SOURCE_HPP

/// A suite as databases that queries are judged on.

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/judge/executor.hpp"
#include "sluice/suite/suite.hpp"

namespace sluice {

/// How many of its databases a gold query is judged on.
enum class SuiteEffort : std::uint8_t {
  all,
  best,  ///< The one that tells most of its neighbors apart: one run each, and some errors (Zhong
         ///< et al. 2020, section 6.4, where one random database judged as all did).
};

/// A gold query is judged on all databases of its schema, as the official script judges it on an
/// exported suite; those that were chosen for it come first, since they tell most.
class SuiteSource final : public DatabaseSource {
 public:
  explicit SuiteSource(std::shared_ptr<const Suite> suite, SuiteEffort effort = SuiteEffort::all)
      : suite_(std::move(suite)), effort_(effort) {}

  /// Named id and number, such as "shop_2", as `export_suite` counts them. Throws Error(not_found)
  /// for a schema that the suite has not or has no databases of, malformed for bytes that are no
  /// database.
  std::vector<std::shared_ptr<const EvaluationDatabase>> find(
      std::string_view database_id) const override;

 private:
  std::shared_ptr<const Suite> suite_;
  SuiteEffort effort_;
};

}  // namespace sluice

#endif
