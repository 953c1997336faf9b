#ifndef SLUICE_PIPELINE_LIVE_RETRIEVER_HPP
#define SLUICE_PIPELINE_LIVE_RETRIEVER_HPP

/// A retriever that follows its sources. Callers hold immutable snapshots; an update publishes a
/// new one.

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/schema/catalog_delta.hpp"
#include "sluice/schema/sources.hpp"

namespace sluice::inline v0 {

/// Thread-safe. Updates are serialized; readers never wait for them.
class LiveRetriever {
 public:
  /// Reads the sources with `read_sources` and prepares a Retriever; throws what these throw.
  /// Relative paths are resolved against the working directory at construction.
  explicit LiveRetriever(std::vector<AnySource> sources, const Retriever::Options &options = {},
                         const std::optional<AnyEmbedder> &embedder = default_embedder());
  /// Starts from a catalog, which the caller replaces with `follow`.
  explicit LiveRetriever(const std::shared_ptr<const Catalog> &catalog,
                         const Retriever::Options &options = {},
                         const std::optional<AnyEmbedder> &embedder = default_embedder());

  ~LiveRetriever();

  /// The newest snapshot. It is immutable and lives as long as it is held. O(1).
  std::shared_ptr<const Retriever> current() const;

  /// What an update found.
  struct Update {
    CatalogDelta delta;    ///< Changes since the previous snapshot.
    std::size_t read = 0;  ///< Number of databases read; other files had not changed.
    std::vector<SkippedItem> skipped = {};  ///< What could not be read, while the rest was.
  };
  /// Reads the sources that changed; `current` has the new snapshot when this returns. If nothing
  /// changed, the snapshot stays. Throws Error(invalid_argument) if there are no sources or the
  /// call comes from a progress callback of an update, and what `read_sources` and
  /// `Retriever::after` throw; then the snapshot stays. Costs what these two cost.
  Update update(const Progress &progress = {});
  /// The same for a catalog in memory, such as the result of `apply` for a delta.
  CatalogDelta follow(const std::shared_ptr<const Catalog> &catalog);

 private:
  struct State;
  CatalogDelta swap_in(const std::shared_ptr<const Catalog> &catalog);

  std::unique_ptr<State> state_;
};

}  // namespace sluice::inline v0

#endif
