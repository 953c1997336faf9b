#ifndef SLUICE_TESTS_FUZZ_CAPI_HANDLES_HPP
#define SLUICE_TESTS_FUZZ_CAPI_HANDLES_HPP

/// Handles that calls made, and checks of what calls return.

#include <array>
#include <cstdlib>

#include "parameters.hpp"
#include "sluice.h"
#include "sluice/core/utf8.hpp"

namespace sluice::fuzz {

inline void require_that(bool holds) {
  if (!holds) std::abort();
}

inline void end(sluice_catalog *catalog) { sluice_catalog_release(catalog); }
inline void end(sluice_catalog_builder *builder) { sluice_catalog_builder_free(builder); }
inline void end(sluice_mask *mask) { sluice_mask_free(mask); }
inline void end(sluice_retriever *retriever) { sluice_retriever_release(retriever); }
inline void end(sluice_subset *subset) { sluice_subset_free(subset); }
inline void end(sluice_routes *routes) { sluice_routes_free(routes); }
inline void end(sluice_query *query) { sluice_query_release(query); }
inline void end(sluice_suite *suite) { sluice_suite_release(suite); }
inline void end(sluice_verdict *verdict) { sluice_verdict_free(verdict); }
inline void end(sluice_cancellation *cancellation) { sluice_cancellation_release(cancellation); }
inline void end(sluice_examples *examples) { sluice_examples_release(examples); }
inline void end(sluice_ranking *ranking) { sluice_ranking_free(ranking); }
inline void end(sluice_text *text) { sluice_text_free(text); }
inline void end(sluice_error *error) { sluice_error_free(error); }

/// Some handles of a kind; empty slots are NULL.
template <class Handle>
class Slots {
 public:
  Slots() = default;
  ~Slots() {
    for (Handle *handle : handles_) end(handle);
  }
  Slots(const Slots &) = delete;
  Slots &operator=(const Slots &) = delete;

  Handle *pick(Input &input) const { return handles_[input.below(handles_.size())]; }
  void put(Input &input, Handle *handle) {
    Handle *&slot = handles_[input.below(handles_.size())];
    end(slot);
    slot = handle;
  }

 private:
  std::array<Handle *, 3> handles_{};
};

inline void check_view(sluice_str text) {
  require_that(text.data != nullptr && text.data[text.size] == '\0');
  require_that(sluice::is_utf8({text.data, text.size}));
}

}  // namespace sluice::fuzz

#endif
