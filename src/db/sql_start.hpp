#ifndef SLUICE_SRC_DB_SQL_START_HPP
#define SLUICE_SRC_DB_SQL_START_HPP

#include <cstddef>
#include <string_view>

namespace sluice::inline v0::db_detail {

/// The offset, from `offset` on, of the first byte that is neither white space, nor a semicolon,
/// nor in a comment; the size of `sql` if there is none.
std::size_t sql_start(std::string_view sql, std::size_t offset = 0) noexcept;

}  // namespace sluice::inline v0::db_detail

#endif
