#include "sluice/retrieve/candidates.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>

#include "sluice/core/top_k.hpp"

namespace sluice::inline v0 {

CandidatePool pool_of(std::span<const float> scores, std::size_t probes, std::size_t columns,
                      function_ref<bool(ColumnId)> eligible, std::size_t pool) {
  TopK<ColumnId> best(pool);
  for (std::size_t c = 0; c < columns; ++c) {
    if (!eligible(ColumnId(c))) continue;
    float greatest = scores[c];
    for (std::size_t p = 1; p < probes; ++p) greatest = std::max(greatest, scores[p * columns + c]);
    best.offer(ColumnId(c), greatest);
  }
  CandidatePool found;
  found.probes = probes;
  for (const auto &candidate : best.take()) found.columns.push_back(candidate.id);
  found.similarities = scores_of(scores, probes, columns, found.columns);
  return found;
}

std::vector<float> scores_of(std::span<const float> scores, std::size_t probes, std::size_t columns,
                             std::span<const ColumnId> wanted) {
  std::vector<float> found;
  found.reserve(probes * wanted.size());
  for (std::size_t p = 0; p < probes; ++p) {
    for (const ColumnId column : wanted) found.push_back(scores[p * columns + column.index()]);
  }
  return found;
}

LexicalCandidates::LexicalCandidates(std::shared_ptr<const LexicalIndex> index, Options options)
    : options_(options),
      question_analyzer_(index->question_analyzer()),
      everything_(std::move(index), options_.bm25) {
  everything_.prepare();
}

LexicalCandidates LexicalCandidates::after(std::shared_ptr<const LexicalIndex> index,
                                           std::span<const LexicalChange> changes) const {
  LexicalCandidates now = *this;
  now.everything_ = everything_.after(std::move(index), changes);
  return now;
}

const Bm25 &LexicalCandidates::documents(const Mask *mask, std::optional<Bm25> &masked) const {
  if (mask == nullptr) return everything_;
  return masked.emplace(everything_.share_index(), options_.bm25, mask->visibility());
}

CandidatePool LexicalCandidates::candidates(const ProbeSet &probes, const Mask *mask,
                                            std::size_t pool) const {
  return pool_of(
      scores(probes, mask), probes.probes.size(), everything_.size(),
      [&](ColumnId column) { return visible(mask, column); }, pool);
}

std::vector<float> LexicalCandidates::similarities(const ProbeSet &probes, const Mask *mask,
                                                   std::span<const ColumnId> columns) const {
  const std::size_t wanted = columns.size();
  std::vector<std::size_t> order(wanted);  // by id
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::size_t c) { return columns[c]; });
  std::vector<std::uint32_t> rising;
  for (const std::size_t c : order) rising.push_back(columns[c].value);

  std::optional<Bm25> masked;
  const Bm25 &bm25 = documents(mask, masked);
  std::unordered_map<std::string, Bm25::TermCounts> counts_of;  // probes repeat the question
  const auto add = [&](const std::vector<std::string> &terms, std::span<float> scores,
                       float weight) {
    for (const std::string &term : terms) {
      const auto [at, is_new] = counts_of.try_emplace(term);
      if (is_new) at->second = bm25.counts(term, rising);
      bm25.add_scores(at->second, rising, scores, weight);
    }
  };
  std::vector<float> of_question(wanted, 0.0F), row, found(wanted * probes.probes.size());
  add(question_analyzer_(probes.question), of_question, options_.question_weight);
  for (std::size_t p = 0; p < probes.probes.size(); ++p) {
    row = of_question;
    add(bm25.index().analyzer()(probes.probes[p]), row, 1);
    for (std::size_t c = 0; c < wanted; ++c) found[p * wanted + order[c]] = row[c];
  }
  return found;
}

std::vector<float> LexicalCandidates::scores(const ProbeSet &probes, const Mask *mask) const {
  std::optional<Bm25> masked;
  const Bm25 &bm25 = documents(mask, masked);

  const std::vector<std::string> question = question_analyzer_(probes.question);
  std::vector<std::vector<std::string>> terms;
  std::vector<std::string> all = question;
  for (const std::string &probe : probes.probes) {
    const auto &of_probe = terms.emplace_back(bm25.index().analyzer()(probe));
    all.insert(all.end(), of_probe.begin(), of_probe.end());
  }
  bm25.index().fetch(all);  // for all probes at once

  const std::size_t columns = bm25.size();
  std::vector<float> of_question(columns, 0.0F);
  bm25.add_scores(question, of_question, options_.question_weight);

  std::vector<float> scores;
  scores.reserve(columns * probes.probes.size());
  for (const std::vector<std::string> &of_probe : terms) {
    const std::size_t row = scores.size();
    scores.insert(scores.end(), of_question.begin(), of_question.end());
    bm25.add_scores(of_probe, std::span(scores).subspan(row, columns));
  }
  return scores;
}

}  // namespace sluice::inline v0
