#ifndef SLUICE_TESTS_FUZZ_CAPI_RETRIEVAL_CALLS_HPP
#define SLUICE_TESTS_FUZZ_CAPI_RETRIEVAL_CALLS_HPP

/// Calls that retrieve and route.

#include <cstddef>
#include <cstdint>

#include "program.hpp"

namespace sluice::fuzz {

inline void Program::follow() {
  const sluice_catalog *catalog = catalogs_.pick(input_);
  sluice_retriever_options chosen = SLUICE_RETRIEVER_OPTIONS_INIT;
  chosen.before = retrievers_.pick(input_);
  const Passed<sluice_retriever_options> options(input_, chosen);
  make(retrievers_, [&](sluice_retriever **out, sluice_error **error) {
    return sluice_retriever_new(catalog, options.get(), out, error);
  });
}

inline void Program::new_retriever() {
  if (input_.rarely()) return follow();
  const sluice_catalog *catalog = catalogs_.pick(input_);
  struct Model {
    int *destroyed;
    std::uint8_t fails_at;
  };
  static constexpr std::size_t dimensions = 4;
  int destroyed = 0;
  const Text name(input_, 1);
  sluice_embedder embedder = SLUICE_EMBEDDER_INIT;
  // May outlive this call with the retriever; `destroyed` is only checked during the call.
  auto *model = new Model{&destroyed, input_.rarely() ? input_.byte() : std::uint8_t{255}};
  embedder.user = model;
  embedder.embed = [](void *user, const sluice_str *texts, std::size_t count, float *vectors) {
    auto &self = *static_cast<Model *>(user);
    for (std::size_t t = 0; t < count; ++t) {
      check_view(texts[t]);
      for (std::size_t i = 0; i < dimensions; ++i)
        vectors[t * dimensions + i] = static_cast<float>(texts[t].size % (i + 2));
    }
    if (self.fails_at == 255) return sluice_status{SLUICE_OK};
    return self.fails_at == 0 ? sluice_status{SLUICE_CANCELLED}
                              : (--self.fails_at, sluice_status{SLUICE_OK});
  };
  embedder.destroy = [](void *user) {
    auto *self = static_cast<Model *>(user);
    if (self->destroyed != nullptr) ++*self->destroyed;
    delete self;
  };
  embedder.name = name.data();
  embedder.name_size = name.size();
  embedder.dimensions = input_.rarely() ? 0 : dimensions;
  embedder.batch = input_.below(16);
  embedder.flags = input_.rarely() ? input_.byte() : input_.byte() % 2U;
  const Passed<sluice_embedder> passed_embedder(input_, embedder);
  sluice_retriever_options chosen = SLUICE_RETRIEVER_OPTIONS_INIT;
  chosen.embedder = passed_embedder.get();
  const Passed<sluice_retriever_options> options(input_, chosen);
  const auto readable = [](std::size_t size, std::size_t least) {
    return size >= least && size <= 4096;
  };
  const bool read =
      readable(options.size(), sizeof chosen) && readable(passed_embedder.size(), sizeof embedder);
  sluice_retriever *made = nullptr;
  sluice_retriever **out = input_.rarely() ? nullptr : &made;
  const bool ok = succeeds(made, [&](sluice_error **error) {
    return sluice_retriever_new(catalog, options.get(), out, error);
  });
  require_that(ok == (made != nullptr));
  require_that(destroyed == (read && !ok ? 1 : 0));
  if (!read) {
    delete model;  // the call did not take ownership
  } else if (ok) {
    model->destroyed = nullptr;
  }
  if (ok) retrievers_.put(input_, made);
}

inline void Program::retrieve() {
  const sluice_retriever *retriever = retrievers_.pick(input_);
  const sluice_mask *mask = masks_.pick(input_);
  const Text question(input_, 0);
  const Text hallucinated(input_, 5 + input_.below(2));
  sluice_retrieve_options chosen = SLUICE_RETRIEVE_OPTIONS_INIT;
  chosen.budget = input_.rarely() ? SIZE_MAX - input_.byte() : input_.byte();
  chosen.databases = input_.rarely() ? SIZE_MAX - input_.byte() : input_.below(4);
  chosen.hallucinated = hallucinated.data();
  chosen.hallucinated_size = hallucinated.size();
  if (input_.rarely()) chosen.cancellation = cancellations_.pick(input_);
  const Passed<sluice_retrieve_options> options(input_, chosen);
  make(subsets_, [&](sluice_subset **out, sluice_error **error) {
    return sluice_retrieve(retriever, question.data(), question.size(), mask, options.get(), out,
                           error);
  });
}

inline void Program::cancellation() {
  if (input_.rarely()) return sluice_cancellation_cancel(cancellations_.pick(input_));
  make(cancellations_, [&](sluice_cancellation **out, sluice_error **error) {
    return sluice_cancellation_new(out, error);
  });
}

inline void Program::route() {
  const sluice_retriever *retriever = retrievers_.pick(input_);
  const sluice_mask *mask = masks_.pick(input_);
  const Text question(input_, 0);
  sluice_route_options chosen = SLUICE_ROUTE_OPTIONS_INIT;
  if (input_.rarely()) chosen.cancellation = cancellations_.pick(input_);
  const Passed<sluice_route_options> options(input_, chosen);
  make(routes_, [&](sluice_routes **out, sluice_error **error) {
    return sluice_route_with(retriever, question.data(), question.size(), mask, options.get(), out,
                             error);
  });
  const sluice_routes *routes = routes_.pick(input_);
  const std::size_t position = input_.rarely() ? SIZE_MAX - input_.byte() : input_.below(4);
  const Passed<sluice_routed> routed(input_, sluice_routed SLUICE_ROUTED_INIT);
  int nothing = 0;
  if (succeeds(nothing, [&](sluice_error **error) {
        return sluice_routes_item(routes, position, routed.get(), error);
      })) {
    require_that(position < sluice_routes_size(routes));
    check_view(routed.get()->database);
  }
  make(texts_, [&](sluice_text **out, sluice_error **error) {
    return sluice_routes_doubts(routes, out, error);
  });
}

}  // namespace sluice::fuzz

#endif
