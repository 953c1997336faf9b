#ifndef SLUICE_CAPI_LABELS_HPP
#define SLUICE_CAPI_LABELS_HPP

#include <mutex>
#include <optional>

#include "sluice/pipeline/label_approximator.hpp"

namespace sluice::inline v0::capi {

/// The built-in label model, unpacked on first use. Thread-safe.
class Labels {
 public:
  /// Returns nullopt if the build has no label model.
  const std::optional<LabelApproximator> &get() const {
    std::call_once(once_, [this] { labels_ = builtin_labels(); });
    return labels_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::optional<LabelApproximator> labels_;
};

}  // namespace sluice::inline v0::capi

#endif
