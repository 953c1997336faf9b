#ifndef SLUICE_SRC_NET_HTTP_REQUEST_HPP
#define SLUICE_SRC_NET_HTTP_REQUEST_HPP

#include <string>

#include "sluice/net/http.hpp"

namespace sluice::inline v0::net_detail {

/// The URL without the parts that may contain a secret.
std::string shown_url(const std::string &url);

/// Throws Error(invalid_argument) for a URL, a method or a header that HTTP does not allow.
void check_request(const HttpRequest &request);

}  // namespace sluice::inline v0::net_detail

#endif
