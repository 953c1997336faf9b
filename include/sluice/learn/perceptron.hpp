#ifndef SLUICE_LEARN_PERCEPTRON_HPP
#define SLUICE_LEARN_PERCEPTRON_HPP

/// A small neural network that ranks rows, for what no weighted sum of features tells apart.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/learn/ranked_groups.hpp"
#include "sluice/learn/row_parts.hpp"
#include "sluice/learn/standardiser.hpp"

namespace sluice {

struct PerceptronOptions {
  std::size_t hidden = 64;      ///< Units, in [1, 1024].
  std::size_t part_units = 32;  ///< Of each part of a row, in [1, 1024].
  std::size_t epochs = 8;
  std::size_t batch = 128;  ///< Groups a step.
  float rate = 3e-3F;       ///< Of the first step; it falls to a tenth.
  float decay = 0.5F;       ///< Times the rate: what each step takes off every number.
  float dropout = 0.2F;     ///< Share of the hidden units that a row does without, in [0, 1).
  std::uint64_t seed = 1;
};

/// Standardised features, one hidden layer of rectified units, a sum. Where rows have parts, what
/// rectified units of their own say of each part is added up, and the hidden layer hears that
/// beside the features (Zaheer et al. 2017, "Deep Sets", equation 2). Immutable; any threads at
/// once.
class Perceptron {
 public:
  /// Scores nothing.
  Perceptron() = default;

  /// Minimises the mean over groups of -log softmax of the right rows, as sluice::fit_listwise
  /// does, by Adam with decay of its own (Loshchilov and Hutter 2019) and dropout (Srivastava et
  /// al. 2014). The same numbers on every run with one compiler. Throws Error(invalid_argument) for
  /// groups that do not fit (RankedGroups::check), parts that are not those of the groups' rows or
  /// not finite, and options out of range. O(epochs × (rows × columns × hidden + parts × their
  /// columns × part_units)).
  static Perceptron fit_listwise(RankedGroups groups, const RowParts &parts,
                                 const PerceptronOptions &options = {});
  static Perceptron fit_listwise(RankedGroups groups, const PerceptronOptions &options = {}) {
    return fit_listwise(std::move(groups), {}, options);
  }

  /// 0: it scores nothing.
  std::size_t columns() const noexcept { return standardiser_.columns(); }
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

  /// A 1, the standardised row, and what its parts come to.
  std::vector<float> inputs_of(std::span<const float> rows, const RowParts &parts) const;

  Standardiser standardiser_;
  Layer hidden_;
  std::vector<float> outputs_;  // by hidden unit
  Layer of_parts_;
};

}  // namespace sluice

#endif
