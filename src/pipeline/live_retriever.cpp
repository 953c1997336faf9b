#include "sluice/pipeline/live_retriever.hpp"

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

#include "core/kept_path.hpp"
#include "kept_sources.hpp"
#include "sluice/core/error.hpp"
#include "sluice/retrieve/catalog_index.hpp"

namespace sluice::inline v0 {
namespace {

/// A mutex for updates. Throws if a callback of an update would wait for that update.
class UpdateLock {
 public:
  class Holder {
   public:
    explicit Holder(UpdateLock &held) : lock_(held) {
      if (lock_.thread_ == std::this_thread::get_id()) {
        throw Error(ErrorCode::invalid_argument,
                    "a callback of an update must not update the same retriever");
      }
      lock_.mutex_.lock();
      lock_.thread_ = std::this_thread::get_id();
    }
    Holder(const Holder &) = delete;
    Holder &operator=(const Holder &) = delete;
    ~Holder() {
      lock_.thread_ = std::thread::id();
      lock_.mutex_.unlock();
    }

   private:
    UpdateLock &lock_;
  };

 private:
  std::mutex mutex_;
  std::atomic<std::thread::id> thread_;
};

}  // namespace

struct LiveRetriever::State {
  UpdateLock updating;
  std::vector<AnySource> sources;
  std::string start = detail::current_folder();  // working directory for relative paths
  std::optional<SourceSnapshot> read;
  std::shared_ptr<const Retriever> previous;  // freed by the next update, not by a reader
  std::mutex swapping;
  std::shared_ptr<const Retriever> current;
};

LiveRetriever::LiveRetriever(std::vector<AnySource> sources, const Retriever::Options &options,
                             const std::optional<AnyEmbedder> &embedder)
    : state_(std::make_unique<State>()) {
  state_->sources = std::move(sources);
  const SourceSnapshot &read = state_->read.emplace(read_sources(state_->sources));
  state_->current = std::make_shared<const Retriever>(read.catalog, index_catalog(*read.catalog),
                                                      options, embedder);
}

LiveRetriever::LiveRetriever(const std::shared_ptr<const Catalog> &catalog,
                             const Retriever::Options &options,
                             const std::optional<AnyEmbedder> &embedder)
    : state_(std::make_unique<State>()) {
  state_->current =
      std::make_shared<const Retriever>(catalog, index_catalog(*catalog), options, embedder);
}

LiveRetriever::~LiveRetriever() = default;

std::shared_ptr<const Retriever> LiveRetriever::current() const {
  const std::lock_guard lock(state_->swapping);
  return state_->current;
}

CatalogDelta LiveRetriever::swap_in(const std::shared_ptr<const Catalog> &catalog) {
  auto old = current();
  if (old->catalog()->fingerprint() == catalog->fingerprint()) return {};
  CatalogDelta delta = difference(*old->catalog(), *catalog);
  auto next = old->after(catalog);
  {
    const std::lock_guard lock(state_->swapping);
    state_->current = std::move(next);
  }
  state_->previous = std::move(old);
  return delta;
}

LiveRetriever::Update LiveRetriever::update(const Progress &progress) {
  const UpdateLock::Holder held(state_->updating);
  std::optional<SourceSnapshot> &read = state_->read;
  if (!read) throw Error(ErrorCode::invalid_argument, "there are no sources to read");
  SourceSnapshot now = read_sources(pipeline_detail::kept_sources(state_->sources, state_->start),
                                    {}, &*read, progress);
  Update update{swap_in(now.catalog), now.read, now.skipped};
  read = std::move(now);
  return update;
}

CatalogDelta LiveRetriever::follow(const std::shared_ptr<const Catalog> &catalog) {
  const UpdateLock::Holder held(state_->updating);
  return swap_in(catalog);
}

}  // namespace sluice::inline v0
