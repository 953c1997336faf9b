#ifndef SLUICE_CORE_BASE64_HPP
#define SLUICE_CORE_BASE64_HPP

/// Bytes as text of 64 characters, RFC 4648 section 4, with padding.

#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice {

std::string to_base64(std::string_view bytes);

/// The padding may be left out. Throws Error(malformed), naming `source`, for what else `to_base64`
/// would not have written.
std::string from_base64(std::string_view text, const std::string &source);

}  // namespace sluice

#endif
