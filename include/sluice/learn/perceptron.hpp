#ifndef SLUICE_LEARN_PERCEPTRON_HPP
#define SLUICE_LEARN_PERCEPTRON_HPP

/// A small neural network that ranks rows, for what no weighted sum of features tells apart.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/learn/row_parts.hpp"
#include "sluice/learn/standardizer.hpp"

namespace sluice {

/// Standardized features, one hidden layer of rectified units, a sum. Where rows have parts, what
/// rectified units of their own say of each part is added up, and the hidden layer hears that
/// beside the features (Zaheer et al. 2017, "Deep Sets", equation 2). Immutable; any threads at
/// once.
class Perceptron {
 public:
  /// Rectified units: by input, then unit, whole numbers times their input's scale, behind a row of
  /// biases, that of an input which is always 1.
  struct Layer {
    std::vector<float> weights;
    std::vector<float> scales;  ///< By input.

    std::size_t inputs() const noexcept { return scales.size(); }
    std::size_t units() const noexcept { return weights.size() / (1 + inputs()); }
    std::span<const float> biases() const noexcept { return std::span(weights).first(units()); }
    std::span<const float> of_inputs() const noexcept {
      return std::span(weights).subspan(units());
    }
    /// Sums of each row, a 1 and the inputs, by row and unit; not yet rectified.
    std::vector<float> sums(std::span<const float> rows) const;
  };

  static constexpr std::size_t max_units = 1024;  ///< Of a layer.

  /// Scores nothing.
  Perceptron() = default;
  /// `outputs`: a weight per hidden unit. `of_parts` without units: rows have no parts. Throws
  /// Error(invalid_argument) where sizes do not fit together.
  Perceptron(Standardizer standardizer, Layer hidden, std::vector<float> outputs, Layer of_parts);

  /// 0: it scores nothing.
  std::size_t columns() const noexcept { return standardizer_.columns(); }
  /// Numbers of a row's part; 0: rows have none.
  std::size_t part_columns() const noexcept { return of_parts_.inputs(); }
  /// Of each of scores.size() rows, columns() numbers a row; what one gets hangs on no other.
  /// Throws Error(invalid_argument) where the sizes do not fit. O(rows × columns × hidden + numbers
  /// of parts × part units).
  void score_rows(std::span<const float> rows, const RowParts &parts,
                  std::span<float> scores) const;
  void score_rows(std::span<const float> rows, std::span<float> scores) const {
    score_rows(rows, {}, scores);
  }

  /// As bytes, to be kept in a file, and back: 8 bits a weight. `parse` throws Error(malformed) for
  /// anything that `bytes` does not write.
  std::string bytes() const;
  static Perceptron parse(std::string_view bytes);

 private:
  /// A 1, the standardized row, and what its parts come to.
  std::vector<float> inputs_of(std::span<const float> rows, const RowParts &parts) const;

  Standardizer standardizer_;
  Layer hidden_;
  std::vector<float> outputs_;  // by hidden unit
  Layer of_parts_;
};

}  // namespace sluice

#endif
