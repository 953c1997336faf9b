#ifndef SLUICE_SRC_STORE_OPENSEARCH_STORE_HPP
#define SLUICE_SRC_STORE_OPENSEARCH_STORE_HPP

/// A store on an OpenSearch cluster, over HTTP.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sluice/store/catalog_store.hpp"

namespace sluice::inline v0 {

/// The servers of the URL are nodes of one cluster, which distributes and replicates the store's
/// indexes itself, so the version is a single number. Names and texts are sent as base64 and JSON
/// strings, terms as hashes; they are never part of the query language of a request.
///
/// A change is committed by replacing one document, if no other writer has replaced it since. Until
/// then none of the change is visible, and afterwards all of it. Beginning a change invalidates a
/// change that another writer began and has not committed. Each function sends one request with
/// several searches (more if there are tens of thousands of hits). The last search reads that
/// document, so that an answer is of one version; otherwise the request is repeated. There is one
/// connection per concurrent caller.
///
/// Partial answers are not accepted: while a shard is missing or the cluster has no manager, the
/// request is repeated on the next server of the URL until it is answered in full or the deadline
/// has passed. Each write request has four times that deadline, since a cluster may have to elect a
/// manager. The environment variables SLUICE_OPENSEARCH_USER and SLUICE_OPENSEARCH_PASSWORD, if
/// set, are sent with each request. Needs OpenSearch 2, with its k-NN plugin for vectors.
class OpenSearchStore final : public CatalogStore {
 public:
  /// Throws Error(unsupported) if built without HTTP, and Error(invalid_argument) if a deadline is
  /// invalid or a user has no password.
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
  /// In exact mode, every visible vector is compared. The servers sum in another order than the
  /// client, so a few more vectors than requested are fetched, to be sure to have the nearest.
  FoundVectors nearest(const VectorQuery &query) const override;
  FoundVectors vectors(Level level, std::span<const StoreObject> objects) const override;
  Routed route(const RouteQuery &query) const override;
  std::vector<StoredDefinition> definitions(std::span<const std::int64_t> ids) const override;
  StoreHealth health() const override;

  struct Cluster;  ///< Private; defined in the sources.

 private:
  std::shared_ptr<Cluster> cluster_;
};

}  // namespace sluice::inline v0

#endif
