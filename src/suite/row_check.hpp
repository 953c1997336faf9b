#ifndef SLUICE_SRC_SUITE_ROW_CHECK_HPP
#define SLUICE_SRC_SUITE_ROW_CHECK_HPP

#include "sluice/suite/constraints.hpp"
#include "term.hpp"

namespace sluice::inline v0::suite {

/// A CHECK, parsed once and evaluated for many rows.
class RowCheck {
 public:
  RowCheck(const Constraints &constraints, const CheckConstraint &check);

  /// False only if the CHECK is certainly false.
  bool allows(Row row) const;
  std::uint32_t table() const noexcept { return table_; }
  /// Its variables are the positions of columns.
  const Term &term() const noexcept { return term_; }

 private:
  std::uint32_t table_;
  Term term_;
};

}  // namespace sluice::inline v0::suite

#endif
