#ifndef SLUICE_PIPELINE_EVALUATION_SOURCE_HPP
#define SLUICE_PIPELINE_EVALUATION_SOURCE_HPP

/// Where a run finds gold queries or predictions.

#include <optional>
#include <string>

#include "sluice/judge/evaluation_items.hpp"

namespace sluice::inline v0 {

/// A file, or a text of the same form that is in memory already.
struct EvaluationSource {
  std::string name = {};                 ///< The file's path; of a text, what errors call it.
  std::optional<std::string> text = {};  ///< Absent: the file is read, gzipped or not.

  /// Whether anything was given.
  bool is_given() const noexcept { return text.has_value() || !name.empty(); }
};

}  // namespace sluice::inline v0

#endif
