#ifndef SLUICE_SRC_ROUTE_EVIDENCE_BACKGROUND_HPP
#define SLUICE_SRC_ROUTE_EVIDENCE_BACKGROUND_HPP

/// What each database of a catalog gets from questions that are not about it. Wide databases get
/// much from any question, so only what exceeds this is evidence.

#include <array>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "evidence_features.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0::route_detail {

/// Questions on many subjects, worded as people ask about data.
std::span<const std::string_view> background_questions();

/// Thread-safe.
class Background {
 public:
  using Means = std::array<std::vector<float>, evidence::databases.size()>;

  /// The means over the background questions of the signals of databases, computed on first use.
  /// Throws what `signals_of` throws, and then computes them again on the next use.
  const Means &means(function_ref<EvidenceSignals(const Question &)> signals_of) const;

 private:
  mutable std::mutex mutex_;
  mutable std::optional<Means> means_;
};

}  // namespace sluice::inline v0::route_detail

#endif
