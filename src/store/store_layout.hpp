#ifndef SLUICE_SRC_STORE_STORE_LAYOUT_HPP
#define SLUICE_SRC_STORE_STORE_LAYOUT_HPP

#include <cstdint>
#include <string>

namespace sluice::inline v0::store_detail {

/// Throws Error(unsupported) if the content of a server has another layout than this release's.
void expect_layout(std::int64_t found, const std::string &address);

}  // namespace sluice::inline v0::store_detail

#endif
