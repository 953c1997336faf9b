#ifndef SLUICE_CAPI_EMBEDDER_HPP
#define SLUICE_CAPI_EMBEDDER_HPP

/// The caller's embedder as the library takes one.

#include <optional>

#include "internal.hpp"
#include "sluice/embed/any_embedder.hpp"

namespace sluice::capi {

/// The embedder among options: `destroy` runs when this ends, unless it was taken over.
class EmbedderHold {
 public:
  /// `Options`: a struct with a member `embedder`.
  template <class Options>
  explicit EmbedderHold(const Options *options) noexcept {
    if (options == nullptr) return;
    if (!is_plausible(options->struct_size, first_size<Options>)) return;
    const sluice_embedder *given = options->embedder;
    if (given == nullptr) return;
    if (is_plausible(given->struct_size, first_size<sluice_embedder>)) held_ = given;
  }
  ~EmbedderHold();
  EmbedderHold(const EmbedderHold &) = delete;
  EmbedderHold &operator=(const EmbedderHold &) = delete;

  /// Copies of what it returns share the caller's embedder, and the last one destroys it. Nothing
  /// for NULL. Throws Error: invalid_argument, unsupported.
  std::optional<AnyEmbedder> take(const sluice_embedder *given);

 private:
  const sluice_embedder *held_ = nullptr;
};

}  // namespace sluice::capi

#endif
