#ifndef SLUICE_SRC_CORE_BASE64_HPP
#define SLUICE_SRC_CORE_BASE64_HPP

/// Base64 encoding (RFC 4648, section 4), with padding.

#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

std::string to_base64(std::string_view bytes);

/// Decodes Base64. The padding is optional. Throws Error(malformed), naming `source`, for any other
/// text that `to_base64` would not have written.
std::string from_base64(std::string_view text, const std::string &source);

}  // namespace sluice::inline v0

#endif
