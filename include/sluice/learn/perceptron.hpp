#ifndef SLUICE_LEARN_PERCEPTRON_HPP
#define SLUICE_LEARN_PERCEPTRON_HPP

/// A small neural network that ranks rows, for distinctions that a linear model cannot make.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/learn/row_parts.hpp"
#include "sluice/learn/standardizer.hpp"

namespace sluice::inline v0 {

/// Standardized features, one hidden layer of rectified linear units, one output. If rows have
/// parts, a separate layer of rectified units is applied to each part and summed over the parts of
/// a row; the hidden layer receives these sums in addition to the features (Zaheer et al. 2017,
/// "Deep Sets", equation 2). Immutable. Thread-safe.
class Perceptron {
 public:
  /// Rectified linear units. `weights` is row-major, inputs × units, after a first row of biases
  /// (the weights of a constant input of 1). Each weight is an integer times the scale of its
  /// input.
  struct Layer {
    std::vector<float> weights;
    std::vector<float> scales;  ///< By input.

    std::size_t inputs() const noexcept { return scales.size(); }
    std::size_t units() const noexcept { return weights.size() / (1 + inputs()); }
    std::span<const float> biases() const noexcept { return std::span(weights).first(units()); }
    std::span<const float> of_inputs() const noexcept {
      return std::span(weights).subspan(units());
    }
    /// Pre-activations, rows × units. Each row is a constant 1 followed by the inputs.
    std::vector<float> sums(std::span<const float> rows) const;
  };

  static constexpr std::size_t max_units = 1024;  ///< Per layer.

  /// A model without columns, which cannot score rows.
  Perceptron() = default;
  /// `outputs` has one weight per hidden unit. `of_parts` has no units if rows have no parts.
  /// Throws Error(invalid_argument) if sizes do not match.
  Perceptron(Standardizer standardizer, Layer hidden, std::vector<float> outputs, Layer of_parts);

  /// 0 for a default-constructed model.
  std::size_t columns() const noexcept { return standardizer_.columns(); }
  /// Numbers per part of a row; 0 if rows have no parts.
  std::size_t part_columns() const noexcept { return of_parts_.inputs(); }
  /// Scores each of scores.size() rows of columns() numbers, independently of the other rows.
  /// Throws Error(invalid_argument) if sizes do not match. O(rows × columns × hidden + numbers of
  /// parts × part units).
  void score_rows(std::span<const float> rows, const RowParts &parts,
                  std::span<float> scores) const;
  void score_rows(std::span<const float> rows, std::span<float> scores) const {
    score_rows(rows, {}, scores);
  }

  /// Serializes to bytes for a file, 8 bits per weight. `parse` reverses it and throws
  /// Error(malformed) for anything that `bytes` does not write.
  std::string bytes() const;
  static Perceptron parse(std::string_view bytes);

 private:
  /// By row: 1, the standardized features, and the sums over the row's parts.
  std::vector<float> inputs_of(std::span<const float> rows, const RowParts &parts) const;

  Standardizer standardizer_;
  Layer hidden_;
  std::vector<float> outputs_;  // by hidden unit
  Layer of_parts_;
};

}  // namespace sluice::inline v0

#endif
