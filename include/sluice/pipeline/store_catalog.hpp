#ifndef SLUICE_PIPELINE_STORE_CATALOG_HPP
#define SLUICE_PIPELINE_STORE_CATALOG_HPP

/// A catalog in a store, as retrievers take it: whole, or the databases that one question may be
/// about.

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

namespace sluice {

struct StoreCatalogOptions {
  /// How many databases the store names for a question; all else happens among these. 0: all of
  /// them are considered, with the figures of an index in process.
  std::size_t databases = 50;
  SearchMode mode = SearchMode::graph;  ///< In which the store looks for them.
  /// The one that made the store's vectors; nothing: words alone route.
  std::optional<AnyEmbedder> embedder = std::nullopt;
  Retriever::Options retriever = {};
  std::size_t kept_databases = 5000;  ///< Definitions that are kept, those asked for last.
};

/// Any threads at once. Beside what it names, every function throws what CatalogStore names.
class StoreCatalog {
 public:
  /// Throws Error: not_found (nothing was loaded), mismatch (the store's vectors are another
  /// embedder's).
  explicit StoreCatalog(std::shared_ptr<const CatalogStore> store,
                        StoreCatalogOptions options = {});
  ~StoreCatalog();
  StoreCatalog(const StoreCatalog &) = delete;
  StoreCatalog &operator=(const StoreCatalog &) = delete;

  /// The store as it is now, whole: its catalog, read once and then kept up, and an index whose
  /// postings stay in the store. Searching it throws Error(mismatch) once the store changed: then
  /// open it again.
  OpenIndex whole() const;
  /// The databases that the store names for the question, best first, indexed here. Two round
  /// trips, and one for definitions that are not kept. Empty if no word of it is known.
  OpenIndex routed(const Question &question) const;

  /// Asks a Retriever over what is routed; over the whole where `databases` is 0 or somebody sees
  /// not everything, so that what is hidden decides nothing. A store that changes in between is
  /// opened again. `options.mask` must be nullptr: ids are those of `Answer::subset.catalog`.
  /// Throws Error(invalid_argument) if it is not, and what Retriever and VisiblePatterns throw.
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

}  // namespace sluice

#endif
