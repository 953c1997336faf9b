#ifndef SLUICE_TESTS_SUPPORT_LARGE_SCHEMA_HPP
#define SLUICE_TESTS_SUPPORT_LARGE_SCHEMA_HPP

/// A random schema with many special cases, written for PostgreSQL and for MariaDB.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::test {

/// Tables and views in two namespaces; names that need quotes; comments, enumerations, checks,
/// computed columns; keys of several columns, to the table itself and to the other namespace.
struct LargeSchema {
  std::string postgres;  ///< Of an empty database; the first namespace is its schema "public".
  std::string mariadb;   ///< Creates both namespaces as databases.
  std::vector<std::string> namespaces;  ///< As MariaDB names them.
  std::size_t tables = 0;
  std::size_t views = 0;
  std::size_t foreign_keys = 0;
};

/// `count` tables and views, of which a sixth are views. The same for the same seed.
LargeSchema make_large_schema(std::uint64_t seed, std::size_t count);

}  // namespace sluice::test

#endif
