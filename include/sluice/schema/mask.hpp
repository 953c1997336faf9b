#ifndef SLUICE_SCHEMA_MASK_HPP
#define SLUICE_SCHEMA_MASK_HPP

/// Which objects a caller may see. Every search takes a mask; hidden objects do not affect the
/// answer.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sluice/core/visibility.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0 {

/// Visibility of each object of one catalog snapshot. A column is visible only if its table is, a
/// table only if its database is: showing an object also shows the objects that contain it; showing
/// or hiding an object does the same to everything it contains; the last call wins. A column
/// contains its nested fields; a view is an object of its own, whatever it shows. A primary or
/// foreign key with a hidden column is ignored. Not thread-safe while it is modified.
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

  /// The view that searches take; valid until this mask is modified or destroyed.
  Visibility visibility() const noexcept { return {databases_, tables_, columns_}; }

  const std::shared_ptr<const Catalog> &catalog() const noexcept { return catalog_; }

  /// Equal if they belong to the same snapshot and show the same objects. O(objects).
  friend bool operator==(const Mask &, const Mask &) = default;

  /// Keeps visible what both masks show. Throws Error(mismatch) if they belong to different
  /// snapshots.
  Mask &intersect(const Mask &other);

 private:
  void set(DatabaseId id, bool visible);
  void set(TableId id, bool visible);
  void set(ColumnId id, bool visible);

  std::shared_ptr<const Catalog> catalog_;
  std::vector<std::uint8_t> databases_;
  std::vector<std::uint8_t> tables_;
  std::vector<std::uint8_t> columns_;
};

/// Whether `mask` shows the object. nullptr shows everything.
template <class Id>
bool visible(const Mask *mask, Id id) noexcept {
  return mask == nullptr || mask->visible(id);
}

/// Throws Error(mismatch) if the mask belongs to another snapshot. nullptr is always valid.
void check_mask(const Mask *mask, const Catalog &catalog);

}  // namespace sluice::inline v0

#endif
