#ifndef SLUICE_SRC_SUITE_TIE_BREAKS_HPP
#define SLUICE_SRC_SUITE_TIE_BREAKS_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::suite {

/// The query with its results as further terms of each ORDER BY, so that rows that were equals come
/// in an order that the query allows as well; `columns` are those of the outermost query. Nothing
/// where there is no ORDER BY, or the query cannot be read.
std::optional<std::string> with_ties_broken(std::string_view sql, std::size_t columns,
                                            bool descending);

}  // namespace sluice::suite

#endif
