#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/sql_keys.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/suite/empty_database.hpp"
#include "sluice/suite/neighbor_finder.hpp"
#include "sluice/suite/paper_mutator.hpp"
#include "sluice/suite/tree_mutators.hpp"

namespace {

using namespace sluice;

void require(bool holds) {
  if (!holds) std::abort();
}

const NeighborSchema &schema() {
  static const NeighborSchema made = [] {
    const auto database =
        load_ddl("CREATE TABLE a(id INTEGER PRIMARY KEY, x, y TEXT, \"group\");"
                 "CREATE TABLE b(id INT PRIMARY KEY, a_id REFERENCES a(id), x, name);"
                 "CREATE TABLE t(a, b, c, PRIMARY KEY (a, b));",
                 "sample", "sample.sql");
    return NeighborSchema{database, empty_database(*database), sql_keys(*database)};
  }();
  return made;
}

std::vector<AnyMutator> mutators_of(unsigned choice) {
  std::vector<AnyMutator> mutators = tree_mutators();
  for (AnyMutator &mutator : paper_mutators(choice % 2 == 0)) mutators.push_back(mutator);
  return mutators;
}

constexpr std::size_t longest = 4096;

/// The output of tree operators parses, whether or not it runs.
void check_trees(std::string_view text) {
  const GoldQuery gold(text, *schema().database);
  std::size_t bytes = std::size_t{1} << 18;
  for (const AnyMutator &mutator : tree_mutators()) {
    mutator.mutate(gold, 0, [&](std::string_view made, TextSpan changed) {
      require(changed.begin <= changed.end && changed.end <= text.size());
      try {
        static_cast<void>(sql::parse(made));
      } catch (const sql::SyntaxError &error) {
        require(error.code() == ErrorCode::limit_exceeded);
      }
      bytes -= std::min(bytes, made.size() + 1);
      return bytes > 0;
    });
  }
}

}  // namespace

/// The first byte chooses rules and mutators; the rest is the gold query.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size < 1 || size > longest) return 0;
  const std::string_view gold(reinterpret_cast<const char *>(data) + 1, size - 1);
  check_trees(gold);

  NeighborOptions options;
  options.merging = (data[0] & 2) != 0 ? NeighborMerging::paper : NeighborMerging::proofs;
  options.candidates = 2000;
  options.candidate_bytes = std::size_t{1} << 18;
  options.runnable_bytes = std::size_t{1} << 15;
  options.steps = 2000;
  options.max_total_steps = 200'000;
  NeighborFinder finder(schema(), mutators_of(data[0]), options);
  const NeighborSet set = finder.find(gold);
  SqliteSession session(schema().empty);
  for (const Neighbor &neighbor : set.neighbors) {
    require(neighbor.text != gold || options.merging == NeighborMerging::paper);
    require(neighbor.copies > 0 && neighbor.mutator < finder.mutators().size());
    require(session.run(neighbor.text, [](Row) { return true; }).finished());
  }
  std::uint64_t made = 0;
  for (const auto &fates : set.fates) {
    for (const std::uint64_t count : fates) made += count;
  }
  require(made <= options.candidates);
  return 0;
}
