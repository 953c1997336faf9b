#ifndef SLUICE_SQL_NAMES_HPP
#define SLUICE_SQL_NAMES_HPP

/// What the binder needs from a schema. `sluice::sql` does not depend on a catalog; any type that
/// models SchemaNames will do.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::sql {

/// Tables and columns by position from 0. Thread-safe. Lookups ignore ASCII case; views stay valid
/// as long as the schema. The first argument of `find_table` is a schema name (such as "main") or
/// empty. `primary_key` is empty for a table without one.
template <class T>
concept SchemaNames = requires(const T &names, std::string_view text, std::uint32_t table,
                               std::uint32_t column) {
  { names.find_table(text, text) } -> std::same_as<std::optional<std::uint32_t>>;
  { names.table_name(table) } -> std::convertible_to<std::string_view>;
  { names.column_count(table) } -> std::convertible_to<std::size_t>;
  { names.column_name(table, column) } -> std::convertible_to<std::string_view>;
  { names.column_type(table, column) } -> std::convertible_to<std::string_view>;
  { names.primary_key(table) } -> std::convertible_to<std::span<const std::uint32_t>>;
};

/// A reference to any SchemaNames; the schema must outlive it. Two pointers.
class AnyNames {
 public:
  template <SchemaNames Names>
  AnyNames(const Names &names) noexcept  // NOLINT(google-explicit-constructor)
      : names_(&names), calls_(&calls_of<Names>) {}

  std::optional<std::uint32_t> find_table(std::string_view schema, std::string_view name) const {
    return calls_->find_table(names_, schema, name);
  }
  std::string_view table_name(std::uint32_t table) const {
    return calls_->table_name(names_, table);
  }
  std::size_t column_count(std::uint32_t table) const {
    return calls_->column_count(names_, table);
  }
  std::string_view column_name(std::uint32_t table, std::uint32_t column) const {
    return calls_->column_name(names_, table, column);
  }
  std::string_view column_type(std::uint32_t table, std::uint32_t column) const {
    return calls_->column_type(names_, table, column);
  }
  std::span<const std::uint32_t> primary_key(std::uint32_t table) const {
    return calls_->primary_key(names_, table);
  }

 private:
  struct Calls {
    std::optional<std::uint32_t> (*find_table)(const void *, std::string_view, std::string_view);
    std::string_view (*table_name)(const void *, std::uint32_t);
    std::size_t (*column_count)(const void *, std::uint32_t);
    std::string_view (*column_name)(const void *, std::uint32_t, std::uint32_t);
    std::string_view (*column_type)(const void *, std::uint32_t, std::uint32_t);
    std::span<const std::uint32_t> (*primary_key)(const void *, std::uint32_t);
  };

  template <class Names>
  static const Names &as(const void *names) {
    return *static_cast<const Names *>(names);
  }
  template <class Names>
  static constexpr Calls calls_of = {
      [](const void *n, std::string_view schema, std::string_view name) {
        return as<Names>(n).find_table(schema, name);
      },
      [](const void *n, std::uint32_t t) -> std::string_view { return as<Names>(n).table_name(t); },
      [](const void *n, std::uint32_t t) -> std::size_t { return as<Names>(n).column_count(t); },
      [](const void *n, std::uint32_t t, std::uint32_t c) -> std::string_view {
        return as<Names>(n).column_name(t, c);
      },
      [](const void *n, std::uint32_t t, std::uint32_t c) -> std::string_view {
        return as<Names>(n).column_type(t, c);
      },
      [](const void *n, std::uint32_t t) -> std::span<const std::uint32_t> {
        return as<Names>(n).primary_key(t);
      },
  };

  const void *names_;
  const Calls *calls_;
};

}  // namespace sluice::inline v0::sql

#endif
