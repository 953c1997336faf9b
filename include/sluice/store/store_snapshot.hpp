#ifndef SLUICE_STORE_STORE_SNAPSHOT_HPP
#define SLUICE_STORE_STORE_SNAPSHOT_HPP

/// What a client keeps of a store: its databases and the lengths of their texts. With these and the
/// postings of a question's words, everything that works on an in-process index works on the store,
/// with the same results.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sluice/index/lexical_index.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/store/catalog_store.hpp"

namespace sluice::inline v0 {

/// A store at one version. Immutable. Thread-safe. Takes about 20 bytes per column and analysis,
/// plus what `lexical` and `catalog` have read.
class StoreSnapshot : public std::enable_shared_from_this<StoreSnapshot> {
 public:
  static std::shared_ptr<const StoreSnapshot> open(std::shared_ptr<const CatalogStore> store);
  /// Returns a snapshot of the current version: this one if nothing changed, else a new one that
  /// reads only what changed.
  std::shared_ptr<const StoreSnapshot> refreshed() const;
  ~StoreSnapshot();

  const CatalogStore &store() const noexcept { return *store_; }
  std::shared_ptr<const CatalogStore> share_store() const { return store_; }
  const StoreVersion &version() const noexcept { return version_; }
  const StoreSettings &settings() const noexcept { return settings_; }
  /// Indexed by DatabaseId.
  std::span<const StoreEntry> entries() const noexcept { return entries_; }
  const Hierarchy &hierarchy() const noexcept { return *hierarchy_; }
  /// Fingerprint of the catalog.
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }

  /// Returns an index that reads postings from the store on demand. Throws Error(invalid_argument)
  /// if the store does not have this analysis. The index throws Error(mismatch) after the store has
  /// changed; call `refreshed` then.
  std::shared_ptr<const LexicalIndex> lexical(const AnalyzerOptions &analysis = {}) const;
  /// Returns the whole catalog, which is read on the first call. Throws Error(mismatch) if the
  /// store has changed.
  std::shared_ptr<const Catalog> catalog() const;

  /// Converts ids to positions in the store, and back; nullopt if the snapshot does not have the
  /// object.
  StoreObject object(ColumnId id) const;
  std::optional<ColumnId> column(const StoreObject &object) const;
  std::optional<DatabaseId> database(std::int64_t id) const;

  /// Throws Error(mismatch), with a message that the store changed, if `version` is not that of the
  /// snapshot.
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

}  // namespace sluice::inline v0

#endif
