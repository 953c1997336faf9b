#include "sluice/store/catalog_store.hpp"

#include <algorithm>

#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/store/postgres_store.hpp"

namespace sluice {

bool StoreHealth::healthy() const noexcept {
  return std::ranges::all_of(servers, [](const StoreServer &server) {
    return server.error.empty() && server.layout == store_layout;
  });
}

std::size_t server_of(std::int64_t database, std::size_t servers) noexcept {
  return Fingerprint().add(static_cast<std::uint64_t>(database)).value() % servers;
}

std::shared_ptr<CatalogStore> open_store(const StoreUrl &url, const StoreOptions &options) {
  if (url.kind == StoreKind::postgres) return std::make_shared<PostgresStore>(url, options);
  throw Error(ErrorCode::unsupported, "this build has no client of OpenSearch");
}

}  // namespace sluice
