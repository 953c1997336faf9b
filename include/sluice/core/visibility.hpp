#ifndef SLUICE_CORE_VISIBILITY_HPP
#define SLUICE_CORE_VISIBILITY_HPP

/// What one asker may see, as every search takes it.

#include <cstdint>
#include <span>

#include "sluice/core/ids.hpp"

namespace sluice {

/// Views of one flag an object, by id; what is visible stands in something visible. Cheap to copy;
/// valid as long as what it was taken from (a Mask) lives unchanged.
struct Visibility {
  std::span<const std::uint8_t> databases;
  std::span<const std::uint8_t> tables;
  std::span<const std::uint8_t> columns;

  bool visible(DatabaseId id) const noexcept { return databases[id.index()] != 0; }
  bool visible(TableId id) const noexcept { return tables[id.index()] != 0; }
  bool visible(ColumnId id) const noexcept { return columns[id.index()] != 0; }
};

}  // namespace sluice

#endif
