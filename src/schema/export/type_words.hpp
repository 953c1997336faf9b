#ifndef SLUICE_SRC_SCHEMA_EXPORT_TYPE_WORDS_HPP
#define SLUICE_SRC_SCHEMA_EXPORT_TYPE_WORDS_HPP

/// The words that name types.

#include <cstdint>
#include <string_view>

#include "type_shape.hpp"

namespace sluice::inline v0::schema_detail {

struct TypeWord {
  std::string_view word;  ///< In lower case, with single blanks: "double precision".
  TypeFamily family;
  std::uint32_t size = 0;   ///< Unless the type says it.
  std::uint32_t scale = 0;  ///< With `size` only.
};

/// One of the words that an engine takes for the same type: "integer" for "int" and "serial".
std::string_view canonical_word(std::string_view word) noexcept;

/// nullptr for an unknown word.
const TypeWord *find_type_word(std::string_view word, sql::Dialect dialect) noexcept;

}  // namespace sluice::inline v0::schema_detail

#endif
