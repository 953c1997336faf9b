#ifndef SLUICE_SUITE_DIRECTED_GENERATOR_HPP
#define SLUICE_SUITE_DIRECTED_GENERATOR_HPP

/// Databases made for gold queries: rows that satisfy all of a query, and rows that miss it by one
/// step. After XData (Chandra et al. 2015), which makes one tiny database a class of mutants, and
/// for the queries that the paper of the test suites gives up on (Zhong et al. 2020, A.2).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sluice/suite/test_database.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice {

struct DirectedOptions {
  /// Rows of one query that are made for a threshold, at most.
  std::size_t max_copies = 6000;
  /// Deviations of one query that are tried.
  std::size_t max_variants = 64;
  /// A greater threshold gets no databases of its own with one row more and one less.
  std::size_t max_threshold = 512;
  /// Of a database that all golds share.
  std::size_t shared_rows = 400;
  /// Whether columns that may be NULL sometimes are.
  bool nulls = true;
};

/// What one database is made for. The names are stable: reports print them.
enum class DirectedPurpose : std::uint8_t {
  witness,    ///< The gold's result is not empty.
  variants,   ///< And for each atom and each source, rows that miss just that.
  nulls,      ///< And rows with NULL where the gold looks.
  repeats,    ///< Equal rows, ties, one row more and less than a threshold.
  single,     ///< A witness and one variant alone.
  all_golds,  ///< The witnesses of all golds.
  empty,      ///< No rows at all.
};

/// Such as "witness". A static string.
std::string_view name_of(DirectedPurpose purpose) noexcept;

/// A model of Generator. Any threads at once. Made in about 0.2 ms a gold, a database in about as
/// much.
class DirectedGenerator {
 public:
  static constexpr std::size_t no_gold = static_cast<std::size_t>(-1);

  /// A gold that cannot be read has no database of its own, and `unsolved` says why.
  DirectedGenerator(std::shared_ptr<const ValuePools> pools, std::vector<std::string> golds,
                    const DirectedOptions &options = {});
  ~DirectedGenerator();
  DirectedGenerator(DirectedGenerator &&) noexcept;
  DirectedGenerator &operator=(DirectedGenerator &&) noexcept;

  /// How many databases there are. First come those for all golds, then each gold's witness, then
  /// everything else by purpose.
  std::size_t size() const noexcept;
  std::optional<TestDatabase> generate(std::size_t number) const;

  /// Of the database of that number, which is less than `size()`.
  std::size_t gold(std::size_t number) const noexcept;  ///< no_gold: of all.
  DirectedPurpose purpose(std::size_t number) const noexcept;
  /// Numbers of the databases made for a gold, in order.
  std::vector<std::size_t> made_for(std::size_t gold) const;

  /// What of a gold could not be solved, such as "case_when at byte 40", or why it could not be
  /// read. Its witness is a best effort then.
  std::span<const std::string> unsolved(std::size_t gold) const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice

#endif
