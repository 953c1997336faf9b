#ifndef SLUICE_SCHEMA_SKIPPED_ITEM_HPP
#define SLUICE_SCHEMA_SKIPPED_ITEM_HPP

/// What was left out because it cannot be read.

#include <string>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Something that was not read, while the rest was.
struct SkippedItem {
  std::string where;   ///< A file, a line or an object: "shop.sql:12".
  std::string reason;  ///< One line.
  friend bool operator==(const SkippedItem &, const SkippedItem &) = default;
};

}  // namespace sluice::inline v0

#endif
