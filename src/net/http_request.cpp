#include "http_request.hpp"

#include <algorithm>
#include <string_view>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::net_detail {
namespace {

constexpr std::string_view separators = "()<>@,;:\\\"/[]?={} \t";

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

void check_url(const std::string &url) {
  const std::size_t scheme = url.starts_with("https://") ? 8 : url.starts_with("http://") ? 7 : 0;
  if (scheme == 0) {
    throw Error(ErrorCode::invalid_argument, "is not a URL that starts with http:// or https://",
                {shown_url(url)});
  }
  if (std::ranges::any_of(url, is_control)) {
    throw Error(ErrorCode::invalid_argument, "a URL with a control character");
  }
  const std::string_view host =
      std::string_view(url).substr(scheme, url.find_first_of("/?#", scheme) - scheme);
  if (host.find('@') != host.npos) {
    throw Error(ErrorCode::invalid_argument, "a URL with a user or a password");
  }
  if (host.empty())
    throw Error(ErrorCode::invalid_argument, "is a URL without a host", {shown_url(url)});
}

void check_method(const std::string &method) {
  const bool is_word = std::ranges::all_of(method, is_ascii_upper);
  if (method.empty() || !is_word || method == "HEAD") {
    throw Error(ErrorCode::invalid_argument, "an invalid HTTP method");
  }
}

void check_header(const HttpHeader &header) {
  const auto bad_name = [](char c) {
    return is_control(c) || static_cast<unsigned char>(c) >= 0x80 ||
           separators.find(c) != separators.npos;
  };
  if (header.name.empty() || std::ranges::any_of(header.name, bad_name)) {
    throw Error(ErrorCode::invalid_argument, "a header's name has an invalid character");
  }
  if (std::ranges::any_of(header.value, is_control)) {
    throw Error(ErrorCode::invalid_argument,
                "the header " + header.name + " has a control character in its value");
  }
}

}  // namespace

std::string shown_url(const std::string &url) { return url.substr(0, url.find_first_of("?#")); }

void check_request(const HttpRequest &request) {
  check_url(request.url);
  check_method(request.method);
  for (const HttpHeader &header : request.headers) check_header(header);
}

}  // namespace sluice::inline v0::net_detail
