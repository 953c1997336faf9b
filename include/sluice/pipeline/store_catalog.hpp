#ifndef SLUICE_PIPELINE_STORE_CATALOG_HPP
#define SLUICE_PIPELINE_STORE_CATALOG_HPP

/// Opens a catalog in a store for retrievers: all of it, or only the databases that one question
/// may be about.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/embed/any_embedder.hpp"
#include "sluice/pipeline/index_folder.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/schema/visible_catalog.hpp"
#include "sluice/store/catalog_store.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

struct StoreCatalogOptions {
  /// Number of databases that the store returns for a question and that are then ranked. 0: all
  /// databases are ranked, with the same results as an index in this process.
  std::size_t databases = 50;
  SearchMode mode = SearchMode::graph;  ///< How the store searches for them.
  /// The embedder of the store's vectors; none: routing uses words only.
  std::optional<AnyEmbedder> embedder = std::nullopt;
  Retriever::Options retriever = {};
  std::size_t kept_databases = 5000;  ///< Maximum number of cached definitions of databases.
};

/// Thread-safe. Every function also throws what CatalogStore throws.
class StoreCatalog {
 public:
  /// Throws Error: not_found (the store is empty), mismatch (the store's vectors are of another
  /// embedder).
  explicit StoreCatalog(std::shared_ptr<const CatalogStore> store,
                        StoreCatalogOptions options = {});
  ~StoreCatalog();
  StoreCatalog(const StoreCatalog &) = delete;
  StoreCatalog &operator=(const StoreCatalog &) = delete;

  /// The whole store as it is now: its catalog, which is cached and updated, and an index whose
  /// postings stay in the store. A search in the index throws Error(mismatch) once the store has
  /// changed: then call this again.
  OpenIndex whole() const;
  /// The databases that the store returns for the question, best first, indexed in this process.
  /// Costs two round trips, and a third for definitions that are not cached. Empty if the store
  /// knows no word of the question.
  OpenIndex routed(const Question &question) const;

  /// Asks a Retriever over the databases of `routed`; over the whole store if `databases` is 0 or
  /// `visible` is not empty, so that hidden objects do not affect the answer. If the store changes
  /// meanwhile, it is opened again. `options.mask` must be nullptr because ids are those of
  /// `Answer::subset.catalog`; otherwise throws Error(invalid_argument). Throws what Retriever and
  /// VisiblePatterns throw.
  Answer ask(const Question &question, const AskOptions &options = {},
             const VisiblePatterns &visible = {}) const;

 private:
  struct Kept;
  std::shared_ptr<const Retriever> retriever_over_all() const;
  Routed route(const Question &question) const;

  std::shared_ptr<const CatalogStore> store_;
  StoreCatalogOptions options_;
  std::unique_ptr<Kept> kept_;
};

}  // namespace sluice::inline v0

#endif
