#ifndef SLUICE_SRC_TRAIN_LEARN_BINNED_ROWS_HPP
#define SLUICE_SRC_TRAIN_LEARN_BINNED_ROWS_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sluice::inline v0::train_detail {

/// Numbers as bins: the number of borders of their column that are below them. Each bin of a column
/// is one of width() places; the places of the columns are consecutive.
class BinnedRows {
 public:
  /// `rows` has at least one row of finite numbers. A column gets at most `most` borders, at most
  /// 255, with about the same number of rows between them (estimated on a sample if there are many
  /// rows). Throws Error(invalid_argument) if there are more than 2^16 places.
  BinnedRows(std::span<const float> rows, std::size_t columns, std::size_t most);

  std::size_t columns() const noexcept { return borders_.size(); }
  std::size_t size() const noexcept { return ends_.size() - 1; }
  std::span<const float> borders(std::size_t column) const noexcept { return borders_[column]; }
  /// The bins of a column, by row.
  const std::uint8_t *bins(std::size_t column) const noexcept {
    return bins_.data() + column * size();
  }

  std::size_t width() const noexcept { return begins_.back(); }
  /// The place of a column's first bin.
  std::size_t begin(std::size_t column) const noexcept { return begins_[column]; }
  /// The place of a column's most frequent bin.
  std::size_t usual(std::size_t column) const noexcept { return usual_[column]; }
  /// A row's places, without those of the most frequent bins.
  std::span<const std::uint16_t> places(std::size_t row) const noexcept {
    return {places_.data() + ends_[row], places_.data() + ends_[row + 1]};
  }
  /// Prefetches a row's places.
  void fetch(std::size_t row) const noexcept {
    __builtin_prefetch(places_.data() + ends_[row]);
    __builtin_prefetch(places_.data() + ends_[row + 1]);
  }

 private:
  void list_places();

  std::vector<std::vector<float>> borders_;
  std::vector<std::uint8_t> bins_;  // column by column
  std::vector<std::size_t> begins_, usual_;
  std::vector<std::size_t> ends_;  // of the rows' places, after a leading 0
  std::vector<std::uint16_t> places_;
};

}  // namespace sluice::inline v0::train_detail

#endif
