#include "sluice/schema/catalog_delta.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "names.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {

std::shared_ptr<const Catalog> apply(const CatalogDelta &delta, const Catalog &catalog) {
  if (delta.dropped.empty() && delta.put.size() == 1) return catalog.with(delta.put.front());
  std::vector<std::shared_ptr<const Database>> databases;
  databases.reserve(catalog.database_count() + delta.put.size());
  for (const DatabaseId id : catalog.databases()) databases.push_back(catalog.share(id));
  for (const std::string &name : delta.dropped) {
    const auto existing = catalog.find_database(name);
    if (!existing || !databases[existing->index()]) {
      throw Error(ErrorCode::not_found,
                  fmt::format("the catalog has no database {}", schema_detail::quote_name(name)));
    }
    databases[existing->index()].reset();
  }
  for (const auto &database : delta.put) {
    if (!database) throw Error(ErrorCode::invalid_argument, "a database of the catalog is null");
    const auto existing = catalog.find_database(database->name());
    // If the name was already put, keep both: the check for repeated names reports it.
    if (existing && databases[existing->index()] == catalog.share(*existing)) {
      databases[existing->index()] = database;
    } else {
      databases.push_back(database);
    }
  }
  std::erase(databases, nullptr);
  return Catalog::make(std::move(databases));
}

CatalogDelta difference(const Catalog &before, const Catalog &after) {
  CatalogDelta delta;
  const std::size_t both = std::min(before.database_count(), after.database_count());
  // Fast path: most databases are shared and have the same position.
  const auto is_shared = [&](DatabaseId id) {
    return id.index() < both && &before.database(id) == &after.database(id);
  };
  for (const DatabaseId id : after.databases()) {
    if (is_shared(id)) continue;
    const auto old = before.find_database(after.database(id).name());
    const bool same =
        old && before.database(*old).fingerprint() == after.database(id).fingerprint();
    if (!same) delta.put.push_back(after.share(id));
  }
  for (const DatabaseId id : before.databases()) {
    if (is_shared(id)) continue;
    const std::string_view name = before.database(id).name();
    if (!after.find_database(name)) delta.dropped.emplace_back(name);
  }
  return delta;
}

std::vector<std::optional<DatabaseId>> kept_databases(const Catalog &before, const Catalog &after) {
  std::vector<std::optional<DatabaseId>> kept(after.database_count());
  for (const DatabaseId id : after.databases()) {
    if (id.index() < before.database_count() && &before.database(id) == &after.database(id)) {
      kept[id.index()] = id;
      continue;
    }
    const auto old = before.find_database(after.database(id).name());
    if (old && before.database(*old).fingerprint() == after.database(id).fingerprint())
      kept[id.index()] = old;
  }
  return kept;
}

bool same_shape(const Database &a, const Database &b) {
  return std::ranges::equal(a.tables(), b.tables(), [](const Table &one, const Table &other) {
    return one.columns.size() == other.columns.size();
  });
}

}  // namespace sluice::inline v0
