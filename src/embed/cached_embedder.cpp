#include "sluice/embed/cached_embedder.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <utility>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/parallel.hpp"

namespace sluice::inline v0 {

/// By the hash of the text. Entries have stable addresses.
class CachedEmbedder::Vectors {
 public:
  const std::vector<float> *find(Hash128 text) const {
    const std::shared_lock lock(mutex_);
    const auto found = kept_.find(text);
    return found != kept_.end() ? &found->second : nullptr;
  }
  void keep(Hash128 text, std::vector<float> vector) {
    const std::unique_lock lock(mutex_);
    kept_.try_emplace(text, std::move(vector));
  }

 private:
  mutable std::shared_mutex mutex_;
  std::map<Hash128, std::vector<float>> kept_;
};

CachedEmbedder::CachedEmbedder(AnyEmbedder model, std::size_t threads)
    : model_(std::move(model)),
      threads_(threads),
      kept_(std::make_shared<Vectors>()),
      readings_(std::make_shared<Vectors>()) {
  if (threads == 0) throw Error(ErrorCode::invalid_argument, "an embedder needs at least 1 thread");
}

void CachedEmbedder::embed(std::span<const std::string_view> texts,
                           std::span<float> vectors) const {
  const std::size_t width = dimensions();
  if (vectors.size() != texts.size() * width)
    throw Error(ErrorCode::invalid_argument, "the vectors need texts × dimensions numbers");
  std::vector<Hash128> hashes;
  std::vector<const std::vector<float> *> rows;
  std::map<Hash128, std::string_view> unknown;
  for (const std::string_view text : texts) {
    hashes.push_back(hash128(text));
    rows.push_back(kept_->find(hashes.back()));
    if (rows.back() == nullptr) unknown.emplace(hashes.back(), text);
  }
  const std::vector<std::pair<Hash128, std::string_view>> made(unknown.begin(), unknown.end());
  constexpr std::size_t at_once = 64;
  run_jobs((made.size() + at_once - 1) / at_once, threads_, [&](std::size_t job, const Progress &) {
    const auto some = std::span(made)
                          .subspan(job * at_once)
                          .first(std::min(at_once, made.size() - job * at_once));
    std::vector<std::string_view> of_job;
    for (const auto &[hash, text] : some) of_job.push_back(text);
    std::vector<float> computed(some.size() * width);
    model_.embed(of_job, computed);
    auto at = computed.begin();
    for (const auto &[hash, text] : some) {
      const auto end = at + static_cast<std::ptrdiff_t>(width);
      kept_->keep(hash, {at, end});
      at = end;
    }
  });
  for (std::size_t t = 0; t < texts.size(); ++t) {
    if (rows[t] == nullptr) rows[t] = kept_->find(hashes[t]);
    std::ranges::copy(*rows[t], vectors.begin() + static_cast<std::ptrdiff_t>(t * width));
  }
}

std::vector<float> CachedEmbedder::reading(std::string_view text,
                                           function_ref<std::vector<float>()> read) const {
  const Hash128 hash = hash128(text);
  if (const std::vector<float> *known = readings_->find(hash)) return *known;
  std::vector<float> made = read();
  readings_->keep(hash, made);
  return made;
}

}  // namespace sluice::inline v0
