#include "sluice/store/store_url.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/db/postgres_session.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::string_view http_store = "opensearch+http://";
constexpr std::string_view https_store = "opensearch+https://";

bool is_opensearch(std::string_view text) noexcept {
  return text.starts_with(http_store) || text.starts_with(https_store);
}

bool is_space_name(std::string_view name) noexcept {
  constexpr std::size_t longest = 40;
  return !name.empty() && name.size() <= longest && is_ascii_lower(name.front()) &&
         std::ranges::all_of(
             name, [](char c) { return is_ascii_lower(c) || is_ascii_digit(c) || c == '_'; });
}

void check_space(std::string_view name, std::string_view behind) {
  if (is_space_name(name)) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the text after {} is not a store name, expected lower-case "
                          "letters, digits and _ (write # in a password as %23)",
                          behind));
}

/// opensearch+http://HOST,HOST/SPACE: each host is a node of the same cluster.
void add_nodes(std::string_view word, StoreUrl &url) {
  constexpr std::string_view prefix = "opensearch+";
  word.remove_prefix(prefix.size());
  if (word.find('@') != word.npos || word.find('?') != word.npos) {
    throw Error(ErrorCode::invalid_argument,
                "the URL of an OpenSearch must not have a user, a password or a query; see the "
                "variables SLUICE_OPENSEARCH_USER and SLUICE_OPENSEARCH_PASSWORD");
  }
  const std::size_t hosts = word.find("://") + 3;
  const std::string_view scheme = word.substr(0, hosts);
  std::string_view list = word.substr(hosts);
  if (const std::size_t slash = list.find('/'); slash != list.npos) {
    const std::string_view space = list.substr(slash + 1);
    list = list.substr(0, slash);
    if (!space.empty()) {
      check_space(space, "the hosts");
      url.space = space;
    }
  }
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    if (end == at) throw Error(ErrorCode::invalid_argument, "a server of the store has no name");
    url.servers.push_back(std::string(scheme).append(list.substr(at, end - at)));
    at = end + 1;
  }
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace

bool is_store_url(std::string_view text) noexcept {
  return is_postgres_uri(text) || is_opensearch(text);
}

StoreUrl parse_store_url(std::string_view text) {
  StoreUrl url;
  for (std::string_view word : words_of(text)) {
    // The message does not quote the text, since it may contain a password.
    if (!is_store_url(word)) {
      throw Error(ErrorCode::invalid_argument,
                  "is not a store, expected postgres://host/database or "
                  "opensearch+http://host:port,host:port/name");
    }
    const StoreKind kind = is_opensearch(word) ? StoreKind::opensearch : StoreKind::postgres;
    if (!url.servers.empty() && kind != url.kind) {
      throw Error(ErrorCode::invalid_argument, "all servers of a store must be of the same kind");
    }
    url.kind = kind;
    if (const std::size_t hash = word.find('#'); hash != word.npos) {
      url.space = word.substr(hash + 1);
      word = word.substr(0, hash);
      check_space(url.space, "#");
    }
    if (kind == StoreKind::opensearch) {
      add_nodes(word, url);
    } else {
      url.servers.emplace_back(word);
    }
  }
  if (url.servers.empty())
    throw Error(ErrorCode::invalid_argument, "the URL of a store names no server");
  return url;
}

std::string shown_server(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == url.npos) return "a server";
  const std::string_view rest = url.substr(scheme + 3);
  // The last @: the text before it may be a password with unescaped characters.
  const std::size_t at = rest.rfind('@');
  const std::string_view place = at == rest.npos ? rest : rest.substr(at + 1);
  return fmt::format("{}://{}", url.substr(0, scheme), place.substr(0, place.find_first_of("?#")));
}

}  // namespace sluice::inline v0
