#ifndef SLUICE_SUITE_DIRECTED_GENERATOR_HPP
#define SLUICE_SUITE_DIRECTED_GENERATOR_HPP

/// Generates databases for gold queries: rows that satisfy the whole query, and rows that miss one
/// of its conditions by one step. Modeled on XData (Chandra et al. 2015), which generates one tiny
/// database per class of mutants; covers the queries that the test-suite paper gives up on (Zhong
/// et al. 2020, A.2).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sluice/suite/test_database.hpp"

namespace sluice::inline v0 {

class ValuePools;

struct DirectedOptions {
  /// Maximum number of rows generated for a threshold of one query.
  std::size_t max_copies = 6000;
  /// Maximum number of deviations tried per query.
  std::size_t max_variants = 64;
  /// Thresholds above this get no databases with one row more and one row less.
  std::size_t max_threshold = 512;
  /// Maximum number of rows in a database that all golds share.
  std::size_t shared_rows = 400;
  /// Whether nullable columns are sometimes NULL.
  bool nulls = true;
};

/// The purpose of a database. The names are stable: reports print them.
enum class DirectedPurpose : std::uint8_t {
  witness,    ///< The gold's result is not empty.
  variants,   ///< A witness plus, for each atom and each source, rows that fail only that one.
  nulls,      ///< A witness plus rows with NULL in columns that the gold uses.
  repeats,    ///< Equal rows, ties, one row more and one row less than a threshold.
  single,     ///< A witness and only one variant.
  all_golds,  ///< The witnesses of all golds.
  empty,      ///< No rows at all.
};

/// Such as "witness". A static string.
std::string_view name_of(DirectedPurpose purpose) noexcept;

/// Models Generator. Thread-safe. Construction takes about 0.2 ms per gold, and generation about
/// the same per database.
class DirectedGenerator {
 public:
  static constexpr std::size_t no_gold = static_cast<std::size_t>(-1);

  /// A gold that cannot be parsed gets no databases; `unsolved` gives the reason.
  DirectedGenerator(std::shared_ptr<const ValuePools> pools, std::vector<std::string> golds,
                    const DirectedOptions &options = {});
  ~DirectedGenerator();
  DirectedGenerator(DirectedGenerator &&) noexcept;
  DirectedGenerator &operator=(DirectedGenerator &&) noexcept;

  /// The number of databases. Databases for all golds come first, then the witness of each gold,
  /// then the others by purpose.
  std::size_t size() const noexcept;
  std::optional<TestDatabase> generate(std::size_t number) const;

  /// The gold that a database was generated for. `number` is less than `size()`.
  std::size_t gold(std::size_t number) const noexcept;  ///< no_gold if it serves all golds.
  DirectedPurpose purpose(std::size_t number) const noexcept;
  /// Numbers of the databases generated for a gold, ascending.
  std::vector<std::size_t> databases_for(std::size_t gold) const;

  /// The parts of a gold that could not be solved, such as "case_when at byte 40", or why it could
  /// not be parsed. Its witness is a best effort then.
  std::span<const std::string> unsolved(std::size_t gold) const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::inline v0

#endif
