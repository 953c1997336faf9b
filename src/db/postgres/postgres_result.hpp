#ifndef SLUICE_SRC_DB_POSTGRES_POSTGRES_RESULT_HPP
#define SLUICE_SRC_DB_POSTGRES_POSTGRES_RESULT_HPP

/// What a server's result says: the values of a row, or the error that ended a query.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "libpq.hpp"
#include "sluice/db/query.hpp"

namespace sluice::inline v0::db_detail {

/// A value of the result's first row. The bytes of a blob are stored in `space`.
Cell postgres_cell(PGresult *result, int column, std::string &space);

/// Where in `text` the error is. The server counts characters; this is a byte offset.
std::optional<std::size_t> postgres_error_offset(const PGresult *result, std::string_view text);

QueryEnd postgres_error_end(const PGresult *result);

}  // namespace sluice::inline v0::db_detail

#endif
