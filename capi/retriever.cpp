/// Retrievers.

#include <memory>
#include <optional>

#include "embedder.hpp"
#include "internal.hpp"
#include "labels.hpp"
#include "progress.hpp"
#include "sluice/core/json.hpp"
#include "sluice/retrieve/catalog_index.hpp"

using namespace sluice::capi;

namespace {

sluice::HallucinatedSchema read_hallucinated(const sluice_retrieve_options &options) {
  if (options.hallucinated == nullptr) return {};
  const std::string_view text =
      text_in(options.hallucinated, options.hallucinated_size, "hallucinated");
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == text.npos || text[start] != '[') return sluice::parse_hallucinated_schema(text);
  return sluice::parse_hallucinated_schema(
      sluice::JsonDocument::parse(text, "hallucinated").root());
}

std::shared_ptr<const sluice::Retriever> retriever_of(
    const sluice_catalog &catalog, const std::optional<sluice::AnyEmbedder> &embedder) {
  const std::shared_ptr<const sluice::Catalog> &snapshot = catalog.named->catalog();
  if (!embedder) {
    return catalog.index ? std::make_shared<const sluice::Retriever>(snapshot, catalog.index,
                                                                     catalog.vectors.get())
                         : std::make_shared<const sluice::Retriever>(snapshot);
  }
  const bool is_embedded =
      catalog.vectors != nullptr && catalog.vectors->sentences == embedder->fingerprint();
  return std::make_shared<const sluice::Retriever>(
      snapshot, catalog.index ? catalog.index : sluice::index_catalog(*snapshot),
      sluice::Retriever::Options{}, embedder, is_embedded ? catalog.vectors.get() : nullptr);
}

}  // namespace

sluice_status sluice_retriever_new(const sluice_catalog *catalog,
                                   const sluice_retriever_options *options, sluice_retriever **out,
                                   sluice_error **error) noexcept {
  CallbackHold hold(options, &sluice_retriever_options::embedder);
  return guarded(error, [&] {
    require(catalog, "catalog");
    require(out, "out");
    const auto chosen =
        options_in(options, sluice_retriever_options SLUICE_RETRIEVER_OPTIONS_INIT, "options");
    const std::optional<sluice::AnyEmbedder> embedder = take_embedder(chosen.embedder, hold);
    if (chosen.before == nullptr) {
      *out = new sluice_retriever{catalog->named, retriever_of(*catalog, embedder),
                                  std::make_shared<const Labels>()};
      return;
    }
    if (embedder) {
      refuse("the options have `embedder` and `before`, expected one: the new retriever uses the "
             "embedder of `before`");
    }
    *out = new sluice_retriever{catalog->named,
                                chosen.before->retriever->after(catalog->named->catalog()),
                                chosen.before->labels};
  });
}

void sluice_retriever_release(sluice_retriever *retriever) noexcept { delete retriever; }

sluice_status sluice_retrieve(const sluice_retriever *retriever, const char *question,
                              size_t question_size, const sluice_mask *mask,
                              const sluice_retrieve_options *options, sluice_subset **out,
                              sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(retriever, "retriever");
    require(out, "out");
    const std::string_view asked = text_in(question, question_size, "question");
    const auto chosen =
        options_in(options, sluice_retrieve_options SLUICE_RETRIEVE_OPTIONS_INIT, "options");
    if (chosen.databases == 0) refuse("the options ask for 0 databases, expected at least 1");
    const sluice::HallucinatedSchema hallucinated = read_hallucinated(chosen);

    sluice::AskOptions ask;
    ask.budget = chosen.budget;
    ask.databases = chosen.databases;
    ask.mask = mask == nullptr ? nullptr : &mask->mask;
    ask.hallucinated = hallucinated.empty() ? nullptr : &hallucinated;
    const sluice::CancellationToken token = token_of(chosen.cancellation);  // may be released now
    ask.token = &token;
    sluice::Answer answer = retriever->retriever->ask(asked, ask);
    *out = new sluice_subset(retriever->named, std::move(answer), asked);
  });
}
