#ifndef SLUICE_SRC_STORE_POSTGRES_STORE_HPP
#define SLUICE_SRC_STORE_POSTGRES_STORE_HPP

/// A store on PostgreSQL servers with pgvector.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sluice/store/catalog_store.hpp"

namespace sluice::inline v0 {

/// Keeps its tables in a PostgreSQL schema named after the URL's space, which `replace` creates.
/// Names and texts are sent as bytes, in parameters and binary COPY; they are never part of a
/// statement, and may contain any byte. A change is one transaction per server. If one of several
/// servers fails between two commits, the others are ahead; the next update detects and repairs
/// that. A store with vectors needs pgvector 0.8 or later, for its iterative scans.
class PostgresStore final : public CatalogStore {
 public:
  explicit PostgresStore(StoreUrl url, const StoreOptions &options = {});
  ~PostgresStore() override;

  const StoreUrl &url() const noexcept override;
  std::optional<StoreState> state() const override;
  std::unique_ptr<StoreWriter> change(const StoreVersion &at,
                                      const StoreSettings &settings) override;
  std::unique_ptr<StoreWriter> replace(const StoreSettings &settings) override;
  StoreChanges changes(const StoreVersion &since, bool with_lengths) const override;
  StoreVersion postings(const AnalyzerOptions &analysis, std::span<const std::string> terms,
                        std::vector<FoundBlock> &blocks) const override;
  FoundVectors nearest(const VectorQuery &query) const override;
  FoundVectors vectors(Level level, std::span<const StoreObject> objects) const override;
  Routed route(const RouteQuery &query) const override;
  std::vector<StoredDefinition> definitions(std::span<const std::int64_t> ids) const override;
  StoreHealth health() const override;

  struct Servers;  ///< Private; defined in the sources.

 private:
  std::unique_ptr<Servers> servers_;
};

}  // namespace sluice::inline v0

#endif
