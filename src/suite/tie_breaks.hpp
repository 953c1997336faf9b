#ifndef SLUICE_SRC_SUITE_TIE_BREAKS_HPP
#define SLUICE_SRC_SUITE_TIE_BREAKS_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::inline v0::suite {

/// Appends the results of each query to its ORDER BY, so that ties are broken in one of the orders
/// that the query allows; `columns` is the number of columns of the outermost query. Empty if there
/// is no ORDER BY or the query cannot be parsed.
std::optional<std::string> with_ties_broken(std::string_view sql, std::size_t columns,
                                            bool descending);

}  // namespace sluice::inline v0::suite

#endif
