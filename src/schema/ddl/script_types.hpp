#ifndef SLUICE_SRC_SCHEMA_DDL_SCRIPT_TYPES_HPP
#define SLUICE_SRC_SCHEMA_DDL_SCRIPT_TYPES_HPP

/// The types and domains that a script defines.

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "name_parts.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0::schema_detail {

/// Types of one name may be in several schemas, and their names may differ in case only. A name
/// finds the type of exactly this name; if there is none, one whose name differs in case, or whose
/// qualifier is shorter or longer. Not thread-safe.
class ScriptTypes {
 public:
  explicit ScriptTypes(sql::Dialect dialect) : dialect_(dialect) {}

  /// `name` is that of the type with its schema. Replaces the type of this name.
  void add(NameParts name, sql::CreateType type);
  void drop(const NameParts &name);
  /// Does nothing if there is no such type.
  void change(const NameParts &name, const sql::AlterType &change);
  /// Returns nullptr if there is none. A name without a qualifier is first looked for beside the
  /// table that uses it.
  const sql::CreateType *find(const sql::QualifiedName &name, const NameParts &table) const;
  /// The values of an enumeration or a domain, also through other domains.
  std::vector<std::string> values_of(const sql::DdlType &type, const NameParts &table) const;

 private:
  struct NamedType {
    NameParts name;
    sql::CreateType definition;
    bool is_dropped = false;
  };
  const NamedType *find_named(const NameParts &name, const NameParts &beside) const;
  NameParts stored(const sql::QualifiedName &name) const;

  sql::Dialect dialect_;
  std::vector<NamedType> types_;
  std::unordered_map<std::string, std::size_t> by_full_name_;
  /// By name without qualifier, in lower case.
  std::unordered_map<std::string, std::vector<std::size_t>> by_name_;
};

}  // namespace sluice::inline v0::schema_detail

#endif
