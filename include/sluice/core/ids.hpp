#ifndef SLUICE_CORE_IDS_HPP
#define SLUICE_CORE_IDS_HPP

/// Small integer ids, with one type per kind of object, so that a table id is never used as a
/// column id.

#include <compare>
#include <cstddef>
#include <cstdint>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// A position in the dense numbering of one kind of object within one snapshot. Trivially copyable.
template <class Tag>
struct Id {
  std::uint32_t value = 0;

  constexpr Id() noexcept = default;
  constexpr explicit Id(std::size_t position) noexcept
      : value(static_cast<std::uint32_t>(position)) {}

  constexpr std::size_t index() const noexcept { return value; }
  friend constexpr auto operator<=>(Id, Id) noexcept = default;
};

/// A half-open range of ids, usable in a range-for.
template <class Id>
class IdRange {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(std::size_t at) noexcept : at_(at) {}
    constexpr Id operator*() const noexcept { return Id(at_); }
    constexpr Iterator &operator++() noexcept {
      ++at_;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) noexcept = default;

   private:
    std::size_t at_;
  };

  constexpr IdRange(std::size_t first, std::size_t last) noexcept : first_(first), last_(last) {}
  constexpr Iterator begin() const noexcept { return Iterator(first_); }
  constexpr Iterator end() const noexcept { return Iterator(last_); }
  constexpr std::size_t size() const noexcept { return last_ - first_; }
  constexpr Id operator[](std::size_t i) const noexcept { return Id(first_ + i); }

 private:
  std::size_t first_;
  std::size_t last_;
};

using DatabaseId = Id<struct DatabaseTag>;
using TableId = Id<struct TableTag>;
using ColumnId = Id<struct ColumnTag>;
/// A position in one question's pool of candidates. Candidates with a smaller id ranked higher in
/// the pool.
using CandidateId = Id<struct CandidateTag>;

}  // namespace sluice::inline v0

#endif
