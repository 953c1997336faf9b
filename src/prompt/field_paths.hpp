#ifndef SLUICE_SRC_PROMPT_FIELD_PATHS_HPP
#define SLUICE_SRC_PROMPT_FIELD_PATHS_HPP

/// The paths of a table's nested fields, with marks where a step repeats: "events[].name".

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sluice/schema/database.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::prompt_detail {

/// Positions are those in the table. The table must outlive this.
class FieldPaths {
 public:
  /// O(bytes of the names).
  explicit FieldPaths(const Table &table);

  /// The column that a nested field is in; nullopt if the table does not list it.
  std::optional<std::uint32_t> root(std::uint32_t position) const;

  /// Each step quoted if necessary; of a column that is not nested, its name. O(size of the name).
  std::string quoted(std::uint32_t position, sql::Dialect dialect) const;

  /// The same without quotes.
  std::string plain(std::uint32_t position) const;

 private:
  template <class AddStep>
  void each_step(std::uint32_t position, AddStep add) const;

  const Table &table_;
  std::vector<std::uint32_t> parents_;  // by position
};

}  // namespace sluice::inline v0::prompt_detail

#endif
