#ifndef SLUICE_SRC_SCHEMA_EXPORT_TYPE_NAMES_HPP
#define SLUICE_SRC_SCHEMA_EXPORT_TYPE_NAMES_HPP

/// What each dialect calls a type.

#include <string>

#include "type_shape.hpp"

namespace sluice::inline v0::schema_detail {

/// `in_key`: a primary or foreign key needs it, which some engines do not allow for long texts.
/// Empty for an unknown type.
std::string type_name(const TypeShape &shape, sql::Dialect dialect, bool in_key);

}  // namespace sluice::inline v0::schema_detail

#endif
