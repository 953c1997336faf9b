#ifndef SLUICE_SRC_CLI_SUITE_SUITE_HPP
#define SLUICE_SRC_CLI_SUITE_SUITE_HPP

/// What the subcommands of `sluice suite` share.

#include <cstddef>
#include <string>
#include <vector>

#include "sluice/suite/suite.hpp"
#include "sluice/suite/suite_builder.hpp"

namespace sluice {
class JsonWriter;
}

namespace sluice::cli {

class Command;

void add_suite_build(const Command &suite);
/// `export` and `import`.
void add_suite_folders(const Command &suite);

/// Of a gold file as `sluice score` takes it.
std::vector<GoldLine> read_gold_lines(const std::string &path);

/// Members of an object that is open.
void write_counts(JsonWriter &writer, const SuiteCounts &counts);
/// The same in words; some lines.
std::string counts_text(const SuiteCounts &counts, std::size_t bytes);

}  // namespace sluice::cli

#endif
