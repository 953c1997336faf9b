#ifndef SLUICE_SRC_SCHEMA_TABULAR_EXPORT_ROW_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_EXPORT_ROW_HPP

/// One row of an export of a system catalog.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "export_fields.hpp"

namespace sluice::inline v0::schema_detail {

/// Where a row is: in a line, or, of an array of JSON, the number of the element.
struct ExportPlace {
  std::string_view source;
  std::uint64_t number = 0;  ///< From 1; 0: the whole source.
  bool is_line = true;

  std::string text() const;
};

/// Values are empty where the row has none, or a null. They are valid until the next row.
class ExportRow {
 public:
  std::string_view operator[](ExportField field) const noexcept {
    return values_[static_cast<std::size_t>(field)];
  }
  /// Sets a value, unless its text means null: NULL, \N and the like.
  void set(ExportField field, std::string_view value) noexcept;
  void clear() noexcept { values_.fill({}); }

  ExportPlace place;

 private:
  std::array<std::string_view, export_field_count> values_{};
};

/// "YES", "true", "1" and the like; nullopt for anything else.
std::optional<bool> export_flag(std::string_view text) noexcept;

/// A whole number that is not negative, also written as "12.0"; nullopt for anything else.
std::optional<std::uint64_t> export_count(std::string_view text) noexcept;

}  // namespace sluice::inline v0::schema_detail

#endif
