#ifndef SLUICE_STORE_STORE_URL_HPP
#define SLUICE_STORE_STORE_URL_HPP

/// URLs of stores.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

enum class StoreKind : std::uint8_t {
  postgres,    ///< postgres://… or postgresql://…
  opensearch,  ///< opensearch+http://… or opensearch+https://…
};

/// One store, on one server or several.
struct StoreUrl {
  StoreKind kind = StoreKind::postgres;
  /// URLs for the servers' clients: postgres://…, or http://… for OpenSearch. Databases are spread
  /// over the servers by their order, so the order is part of the store.
  std::vector<std::string> servers;
  /// Namespace of the store on the servers: a PostgreSQL schema, or a prefix of index names.
  std::string space = "sluice";
};

/// Whether `text` starts like the URL of a store. A postgres:// URL may also be a source of
/// schemas.
bool is_store_url(std::string_view text) noexcept;

/// Parses the URLs of the servers, separated by spaces. The last one may end with "#SPACE": at most
/// 40 lower-case letters, digits and _, starting with a letter. Nodes of one OpenSearch may be
/// written as a list, with the space as path: opensearch+http://host:9200,other:9200/space. Throws
/// Error(invalid_argument) if the text is invalid or mixes two kinds; no message contains a
/// possible password.
StoreUrl parse_store_url(std::string_view text);

/// Returns scheme, host, port and path of a server, such as "postgres://db1:5432/catalog", without
/// user, password and parameters.
std::string shown_server(std::string_view url);

}  // namespace sluice::inline v0

#endif
