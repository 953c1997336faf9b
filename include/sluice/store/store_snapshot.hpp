#ifndef SLUICE_STORE_STORE_SNAPSHOT_HPP
#define SLUICE_STORE_STORE_SNAPSHOT_HPP

/// What an asker keeps of a store: which databases it holds and how long their texts are. With that
/// and the postings of a question's words, everything that works over an index in process works
/// over the store, with the same figures.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sluice/index/lexical_index.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/store/catalog_store.hpp"

namespace sluice {

/// A store at one version. Immutable; any threads at once. Takes some 20 bytes a column and
/// analysis, and what was asked for.
class StoreSnapshot : public std::enable_shared_from_this<StoreSnapshot> {
 public:
  static std::shared_ptr<const StoreSnapshot> open(std::shared_ptr<const CatalogStore> store);
  /// The store as it is now: this one if nothing changed, else one for which only what changed is
  /// read.
  std::shared_ptr<const StoreSnapshot> refreshed() const;
  ~StoreSnapshot();

  const CatalogStore &store() const noexcept { return *store_; }
  std::shared_ptr<const CatalogStore> share_store() const { return store_; }
  const StoreVersion &version() const noexcept { return version_; }
  const StoreSettings &settings() const noexcept { return settings_; }
  /// By DatabaseId.
  std::span<const StoreEntry> entries() const noexcept { return entries_; }
  const Hierarchy &hierarchy() const noexcept { return *hierarchy_; }
  /// Of the catalog.
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }

  /// An index whose postings are the store's, read when they are asked for. Throws
  /// Error(invalid_argument) if the store has none of that analysis. Its readers throw
  /// Error(mismatch) once the store changed: then `refreshed`.
  std::shared_ptr<const LexicalIndex> lexical(const AnalyzerOptions &analysis = {}) const;
  /// The catalog, whole, read when it is first asked for. Throws Error(mismatch) if the store
  /// changed.
  std::shared_ptr<const Catalog> catalog() const;

  /// The place of an object in the store, and back; nothing for one that is not here.
  StoreObject object(ColumnId id) const;
  std::optional<ColumnId> column(const StoreObject &object) const;
  std::optional<DatabaseId> database(std::int64_t id) const;

  /// Throws Error(mismatch), saying that the store changed, unless `version` is this one's.
  void(check)(const StoreVersion &version) const;

 private:
  struct Kept;
  StoreSnapshot(std::shared_ptr<const CatalogStore> store, StoreVersion version,
                StoreSettings settings, std::vector<StoreEntry> entries);

  std::shared_ptr<const CatalogStore> store_;
  StoreVersion version_;
  StoreSettings settings_;
  std::vector<StoreEntry> entries_;
  std::shared_ptr<const Hierarchy> hierarchy_;
  std::uint64_t fingerprint_ = 0;
  std::unique_ptr<Kept> kept_;
};

}  // namespace sluice

#endif
