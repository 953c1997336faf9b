#ifndef SLUICE_CAPI_SUITE_HPP
#define SLUICE_CAPI_SUITE_HPP

/// The databases that queries run on.

#include <memory>
#include <vector>

#include "internal.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/schema/skipped_item.hpp"
#include "sluice/suite/suite.hpp"

namespace sluice::inline v0::capi {
class HeldDatabase;
}

/// Exactly one of the first three members is set.
struct sluice_suite {
  std::shared_ptr<const sluice::Suite> suite;
  std::shared_ptr<const sluice::SqliteFolder> folder;
  std::shared_ptr<const sluice::capi::HeldDatabase> held;
  std::shared_ptr<const sluice::DatabaseSource> source;  // the databases of that member
  std::vector<sluice::SkippedItem> skipped = {};         // when it was built
};

#endif
