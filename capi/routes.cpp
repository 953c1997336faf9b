/// Routes: databases that a question may be about.

#include <memory>
#include <utility>
#include <vector>

#include "internal.hpp"
#include "progress.hpp"

using namespace sluice::capi;

struct sluice_routes {
  std::shared_ptr<const NamedCatalog> named;
  std::vector<sluice::Scored<sluice::DatabaseId>> databases;
  bool are_probabilities;
  Doubts doubts;
};

sluice_status sluice_route(const sluice_retriever *retriever, const char *question,
                           size_t question_size, const sluice_mask *mask, sluice_routes **out,
                           sluice_error **error) noexcept {
  return sluice_route_with(retriever, question, question_size, mask, nullptr, out, error);
}

sluice_status sluice_route_with(const sluice_retriever *retriever, const char *question,
                                size_t question_size, const sluice_mask *mask,
                                const sluice_route_options *options, sluice_routes **out,
                                sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(retriever, "retriever");
    require(out, "out");
    const std::string_view asked = text_in(question, question_size, "question");
    const auto chosen =
        options_in(options, sluice_route_options SLUICE_ROUTE_OPTIONS_INIT, "options");
    // `sluice_retrieve` uses the same scores. One column is the smallest budget, and costs little
    // compared to ranking.
    sluice::AskOptions ask;
    ask.budget = 1;
    ask.mask = mask == nullptr ? nullptr : &mask->mask;
    const sluice::CancellationToken token = token_of(chosen.cancellation);  // may be released now
    ask.token = &token;
    sluice::Answer answer = retriever->retriever->ask(asked, ask);
    answer.alternatives.tables.clear();  // the subset is not part of routes
    *out = new sluice_routes{retriever->named,
                             std::move(answer.databases),
                             answer.trained,
                             {std::move(answer.alternatives), answer.unsure}};
  });
}

size_t sluice_routes_size(const sluice_routes *routes) noexcept {
  return routes == nullptr ? 0 : routes->databases.size();
}

sluice_status sluice_routes_item(const sluice_routes *routes, size_t position, sluice_routed *out,
                                 sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(routes, "routes");
    require(out, "out");
    if (position >= routes->databases.size()) {
      refuse("position is " + std::to_string(position) + ", and there are " +
             std::to_string(routes->databases.size()) + " databases");
    }
    const auto &scored = routes->databases[position];
    sluice_routed item = SLUICE_ROUTED_INIT;
    item.database = routes->named->name(scored.id);
    item.score = static_cast<double>(scored.score);
    item.database_id = scored.id.value;
    item.is_probability = routes->are_probabilities ? 1 : 0;
    struct_out(item, out, "out");
  });
}

sluice_status sluice_routes_doubts(const sluice_routes *routes, sluice_text **out,
                                   sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(routes, "routes");
    require(out, "out");
    *out = new sluice_text{routes->doubts.json(*routes->named->catalog())};
  });
}

void sluice_routes_free(sluice_routes *routes) noexcept { delete routes; }
