#ifndef SLUICE_SRC_CORE_INPUT_ERROR_HPP
#define SLUICE_SRC_CORE_INPUT_ERROR_HPP

/// Tells errors of one input from those that end all work.

#include "sluice/core/error.hpp"

namespace sluice::inline v0::detail {

/// Whether an error is about what was read, so that the rest may be read. Cancelled work and
/// defects of the library are not.
inline bool is_about_input(const Error &error) noexcept {
  return error.code() != ErrorCode::cancelled && error.code() != ErrorCode::internal;
}

}  // namespace sluice::inline v0::detail

#endif
