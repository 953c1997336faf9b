#ifndef SLUICE_SRC_CLI_NAMES_OLD_NAMES_HPP
#define SLUICE_SRC_CLI_NAMES_OLD_NAMES_HPP

/// Commands and flags that were renamed. The old names still work, print a note on standard error,
/// and are not in --help.

#include <string_view>

namespace sluice::cli {

/// The release in which the old names go away, with these tables.
inline constexpr int old_names_end_major = 0;
inline constexpr int old_names_end_minor = 2;

struct OldCommand {
  std::string_view group;
  std::string_view old_name;
  std::string_view name;
};

inline constexpr OldCommand old_commands[] = {
    {"sql", "normalise", "normalize"},  // wording: allowed
    {"train", "quantise", "quantize"},  // wording: allowed
};

/// A flag of `command`. An old name that is the name of another flag today has `one_of` or
/// `beside`: it counts as the old name only where they hold and its value is not the name of a
/// file.
struct OldFlag {
  std::string_view command;
  std::string_view old_name;
  std::string_view name;
  /// Unless empty: words separated by spaces, of which the value must be one.
  std::string_view one_of = {};
  /// Unless empty: a flag that must be on the line as well.
  std::string_view beside = {};
};

inline constexpr OldFlag old_flags[] = {
    {"ask", "--budget", "--columns"},
    {"ask", "--model", "--weights"},
    {"ask", "--fits", "--fits-threshold"},
    {"answer", "--budget", "--columns"},
    {"answer", "--labels", "--weights"},
    {"answer", "--values", "--values-per-column"},
    {"route", "--encoder", "--embedder"},
    {"route", "--model", "--weights"},
    {"route", "--tables", "--max-tables"},
    {"route", "--fits", "--fits-threshold"},
    {"index", "--anew", "--reload"},  // wording: allowed
    {"eval retrieval", "--model", "--weights"},
    {"eval answer", "--budget", "--columns"},
    {"eval answer", "--examples", "--ranker", "none question dail ast likely"},
    {"eval answer", "--store", "--examples"},
    {"eval answer", "--labels", "--weights"},
    {"sql normalize", "--db", "--database"},
    {"sql diff", "--db", "--database"},
    {"sql reads", "--db", "--database"},
    {"train router", "--encoder", "--embedder"},
    {"train beam", "--questions", "--synthetic-questions"},
    {"train static", "--encoder", "--embedder"},
    {"train quantize", "--encoder", "--embedder"},
    {"train quantize", "--cross-encoder", "--as-cross-encoder"},
    {"train cross-encoder", "--learned", "--weights"},
    {"audit", "--table", "--tables"},
    {"refute", "--db", "--database", {}, "--tables"},
    {"cluster", "--db", "--database", {}, "--tables"},
    {"suite build", "--table", "--tables"},
    {"examples index", "--db", "--database"},
    {"examples rank", "--db", "--database"},
    {"examples rank", "--except", "--except-database"},
    {"examples check", "--db", "--database"},
    {"mcp", "--seconds", "--timeout"},
};

}  // namespace sluice::cli

#endif
