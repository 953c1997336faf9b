#ifndef SLUICE_CORE_VISIBILITY_HPP
#define SLUICE_CORE_VISIBILITY_HPP

/// Which objects a caller may see; every search takes it.

#include <cstdint>
#include <span>

#include "sluice/core/ids.hpp"

namespace sluice::inline v0 {

/// Views of one flag per object, indexed by id. If an object is visible, so is the object that
/// contains it. Cheap to copy; valid while the source (a Mask) lives and is unchanged.
struct Visibility {
  std::span<const std::uint8_t> databases;
  std::span<const std::uint8_t> tables;
  std::span<const std::uint8_t> columns;

  bool visible(DatabaseId id) const noexcept { return databases[id.index()] != 0; }
  bool visible(TableId id) const noexcept { return tables[id.index()] != 0; }
  bool visible(ColumnId id) const noexcept { return columns[id.index()] != 0; }
};

}  // namespace sluice::inline v0

#endif
