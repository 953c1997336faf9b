#ifndef SLUICE_SRC_SCHEMA_EXPORT_TYPE_SHAPE_HPP
#define SLUICE_SRC_SCHEMA_EXPORT_TYPE_SHAPE_HPP

/// What a declared type means, apart from what its engine calls it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::schema_detail {

enum class TypeFamily : std::uint8_t {
  unknown,
  tiny_integer,  ///< 8 bits, and so on.
  small_integer,
  integer,
  big_integer,
  decimal,
  single,  ///< 32 bits, floating.
  floating,
  boolean,
  character,  ///< Of a fixed length.
  varying,    ///< Of a length up to a limit.
  text,
  date,
  time,
  timestamp,
  zoned_timestamp,
  binary,
  json,
  uuid,
};

inline constexpr std::size_t type_family_count = static_cast<std::size_t>(TypeFamily::uuid) + 1;

struct TypeShape {
  TypeFamily family = TypeFamily::unknown;
  std::uint32_t size = 0;                             ///< Characters, or digits; 0: not given.
  std::optional<std::uint32_t> scale = std::nullopt;  ///< Digits after the point.
};

/// O(size of the text).
TypeShape type_shape(std::string_view type, sql::Dialect dialect);

/// The type of an element, if the type is a list: "INTEGER[]", "ARRAY<STRING>". Empty for a list
/// whose elements have no known type; nullopt for other types.
std::optional<std::string_view> element_type(std::string_view type) noexcept;

/// Whether the type is a list, a structure or a map.
bool is_composite_type(std::string_view type) noexcept;

/// The type without LowCardinality(…) and Nullable(…) around it.
std::string_view without_wrappers(std::string_view type) noexcept;

/// Whether two declared types are the same: without regard to case and white space, and, of
/// different dialects, if they are of one family.
bool same_type(std::string_view a, sql::Dialect dialect_of_a, std::string_view b,
               sql::Dialect dialect_of_b);

}  // namespace sluice::inline v0::schema_detail

#endif
