#ifndef SLUICE_SRC_CLI_SOURCE_REFUTER_SOURCE_HPP
#define SLUICE_SRC_CLI_SOURCE_REFUTER_SOURCE_HPP

/// How to search for counterexamples, from the flags of a command.

#include <cstddef>
#include <cstdint>
#include <string>

#include "cli/sql/sql_schema.hpp"
#include "sluice/suite/constraints.hpp"
#include "sluice/suite/refuter.hpp"

namespace sluice::cli {

class Command;

/// The flags --db, --tables, --database, --mode, --budget, --seed and --mined.
struct RefuterSource {
  /// Limit of SQLite's memory while databases are generated and compared.
  static constexpr std::int64_t heap_bytes = std::int64_t{200} << 20;

  std::string file;
  SqlSchema schema;
  std::string mode = "test-suite";
  std::size_t budget = RefuterOptions().databases;
  std::size_t seed = 0;
  bool mined = false;

  void add_options(const Command &command);
  bool has_schema() const noexcept { return !file.empty() || schema.is_given(); }
  RefuterOptions options() const;
  /// Throws Error(invalid_argument) if neither --db nor --tables is given, and what reading throws.
  Constraints constraints() const;
};

}  // namespace sluice::cli

#endif
