#ifndef SLUICE_SRC_SCHEMA_DBT_DBT_COLUMNS_HPP
#define SLUICE_SRC_SCHEMA_DBT_DBT_COLUMNS_HPP

/// The columns of a table, as several files list them.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

/// A column in one file.
struct ListedColumn {
  std::string name;
  std::string type;
  std::string description;
};

/// Warehouses and projects spell names in different cases. So a name means the column that is
/// spelled so or, if there is none, the only one that differs in case. Names in one list are
/// different columns. Not thread-safe.
class DbtColumns {
 public:
  const std::vector<ColumnDefinition> &all() const noexcept { return columns_; }
  std::vector<ColumnDefinition> take() { return std::move(columns_); }
  ColumnDefinition &operator[](std::size_t position) noexcept { return columns_[position]; }
  std::size_t size() const noexcept { return columns_.size(); }

  std::optional<std::size_t> find(std::string_view name) const;
  /// The position of the column of exactly that name, which is added if there is none.
  std::size_t add(std::string_view name);

  /// The columns of the warehouse, in their order. No others are added afterwards.
  void merge_actual(std::span<const ListedColumn> list);
  bool are_actual() const noexcept { return are_actual_; }

  /// Columns that a project describes; what is known already stays. Returns the names that are not
  /// in the warehouse.
  std::vector<std::string> merge_described(std::span<const ListedColumn> list);

  /// Marks the fields of other columns, whose names are paths: "address.city". Puts them after what
  /// they are in, which is added if it is missing and `have_fields` says that the engine has no
  /// other columns with dots in their names. Changes positions.
  void nest(bool have_fields);

 private:
  /// Columns whose names differ by case at most.
  struct Similar {
    std::size_t first = 0;
    std::size_t count = 0;
  };

  std::vector<ColumnDefinition> columns_;
  std::vector<bool> is_described_;  // by the project, not by the warehouse
  std::unordered_map<std::string, std::size_t> exact_;
  std::unordered_map<std::string, Similar> folded_;  // by name in lower case
  bool are_actual_ = false;
};

}  // namespace sluice::inline v0::schema_detail

#endif
