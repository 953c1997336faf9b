#ifndef SLUICE_PIPELINE_EVALUATION_SOURCE_HPP
#define SLUICE_PIPELINE_EVALUATION_SOURCE_HPP

/// The source of a run's gold queries or predictions.

#include <optional>
#include <string>

#include "sluice/judge/evaluation_items.hpp"

namespace sluice::inline v0 {

/// A file, or a text in memory of the same format.
struct EvaluationSource {
  std::string name = {};                 ///< Path of the file, or the name of the text in errors.
  std::optional<std::string> text = {};  ///< nullopt: the file is read, gzipped or not.

  /// Whether there is a file or a text.
  bool is_given() const noexcept { return text.has_value() || !name.empty(); }
};

}  // namespace sluice::inline v0

#endif
