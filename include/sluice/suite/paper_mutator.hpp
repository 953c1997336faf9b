#ifndef SLUICE_SUITE_PAPER_MUTATOR_HPP
#define SLUICE_SUITE_PAPER_MUTATOR_HPP

/// Neighbors as Zhong et al. 2020 make them (section 3.1 and the published program): tokens
/// exchanged within their family, constants changed, spans dropped.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/suite/mutator.hpp"

namespace sluice {

/// What one PaperMutator changes.
enum class PaperFamily : std::uint8_t {
  aggregate,   ///< COUNT, MIN, MAX, AVG, SUM
  comparison,  ///< >, <, >=, <=, =, !=
  direction,   ///< ASC, DESC
  arithmetic,  ///< +, -, *, /
  connective,  ///< AND, OR
  like,        ///< LIKE, NOT LIKE
  in,          ///< IN, NOT IN
  column,      ///< Any name of a column by any other of the schema.
  integer,     ///< v: ten random ones in [-|v|-1, |v|], v + 1, v - 1.
  real,        ///< v: ten random ones in [-v, v), v + 0.1, v - 0.1.
  string,      ///< Empty, each part of it, each part left out, with and without % on either side.
  span,        ///< Each run of tokens dropped, but what says nothing: blanks, ASC, AS, `t.`, `*`.
               ///< Of more than 2,000 tokens, runs of at most 4,000,000 / tokens.
  subtree,     ///< Instead of `span`: only what is a part of the syntax tree, and what ties it to
               ///< its neighbors, as the authors did for the eight classical data sets.
};

/// One family. Texts are put together as the program does it, a pair of blanks becoming one; parts
/// of a string end before its last character, as there. Tokens are those of sqlparse. Models
/// Mutator; its neighbors depend on the seed for `integer` and `real` only.
class PaperMutator {
 public:
  explicit PaperMutator(PaperFamily family) noexcept : family_(family) {}

  /// Such as "paper.aggregate". A static string.
  std::string_view name() const noexcept;
  void mutate(const GoldQuery &gold, std::uint64_t seed, NeighborSink sink) const;

 private:
  PaperFamily family_;
};

/// All families; `span` or `subtree`, which find the most, come last.
std::vector<AnyMutator> paper_mutators(bool subtrees_only = false);

/// The text with nothing between the parentheses of COUNT: queries whose texts are the same then
/// are one to the paper. O(size).
std::string with_blank_counts(std::string_view text);

}  // namespace sluice

#endif
