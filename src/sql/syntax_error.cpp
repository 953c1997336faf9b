#include "sluice/sql/syntax_error.hpp"

namespace sluice::inline v0::sql {

SyntaxError::SyntaxError(ErrorCode code, std::string_view message, std::string_view sql,
                         std::size_t offset, std::string_view expected)
    : Error(code, message, place_in(sql, offset, {})), offset_(offset), expected_(expected) {}

}  // namespace sluice::inline v0::sql
