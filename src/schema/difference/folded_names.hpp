#ifndef SLUICE_SRC_SCHEMA_DIFFERENCE_FOLDED_NAMES_HPP
#define SLUICE_SRC_SCHEMA_DIFFERENCE_FOLDED_NAMES_HPP

/// Pairs the objects of two schemas by their names.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::schema_detail {

/// Whether two names that differ by case are different names.
class NameFolding {
 public:
  NameFolding(sql::Dialect before, sql::Dialect after) noexcept;

  /// The same for all names that the engines take for one.
  std::string key(std::string_view name) const;

 private:
  bool is_exact_ = false;
};

/// For each name of `after`, the position of its counterpart in `before`. A name that is the same
/// comes first, then one that differs by case only, if the folding allows it. O(names).
std::vector<std::optional<std::size_t>> pair_names(std::span<const std::string_view> before,
                                                   std::span<const std::string_view> after,
                                                   const NameFolding &folding);

}  // namespace sluice::inline v0::schema_detail

#endif
