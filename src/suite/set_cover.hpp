#ifndef SLUICE_SRC_SUITE_SET_COVER_HPP
#define SLUICE_SRC_SUITE_SET_COVER_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sluice::inline v0::suite {

/// A set of small numbers.
class BitSet {
 public:
  explicit BitSet(std::size_t size) : words_((size + 63) / 64) {}

  void add(std::size_t number) noexcept {
    words_[number / 64] |= std::uint64_t{1} << (number % 64);
  }
  bool has(std::size_t number) const noexcept {
    return (words_[number / 64] >> (number % 64) & 1) != 0;
  }
  void remove(const BitSet &other) noexcept {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
  }
  void add(const BitSet &other) noexcept {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }
  std::size_t common(const BitSet &other) const noexcept;
  bool is_empty() const noexcept;

 private:
  std::vector<std::uint64_t> words_;
};

/// The neighbors of one gold that one database distinguishes.
struct CoverPart {
  std::uint32_t gold = 0;
  std::uint32_t database = 0;
  BitSet distinguished;
};

/// The databases that serve one gold.
struct Serving {
  std::vector<std::uint32_t> databases;  ///< Ascending.
  std::uint32_t best = 0;                ///< The one that distinguishes most; 0 if there is none.
};

/// Chooses the databases that serve each gold: together they distinguish everything that any of its
/// parts does. Databases are chosen greedily for all golds by the number of newly distinguished
/// neighbors per row (Chvátal 1979: within a factor ln n of the least cost); of these, each gold
/// takes as few as possible, the most distinguishing first. Ties go to fewer rows, then to the
/// lower number. O(chosen × parts × neighbors / 64).
std::vector<Serving> cover(std::span<const CoverPart> parts, std::size_t golds,
                           std::span<const std::size_t> rows);

}  // namespace sluice::inline v0::suite

#endif
