#ifndef SLUICE_SCHEMA_MASK_HPP
#define SLUICE_SCHEMA_MASK_HPP

/// What the asker may see. Every search takes one; what is hidden changes nothing in the answer.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sluice/core/visibility.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice {

/// Visibility of each object of one catalog snapshot. A column is visible only if its table is, a
/// table only if its database is: showing an object shows what it stands in, hiding or showing one
/// does the same to all it holds, and the last call wins. A primary or foreign key of which a
/// column is hidden counts as none. One thread while it is changed.
class Mask {
 public:
  explicit Mask(std::shared_ptr<const Catalog> catalog, bool visible = true);

  void show(DatabaseId id);
  void show(TableId id);
  void show(ColumnId id);
  void hide(DatabaseId id);
  void hide(TableId id);
  void hide(ColumnId id);

  bool visible(DatabaseId id) const noexcept { return databases_[id.index()] != 0; }
  bool visible(TableId id) const noexcept { return tables_[id.index()] != 0; }
  bool visible(ColumnId id) const noexcept { return columns_[id.index()] != 0; }

  /// As searches take it; valid until this mask changes or ends.
  Visibility visibility() const noexcept { return {databases_, tables_, columns_}; }

  const std::shared_ptr<const Catalog> &catalog() const noexcept { return catalog_; }

  /// Of the same snapshot, and showing the same. O(objects).
  friend bool operator==(const Mask &, const Mask &) = default;

  /// Sees only what both see. Throws Error(mismatch) if they belong to different snapshots.
  Mask &intersect(const Mask &other);

 private:
  void set(DatabaseId id, bool visible);
  void set(TableId id, bool visible);

  std::shared_ptr<const Catalog> catalog_;
  std::vector<std::uint8_t> databases_;
  std::vector<std::uint8_t> tables_;
  std::vector<std::uint8_t> columns_;
};

/// Whether `mask` (nullptr: everything) shows the object.
template <class Id>
bool visible(const Mask *mask, Id id) noexcept {
  return mask == nullptr || mask->visible(id);
}

/// Throws Error(mismatch) if the mask was made for another snapshot. nullptr is always right.
void check_mask(const Mask *mask, const Catalog &catalog);

}  // namespace sluice

#endif
