#ifndef SLUICE_CAPI_VERDICT_HPP
#define SLUICE_CAPI_VERDICT_HPP

/// The result for a prediction.

#include <optional>
#include <string>
#include <string_view>

#include "internal.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/judge/miss.hpp"
#include "sluice/suite/refuter.hpp"

struct sluice_verdict {
  std::int32_t verdict;
  bool gold_failed;
  std::string_view name;  // static, as are `kind` and `title`
  std::string_view kind;
  std::string_view title;
  std::string message;
  std::string script;
  std::uint64_t databases;
  double score;
  std::string json;
};

namespace sluice::inline v0::capi {

sluice_verdict verdict_of(const ExecutionVerdict &judged, const std::optional<Miss> &miss);
sluice_verdict verdict_of(const Refutation &found);

}  // namespace sluice::inline v0::capi

#endif
