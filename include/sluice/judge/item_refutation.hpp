#ifndef SLUICE_JUDGE_ITEM_REFUTATION_HPP
#define SLUICE_JUDGE_ITEM_REFUTATION_HPP

/// The outcome of a search for a counterexample for one prediction, as used in reports.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/judge/miss.hpp"
#include "sluice/judge/miss_kind.hpp"

namespace sluice::inline v0 {

enum class RefutationVerdict : std::uint8_t {
  refuted,      ///< They differ on some database.
  proved,       ///< They are proved equivalent.
  not_refuted,  ///< No difference was found.
  failed,       ///< One of them fails to run.
};

/// "refuted", "proved", "not_refuted", "failed". A static string.
std::string_view name_of(RefutationVerdict verdict) noexcept;

/// The members after `databases` are set only if the verdict is refuted, except where noted.
struct ItemRefutation {
  RefutationVerdict verdict = RefutationVerdict::failed;
  std::string proof = "none";  ///< Name of the kind of proof.
  /// The prediction that was compared, if plugged-in values made it right; empty if it was compared
  /// as written.
  std::string plugged;
  std::string message;  ///< Failed: the reason.
  /// Not refuted: the number of databases tried, including every one with at most `bound` rows per
  /// table over a few values (0: too many to try). With `open_rows`, they differed only in rows
  /// that a query leaves open.
  std::size_t databases = 0;
  std::size_t bound = 0;
  bool open_rows = false;

  MissKind kind = MissKind::undecided;
  std::string script;    ///< CREATE and INSERT statements. Empty if it was too long to keep.
  std::size_t rows = 0;  ///< Number of rows in the database.
  bool minimal = false;
  ResultSample gold;
  ResultSample predicted;
};

/// A sentence for users, such as "NOT REFUTED: the same on 1500 databases".
std::string words_of(const ItemRefutation &refutation);

}  // namespace sluice::inline v0

#endif
