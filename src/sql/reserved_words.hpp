#ifndef SLUICE_SRC_SQL_RESERVED_WORDS_HPP
#define SLUICE_SRC_SQL_RESERVED_WORDS_HPP

/// The words that each dialect does not accept as a name of a table or column without quotes.

#include <span>
#include <string_view>

#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::sql {

/// In lower case and in order. Empty for `permissive`, to which all of them belong.
std::span<const std::string_view> reserved_words(Dialect dialect) noexcept;

}  // namespace sluice::inline v0::sql

#endif
