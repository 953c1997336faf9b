#include "sluice/pipeline/live_retriever.hpp"

#include <utility>

#include "sluice/retrieve/catalog_index.hpp"

namespace sluice {

LiveRetriever::LiveRetriever(std::vector<SchemaSource> sources, const Retriever::Options &options,
                             const std::optional<AnyEmbedder> &embedder)
    : sources_(std::move(sources)), read_(read_sources(sources_)) {
  current_ = std::make_shared<const Retriever>(read_->catalog, index_catalog(*read_->catalog),
                                               options, embedder);
}

LiveRetriever::LiveRetriever(const std::shared_ptr<const Catalog> &catalog,
                             const Retriever::Options &options,
                             const std::optional<AnyEmbedder> &embedder)
    : current_(std::make_shared<const Retriever>(catalog, index_catalog(*catalog), options,
                                                 embedder)) {}

std::shared_ptr<const Retriever> LiveRetriever::current() const {
  const std::lock_guard lock(swapping_);
  return current_;
}

CatalogDelta LiveRetriever::swap_in(const std::shared_ptr<const Catalog> &catalog) {
  auto old = current();
  CatalogDelta delta = difference(*old->catalog(), *catalog);
  if (old->catalog()->fingerprint() == catalog->fingerprint()) return delta;
  auto next = old->after(catalog);
  {
    const std::lock_guard lock(swapping_);
    current_ = std::move(next);
  }
  previous_ = std::move(old);
  return delta;
}

LiveRetriever::Update LiveRetriever::update(const Progress &progress) {
  const std::lock_guard lock(updating_);
  SourceSnapshot now = read_sources(sources_, {}, read_ ? &*read_ : nullptr, progress);
  Update update{swap_in(now.catalog), now.read};
  read_ = std::move(now);
  return update;
}

CatalogDelta LiveRetriever::follow(const std::shared_ptr<const Catalog> &catalog) {
  const std::lock_guard lock(updating_);
  return swap_in(catalog);
}

}  // namespace sluice
