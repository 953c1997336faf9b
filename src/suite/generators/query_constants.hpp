#ifndef SLUICE_SRC_SUITE_GENERATORS_QUERY_CONSTANTS_HPP
#define SLUICE_SRC_SUITE_GENERATORS_QUERY_CONSTANTS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "sluice/sql/bind.hpp"
#include "sluice/suite/value.hpp"

namespace sluice::inline v0::suite {

struct ColumnConstant {
  std::uint32_t table = 0;
  std::uint32_t column = 0;
  Value value;
};

/// The constants that a query compares columns with.
std::vector<ColumnConstant> constants_of(const sql::SyntaxTree &tree,
                                         const sql::Bindings &bindings);

/// Texts that a LIKE pattern matches, with each % replaced by nothing or by some text.
std::vector<std::string> texts_like(std::string_view pattern);

}  // namespace sluice::inline v0::suite

#endif
