#ifndef SLUICE_SRC_SCHEMA_TABULAR_EXPORT_NAME_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_EXPORT_NAME_HPP

#include <span>
#include <string>
#include <string_view>

namespace sluice::inline v0::schema_detail {

/// The name of a database after the files that its exports are in: "shop" for
/// "shop_information_schema_columns.csv", and for "shop_columns.csv" and "shop_keys.csv" together.
/// Files without a common name are named after their folder. Never empty.
std::string export_database_name(std::span<const std::string_view> paths);

}  // namespace sluice::inline v0::schema_detail

#endif
