#ifndef SLUICE_JUDGE_ITEM_REFUTATION_HPP
#define SLUICE_JUDGE_ITEM_REFUTATION_HPP

/// What a search for a counterexample says of one prediction, as reports take it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/judge/miss.hpp"
#include "sluice/judge/miss_kind.hpp"

namespace sluice {

enum class RefutationVerdict : std::uint8_t {
  refuted,      ///< There is a database on which they differ.
  proved,       ///< There is none.
  not_refuted,  ///< None was found.
  failed,       ///< One of them cannot be run.
};

/// "refuted", "proved", "not_refuted", "failed". A static string.
std::string_view name_of(RefutationVerdict verdict) noexcept;

/// The members behind `databases` say something where the verdict is refuted.
struct ItemRefutation {
  RefutationVerdict verdict = RefutationVerdict::failed;
  std::string proof = "none";  ///< The name of what proves them the same.
  /// The prediction that was compared, where it is not as it was written: with the values plugged
  /// in that made it right.
  std::string plugged;
  std::string message;  ///< Failed: why.
  /// Not refuted: tried so many databases, among them each of up to `bound` rows a table over a few
  /// values (0: too many); they differed in no more than rows that a query leaves open.
  std::size_t databases = 0;
  std::size_t bound = 0;
  bool open_rows = false;

  MissKind kind = MissKind::undecided;
  std::string script;    ///< CREATE and INSERT statements. Empty: longer than is kept.
  std::size_t rows = 0;  ///< Of the database.
  bool minimal = false;
  ResultSample gold;
  ResultSample predicted;
};

/// A sentence for people, such as "NOT REFUTED: the same on 1500 databases".
std::string words_of(const ItemRefutation &refutation);

}  // namespace sluice

#endif
