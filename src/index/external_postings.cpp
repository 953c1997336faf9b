#include <algorithm>
#include <utility>

#include "lexical_storage.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {

std::span<const Posting> LexicalIndex::ExternalPostings::postings(std::string_view term) const {
  {
    const std::lock_guard lock(mutex_);
    const auto known = read_.find(term);
    if (known != read_.end()) return known->second;
  }
  const std::string wanted(term);
  fetch({&wanted, 1});
  const std::lock_guard lock(mutex_);
  return read_.find(term)->second;
}

/// Reads without holding the lock, so that threads do not wait for the server. If two threads read
/// the same term, the first result is kept.
void LexicalIndex::ExternalPostings::fetch(std::span<const std::string> terms) const {
  std::vector<std::string> missing;
  {
    const std::lock_guard lock(mutex_);
    for (const std::string &term : terms) {
      if (!read_.contains(term)) missing.push_back(term);
    }
  }
  if (missing.empty()) return;
  std::ranges::sort(missing);
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  std::vector<std::vector<Posting>> postings = source_->read(missing);
  if (postings.size() != missing.size()) {
    throw Error(ErrorCode::internal, "a source of postings returned the wrong number of lists");
  }
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    read_.try_emplace(std::move(missing[i]), std::move(postings[i]));
  }
}

std::size_t LexicalIndex::ExternalPostings::term_count() const noexcept {
  const std::lock_guard lock(mutex_);
  return read_.size();
}

std::shared_ptr<const LexicalIndex> LexicalIndex::over(
    std::shared_ptr<const Hierarchy> hierarchy, AnalyzerOptions analyzer, std::uint64_t fingerprint,
    std::array<std::vector<FieldCounts>, level_count> lengths,
    std::shared_ptr<const PostingSource> source) {
  for (std::size_t level = 0; level < level_count; ++level) {
    if (lengths[level].size() != hierarchy->count(static_cast<Level>(level))) {
      throw Error(ErrorCode::mismatch, "the lengths do not match the hierarchy of the index");
    }
  }
  auto storage = std::make_unique<Storage>();
  storage->lengths = std::move(lengths);
  storage->external = std::make_unique<const ExternalPostings>(std::move(source));
  return std::shared_ptr<const LexicalIndex>(
      new LexicalIndex(std::move(hierarchy), Analyzer(analyzer), fingerprint, std::move(storage)));
}

bool LexicalIndex::has_external_postings() const noexcept { return storage_->external != nullptr; }

void LexicalIndex::fetch(std::span<const std::string> terms) const {
  if (storage_->external) storage_->external->fetch(terms);
}

}  // namespace sluice::inline v0
