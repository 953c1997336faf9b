#include "sluice/suite/suite_source.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/suite/live_database.hpp"
#include "sluice/suite/suite.hpp"

namespace sluice::inline v0 {
namespace {

/// Databases of one schema share its constraints.
class ServingDatabase final : public EvaluationDatabase {
 public:
  ServingDatabase(std::shared_ptr<const Suite> suite, const SuiteSchema &schema,
                  std::shared_ptr<const Constraints> constraints, std::uint32_t position,
                  SuiteEffort effort)
      : suite_(std::move(suite)),
        schema_(schema),
        constraints_(std::move(constraints)),
        position_(position),
        effort_(effort),
        name_(fmt::format("{}_{}", schema.id, position)),
        rows_(TestDatabase::from_bytes(schema.schema, schema.databases[position].bytes)) {}

  const std::string &name() const noexcept override { return name_; }

  AnyExecutor open(const QueryLimits &limits, CancellationToken token) const override {
    LiveDatabase live(*constraints_, limits, std::move(token));
    live.load(rows_);
    return live;
  }

  Turn turn_for(std::string_view gold) const noexcept override {
    const auto found = std::lower_bound(
        schema_.golds.begin(), schema_.golds.end(), gold,
        [](const SuiteGold &entry, std::string_view text) { return entry.text < text; });
    if (found == schema_.golds.end() || found->text != gold) return Turn::later;
    if (effort_ == SuiteEffort::best && !found->databases.empty())
      return found->best == position_ ? Turn::first : Turn::never;
    const bool chosen =
        std::binary_search(found->databases.begin(), found->databases.end(), position_);
    return chosen ? Turn::first : Turn::later;
  }

 private:
  std::shared_ptr<const Suite> suite_;  // owns the schema
  const SuiteSchema &schema_;
  std::shared_ptr<const Constraints> constraints_;
  std::uint32_t position_;
  SuiteEffort effort_;
  std::string name_;
  TestDatabase rows_;
};

}  // namespace

FoundDatabases SuiteSource::find(std::string_view database_id) const {
  const SuiteSchema &schema = suite_->schema(database_id);
  if (schema.databases.empty()) {
    throw Error(ErrorCode::not_found, "the suite has no databases of this schema",
                {std::string(database_id)});
  }
  const auto constraints = std::make_shared<const Constraints>(schema.constraints());
  FoundDatabases found;
  for (std::uint32_t i = 0; i < schema.databases.size(); ++i) {
    found.databases.push_back(
        std::make_shared<ServingDatabase>(suite_, schema, constraints, i, effort_));
  }
  return found;
}

}  // namespace sluice::inline v0
