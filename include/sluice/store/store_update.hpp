#ifndef SLUICE_STORE_STORE_UPDATE_HPP
#define SLUICE_STORE_STORE_UPDATE_HPP

/// A store that follows a catalog, and how far it is from one.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/store/catalog_store.hpp"

namespace sluice {

struct StoreUpdateOptions {
  std::vector<AnalyzerOptions> analyses{AnalyzerOptions{}};
  std::optional<AnyEmbedder> embedder = std::nullopt;  ///< Nothing: no vectors.
  /// Load all of it, whatever the store holds: also where its servers do not fit together.
  bool anew = false;
};

/// What a store holds other than a catalog, by name, in order.
struct StoreDrift {
  std::vector<std::string> missing;  ///< Not in the store.
  std::vector<std::string> surplus;  ///< In the store only.
  std::vector<std::string> changed;  ///< Otherwise in the store.

  bool none() const noexcept { return missing.empty() && surplus.empty() && changed.empty(); }
};

struct StoreUpdate {
  StoreDrift found;       ///< What was not right, and is now.
  bool replaced = false;  ///< All was loaded anew: there was nothing, or it was made otherwise.
  StoreVersion version;
};

/// One who keeps a store at a catalog that changes: what the store holds is read once, later only
/// what others did to it, so that a small change of a large catalog costs a small one. One thread.
class StoreUpdater {
 public:
  /// The store outlives it.
  explicit StoreUpdater(CatalogStore &store, StoreUpdateOptions options = {});
  ~StoreUpdater();
  StoreUpdater(const StoreUpdater &) = delete;
  StoreUpdater &operator=(const StoreUpdater &) = delete;

  /// Brings the store to a catalog: only databases whose fingerprint differs are analyzed, embedded
  /// and sent, in one change. Where nothing differs, the store is not touched. New databases come
  /// behind those that are there. Loads anew what an older release loaded; and all, if so asked,
  /// until that once succeeded. Throws what the store and the embedder throw, Error(mismatch) if
  /// another writer was faster, and cancelled: then the store is as it was.
  StoreUpdate update(const Catalog &catalog, const Progress &progress = {});

 private:
  struct Known;
  friend StoreDrift drift(const CatalogStore &store, const Catalog &catalog);

  void look();

  CatalogStore *store_;
  StoreUpdateOptions options_;
  std::optional<StoreState> state_;  ///< Nothing: unknown, or nobody loaded anything.
  std::unique_ptr<Known> known_;     ///< At that state.
};

/// One update by an updater that knows nothing yet.
StoreUpdate update_store(CatalogStore &store, const Catalog &catalog,
                         const StoreUpdateOptions &options = {}, const Progress &progress = {});

/// Compares fingerprints; nothing of the texts is read. Of a store that nobody loaded, all is
/// missing.
StoreDrift drift(const CatalogStore &store, const Catalog &catalog);

}  // namespace sluice

#endif
