#ifndef SLUICE_STORE_STORE_UPDATE_HPP
#define SLUICE_STORE_STORE_UPDATE_HPP

/// Updates a store to match a catalog, and reports the differences.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/store/catalog_store.hpp"

namespace sluice::inline v0 {

struct StoreUpdateOptions {
  std::vector<AnalyzerOptions> analyses{AnalyzerOptions{}};
  std::optional<AnyEmbedder> embedder = std::nullopt;  ///< nullopt: no vectors.
  /// Reload everything, whatever the store holds, even if its servers do not belong to one store.
  bool reload = false;
};

/// Differences between a store and a catalog: names of databases, in order.
struct StoreDrift {
  std::vector<std::string> missing;  ///< Not in the store.
  std::vector<std::string> surplus;  ///< In the store only.
  std::vector<std::string> changed;  ///< Different in the store.

  bool none() const noexcept { return missing.empty() && surplus.empty() && changed.empty(); }
};

struct StoreUpdate {
  StoreDrift found;       ///< The differences that the update removed.
  bool replaced = false;  ///< Everything was reloaded: the store was empty or had other settings.
  StoreVersion version;
};

/// Keeps a store in sync with a catalog that changes. It reads the content of the store once, and
/// later only changes by other writers, so that a small change of a large catalog costs little. Not
/// thread-safe.
class StoreUpdater {
 public:
  /// The store must outlive the updater.
  explicit StoreUpdater(CatalogStore &store, StoreUpdateOptions options = {});
  ~StoreUpdater();
  StoreUpdater(const StoreUpdater &) = delete;
  StoreUpdater &operator=(const StoreUpdater &) = delete;

  /// Updates the store to a catalog. Only databases whose fingerprint differs are analyzed,
  /// embedded and sent, in one change. If nothing differs, the store is not changed. New databases
  /// are added at the end. A store loaded by an older release is reloaded; with the option to
  /// reload, everything is reloaded until that has succeeded once. Throws what the store and the
  /// embedder throw, Error(mismatch) if another writer was faster, and Error(cancelled); after an
  /// error the store is unchanged.
  StoreUpdate update(const Catalog &catalog, const Progress &progress = {});

 private:
  struct Known;
  friend StoreDrift drift(const CatalogStore &store, const Catalog &catalog);

  void look();

  CatalogStore *store_;
  StoreUpdateOptions options_;
  std::optional<StoreState> state_;  ///< nullopt: unknown, or nothing was loaded.
  std::unique_ptr<Known> known_;     ///< Content of the store at that state.
};

/// Runs one update with a new updater.
StoreUpdate update_store(CatalogStore &store, const Catalog &catalog,
                         const StoreUpdateOptions &options = {}, const Progress &progress = {});

/// Compares fingerprints without reading texts. If nothing was loaded into the store, everything is
/// missing.
StoreDrift drift(const CatalogStore &store, const Catalog &catalog);

}  // namespace sluice::inline v0

#endif
