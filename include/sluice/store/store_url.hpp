#ifndef SLUICE_STORE_STORE_URL_HPP
#define SLUICE_STORE_STORE_URL_HPP

/// Where a store is, as a person writes it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice {

enum class StoreKind : std::uint8_t {
  postgres,    ///< postgres://… or postgresql://…
  opensearch,  ///< opensearch+http://… or opensearch+https://…
};

/// One store, on one server or several.
struct StoreUrl {
  StoreKind kind = StoreKind::postgres;
  /// What each server's client takes: postgres://…, or http://… of an OpenSearch. In the order in
  /// which databases are spread over them, so the order is part of the store.
  std::vector<std::string> servers;
  /// What the store calls its own there: a schema of PostgreSQL, the names of indexes.
  std::string space = "sluice";
};

/// Whether `text` starts as the URL of a store does. postgres:// may be a source as well.
bool is_store_url(std::string_view text) noexcept;

/// URLs of the servers, separated by spaces, the last one perhaps with "#SPACE" behind it: lower
/// case letters, digits and _, at most 40, a letter first. Nodes of one OpenSearch may be a list,
/// with the space as the path: opensearch+http://host:9200,other:9200/space. Throws
/// Error(invalid_argument) for what is none, or of two kinds; no error holds what may be a
/// password.
StoreUrl parse_store_url(std::string_view text);

/// Scheme, host, port and path of a server, such as "postgres://db1:5432/catalog": neither user nor
/// password nor parameters.
std::string shown_server(std::string_view url);

}  // namespace sluice

#endif
