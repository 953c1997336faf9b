#include "sluice/store/catalog_store.hpp"

#include <algorithm>

#include "sluice/core/hash.hpp"
#include "store/opensearch_store.hpp"
#include "store/postgres_store.hpp"

namespace sluice::inline v0 {

bool StoreHealth::healthy() const noexcept {
  return std::ranges::all_of(servers,
                             [](const StoreServer &server) { return server.error.empty(); });
}

std::size_t server_of(std::int64_t database, std::size_t servers) noexcept {
  return Fingerprint().add(static_cast<std::uint64_t>(database)).value() % servers;
}

std::shared_ptr<CatalogStore> open_store(const StoreUrl &url, const StoreOptions &options) {
  if (url.kind == StoreKind::postgres) return std::make_shared<PostgresStore>(url, options);
  return std::make_shared<OpenSearchStore>(url, options);
}

}  // namespace sluice::inline v0
