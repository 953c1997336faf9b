#ifndef SLUICE_PIPELINE_LIVE_RETRIEVER_HPP
#define SLUICE_PIPELINE_LIVE_RETRIEVER_HPP

/// A retriever that follows its sources: who asks keeps a snapshot, and a change makes the next
/// one.

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/schema/catalog_delta.hpp"
#include "sluice/schema/sources.hpp"

namespace sluice::inline v0 {

/// Any threads at once; updates wait for each other, and nobody who asks waits for them.
class LiveRetriever {
 public:
  /// Reads the sources, as `read_sources` does, and prepares them, as `Retriever` does; throws what
  /// these throw. Relative paths stay what they are now, whatever folder is the current one later.
  explicit LiveRetriever(std::vector<SchemaSource> sources, const Retriever::Options &options = {},
                         const std::optional<AnyEmbedder> &embedder = default_embedder());
  /// Of a catalog that its owner puts in the place of this one: see `follow`.
  explicit LiveRetriever(const std::shared_ptr<const Catalog> &catalog,
                         const Retriever::Options &options = {},
                         const std::optional<AnyEmbedder> &embedder = default_embedder());

  ~LiveRetriever();

  /// The newest snapshot, which stays as it is for as long as it is held. O(1).
  std::shared_ptr<const Retriever> current() const;

  /// What an update found.
  struct Update {
    CatalogDelta delta;    ///< Against the snapshot before.
    std::size_t read = 0;  ///< Databases read; the others' files had not changed.
  };
  /// Reads what changed of the sources; `current` shows it when this returns. Nothing is made where
  /// nothing changed. Where it throws, Error(invalid_argument) without sources or from a callback
  /// of an update, and what `read_sources` and `Retriever::after` throw, the snapshot stays. Costs
  /// what these cost.
  Update update(const Progress &progress = {});
  /// The same for a catalog that is there already, such as `apply` makes it of a delta.
  CatalogDelta follow(const std::shared_ptr<const Catalog> &catalog);

 private:
  struct State;
  CatalogDelta swap_in(const std::shared_ptr<const Catalog> &catalog);

  std::unique_ptr<State> state_;
};

}  // namespace sluice::inline v0

#endif
