#ifndef SLUICE_STORE_OPENSEARCH_STORE_HPP
#define SLUICE_STORE_OPENSEARCH_STORE_HPP

/// A store on a cluster of OpenSearch, over HTTP.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sluice/store/catalog_store.hpp"

namespace sluice {

/// The servers of the URL are entries to one cluster, which spreads and copies the store's indexes
/// itself: the version is one number. Names and texts go as base64 and JSON strings, terms as
/// hashes: nothing of them is ever part of a request's language.
///
/// A change is what one document says, which is exchanged only if nobody else did so: until then
/// nobody sees what was written, and afterwards all of it. Who begins a change ousts whoever began
/// one and did not commit it. Each function's question is one request of several searches (more
/// where an answer has tens of thousands of hits), the last of which reads that document: an answer
/// is of one version, or asked again. There are as many connections as callers at once.
///
/// A part of an answer is none: while a shard is missing or the cluster is without a manager, the
/// request is repeated on the next server of the URL until it is answered in full or the deadline
/// passed. Writing has four times as long for each piece, as a cluster may have to elect a manager.
/// SLUICE_OPENSEARCH_USER and SLUICE_OPENSEARCH_PASSWORD in the environment, where they are set, go
/// with each request. Needs OpenSearch 2 with its k-NN plugin for vectors.
class OpenSearchStore final : public CatalogStore {
 public:
  /// Throws Error: unsupported (built without HTTP), invalid_argument (a deadline that is none, a
  /// user without a password).
  explicit OpenSearchStore(StoreUrl url, const StoreOptions &options = {});
  ~OpenSearchStore() override;

  const StoreUrl &url() const noexcept override;
  std::optional<StoreState> state() const override;
  std::unique_ptr<StoreWriter> change(const StoreVersion &at,
                                      const StoreSettings &settings) override;
  std::unique_ptr<StoreWriter> replace(const StoreSettings &settings) override;
  StoreChanges changes(const StoreVersion &since, bool with_lengths) const override;
  StoreVersion postings(const AnalyzerOptions &analysis, std::span<const std::string> terms,
                        std::vector<FoundBlock> &blocks) const override;
  /// In exact mode every vector that may be seen is compared. The servers add in another order than
  /// we do, so somewhat more are fetched than are asked for: what is nearest is found whole.
  FoundVectors nearest(const VectorQuery &query) const override;
  FoundVectors vectors(Level level, std::span<const StoreObject> objects) const override;
  Routed route(const RouteQuery &query) const override;
  std::vector<StoredDefinition> definitions(std::span<const std::int64_t> ids) const override;
  StoreHealth health() const override;

  struct Cluster;  ///< Known to its sources only.

 private:
  std::shared_ptr<Cluster> cluster_;
};

}  // namespace sluice

#endif
