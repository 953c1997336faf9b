#ifndef SLUICE_SRC_PIPELINE_READ_SOURCE_HPP
#define SLUICE_SRC_PIPELINE_READ_SOURCE_HPP

#include <string>

#include "core/kept_path.hpp"
#include "sluice/core/file.hpp"
#include "sluice/pipeline/evaluation_source.hpp"

namespace sluice::inline v0::pipeline_detail {

/// The text of the source. A relative path is resolved against `folder`. Throws what `read_file`
/// throws.
inline EvaluationFile read_source(const EvaluationSource &source, const std::string &folder) {
  return {source.name,
          source.text ? *source.text : read_file(detail::kept_path(source.name, folder))};
}

}  // namespace sluice::inline v0::pipeline_detail

#endif
