#ifndef SLUICE_SUITE_PAPER_MUTATOR_HPP
#define SLUICE_SUITE_PAPER_MUTATOR_HPP

/// Neighbors as Zhong et al. 2020 generate them (section 3.1 and the published program): tokens
/// replaced by others of their family, constants changed, spans dropped.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/suite/mutator.hpp"

namespace sluice::inline v0 {

/// What a PaperMutator changes.
enum class PaperFamily : std::uint8_t {
  aggregate,   ///< COUNT, MIN, MAX, AVG, SUM
  comparison,  ///< >, <, >=, <=, =, !=
  direction,   ///< ASC, DESC
  arithmetic,  ///< +, -, *, /
  connective,  ///< AND, OR
  like,        ///< LIKE, NOT LIKE
  in,          ///< IN, NOT IN
  column,      ///< Replaces each column name with every other column name of the schema.
  integer,     ///< v: ten random integers in [-|v|-1, |v|], v + 1, v - 1.
  real,        ///< v: ten random numbers in [-v, v), v + 0.1, v - 0.1.
  string,  ///< The empty string; the string with % before it, after it or both; each substring; the
           ///< string without each substring.
  span,  ///< Drops each run of tokens, except runs without meaning: whitespace, ASC, AS, `t.`, `*`.
         ///< In a query of more than 2,000 tokens, runs of at most 4,000,000 / tokens.
  subtree,  ///< Used instead of `span`: drops only parts of the syntax tree, with the tokens that
            ///< connect them to their siblings, as the authors did for the eight classical data
            ///< sets.
};

/// Mutates one family. As in the published program, texts are joined so that two blanks become one,
/// and substrings of a string end before its last character. Tokens are those of sqlparse. Models
/// Mutator; only the neighbors of `integer` and `real` depend on the seed.
class PaperMutator {
 public:
  explicit PaperMutator(PaperFamily family) noexcept : family_(family) {}

  /// Such as "paper.aggregate". A static string.
  std::string_view name() const noexcept;
  void mutate(const GoldQuery &gold, std::uint64_t seed, NeighborSink sink) const;

 private:
  PaperFamily family_;
};

/// All families. `span` or `subtree`, which generate the most neighbors, come last.
std::vector<AnyMutator> paper_mutators(bool subtrees_only = false);

/// The text with the arguments of COUNT removed. The paper merges queries whose texts are equal
/// after this. O(size).
std::string with_blank_counts(std::string_view text);

}  // namespace sluice::inline v0

#endif
