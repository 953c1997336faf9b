#ifndef SLUICE_SRC_SCHEMA_APPS_PLURAL_NAMES_HPP
#define SLUICE_SRC_SCHEMA_APPS_PLURAL_NAMES_HPP

/// English plurals in the names of tables.

#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::schema_detail {

/// What the singular of a name may be, the likeliest first; the name itself comes last. Only the
/// last word changes: "ip_addresses" gives "ip_address" and "ip_addresse".
std::vector<std::string> possible_singulars(std::string_view plural);

/// What the plural of a name may be; the name itself comes first.
std::vector<std::string> possible_plurals(std::string_view singular);

}  // namespace sluice::inline v0::schema_detail

#endif
