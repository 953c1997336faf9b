#ifndef SLUICE_SRC_SCHEMA_LOAD_SOURCE_NAME_HPP
#define SLUICE_SRC_SCHEMA_LOAD_SOURCE_NAME_HPP

/// Names that paths give to databases and tables.

#include <string>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::schema_detail {

/// The file's name without ".gz" and its extension: "orders" of "schemas/orders.json.gz".
std::string file_stem_of(std::string_view path);

/// The path without its last part; empty if it has only one.
std::string_view parent_path_of(std::string_view path);

/// The last part of a path.
std::string_view last_part_of(std::string_view path);

/// The name of an application's database: the stem of its schema file, or where that is as general
/// as "db/schema.rb", the folder's name above.
std::string application_name_of(std::string_view path);

}  // namespace sluice::inline v0::schema_detail

#endif
