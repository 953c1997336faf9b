#ifndef SLUICE_SRC_SCHEMA_APPS_PRISMA_TEXT_HPP
#define SLUICE_SRC_SCHEMA_APPS_PRISMA_TEXT_HPP

/// The blocks of Prisma schema files, before names are resolved.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::schema_detail {

/// `@map("users")` has the name "map" and one argument without a key; `@db.VarChar(20)` has the
/// name "db.VarChar". Values are as written.
struct PrismaAttribute {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string_view>> arguments;

  /// The value with that key, or else the first without one; empty if there is none.
  std::string_view value(std::string_view key) const;
};

struct PrismaField {
  std::string_view name;
  std::string_view type;  ///< Without the marks of lists and optional fields; empty in enums.
  bool is_list = false;
  bool is_optional = false;
  std::string description;
  std::vector<PrismaAttribute> attributes;

  const PrismaAttribute *find(std::string_view attribute) const;
};

struct PrismaBlock {
  std::string_view kind;  ///< "model", "view", "type", "enum", "datasource", "generator".
  std::string_view name;
  std::string description;
  std::vector<PrismaField> fields;
  std::vector<PrismaAttribute> attributes;  ///< Those with "@@".
  std::size_t line = 0;                     ///< From 1.

  const PrismaAttribute *find(std::string_view attribute) const;
};

/// What is read is in `text`. What is no block is skipped, line by line. O(size).
std::vector<PrismaBlock> read_prisma_text(std::string_view text);

/// The content of a string, without quotes; other text as it is.
std::string prisma_string(std::string_view text);

/// The names in a list such as `[a, b(sort: Desc)]`, or the one name that is no list.
std::vector<std::string_view> prisma_names(std::string_view list);

}  // namespace sluice::inline v0::schema_detail

#endif
