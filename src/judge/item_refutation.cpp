#include "sluice/judge/item_refutation.hpp"

#include <fmt/format.h>

namespace sluice::inline v0 {

std::string_view name_of(RefutationVerdict verdict) noexcept {
  switch (verdict) {
    case RefutationVerdict::refuted: return "refuted";
    case RefutationVerdict::proved: return "proved";
    case RefutationVerdict::not_refuted: return "not_refuted";
    case RefutationVerdict::failed: return "failed";
  }
  return "";
}

std::string words_of(const ItemRefutation &refutation) {
  switch (refutation.verdict) {
    case RefutationVerdict::refuted:
      return fmt::format("REFUTED by {} row{}: {}", refutation.rows,
                         refutation.rows == 1 ? "" : "s", title_of(refutation.kind));
    case RefutationVerdict::proved:
      return fmt::format("PROVED the same on every legal database, by {}", refutation.proof);
    case RefutationVerdict::failed: return "cannot be compared: " + refutation.message;
    default: break;
  }
  std::string words = fmt::format("NOT REFUTED: the same on {} databases", refutation.databases);
  if (refutation.bound > 0) {
    words += fmt::format(", including all with at most {} row{} per table over a few values",
                         refutation.bound, refutation.bound == 1 ? "" : "s");
  }
  if (refutation.open_rows) words += "; they differ in rows that a query leaves open, such as ties";
  return words;
}

}  // namespace sluice::inline v0
