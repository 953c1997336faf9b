#ifndef SLUICE_SRC_CORE_OWN_PROGRAM_HPP
#define SLUICE_SRC_CORE_OWN_PROGRAM_HPP

#include <string>

namespace sluice::inline v0::detail {

/// The absolute path of the program that runs; empty if the system does not say.
std::string own_program();

}  // namespace sluice::inline v0::detail

#endif
