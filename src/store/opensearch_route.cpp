#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "opensearch_requests.hpp"

namespace sluice::inline v0 {
namespace {

using store_detail::append_vector;
using store_detail::ClusterSearch;
using store_detail::field_of;
using store_detail::graph_effort;
using store_detail::hits_of;
using store_detail::list_fields;
using store_detail::nearest_to;
using store_detail::sort_by;
using store_detail::StoreIndex;
using store_detail::StoreMeta;
using store_detail::total_of;

/// Sums the scores of several searches, each scaled so that its maximum is a given weight.
class RouteScores {
 public:
  void add(const std::map<std::int64_t, double> &scores, float weight) {
    double greatest = 0;
    for (const auto &[id, score] : scores) greatest = std::max(greatest, score);
    if (greatest <= 0) return;
    for (const auto &[id, score] : scores) {
      scores_[id] += weight * static_cast<float>(std::max(0.0, score) / greatest);
    }
  }
  std::vector<RoutedDatabase> best(std::size_t most,
                                   const std::map<std::int64_t, std::uint64_t> &prints) const {
    std::vector<RoutedDatabase> all;
    for (const auto &[id, score] : scores_) all.push_back({id, prints.at(id), score});
    std::ranges::stable_sort(all, std::ranges::greater{}, &RoutedDatabase::score);
    all.resize(std::min(all.size(), most));
    return all;
  }

 private:
  std::map<std::int64_t, float> scores_;
};

std::map<std::int64_t, double> best_of(const std::map<std::int64_t, double> &scores,
                                       std::size_t most) {
  std::vector<std::pair<double, std::int64_t>> order;
  for (const auto &[id, score] : scores) order.emplace_back(-score, id);
  std::ranges::sort(order);
  order.resize(std::min(order.size(), most));
  std::map<std::int64_t, double> best;
  for (const auto &[score, id] : order) best[id] = -score;
  return best;
}

}  // namespace

Routed OpenSearchStore::route(const RouteQuery &query) const {
  // A hundred words are enough to route a question. For a word that very many databases have, only
  // those with the highest impact are read.
  constexpr std::size_t max_terms = 100;
  constexpr std::size_t of_term = 1000;
  const store_detail::ClusterDeadline deadline =
      store_detail::cluster_deadline(cluster_->options.seconds);
  const std::vector<std::string> terms =
      store_detail::hashes_of(query.terms.first(std::min(query.terms.size(), max_terms)));
  const std::size_t listed = query.databases * 4;
  const auto words_of = [&](const StoreMeta &meta, std::span<const std::string> some,
                            std::span<const std::int64_t> databases, std::size_t size) {
    JsonWriter writer;
    writer.begin_object().member("size", size).member("track_total_hits", true);
    list_fields(writer, {"term", "database", "fingerprint", "impact"});
    sort_by(writer, {"impact", "database"});
    writer.key("query");
    begin_seen(writer, meta);
    store_detail::filter_number(writer, "analysis", analysis_code(meta.settings.analyses.front()));
    store_detail::filter_words(writer, "term", some);
    if (!databases.empty()) store_detail::filter_numbers(writer, "database", databases);
    end_seen(writer, meta);
    writer.end_object();
    return ClusterSearch{cluster_->index(meta, StoreIndex::posting), writer.take()};
  };
  const auto ask = [&] {
    return cluster_->read(
        [&](const StoreMeta &meta) {
          Cluster::Searches searches;
          searches.push_back(
              {cluster_->index(meta, StoreIndex::database), store_detail::count_databases(meta)});
          for (const std::string &term : terms) {
            searches.push_back(words_of(meta, {&term, 1}, {}, of_term));
          }
          if (!query.vector.empty() && meta.settings.dimensions == query.vector.size()) {
            const VectorQuery vector{.level = Level::table,
                                     .vectors = query.vector,
                                     .dimensions = query.vector.size(),
                                     .nearest = listed};
            searches.push_back({cluster_->index(meta, StoreIndex::table),
                                nearest_to(query.vector, vector,
                                           graph_effort(query.mode, cluster_->options), meta)});
          }
          return searches;
        },
        deadline);
  };
  const Cluster::Answers found = ask();
  Routed routed;
  routed.version = {found.meta.version};
  std::map<std::int64_t, std::uint64_t> prints;
  const auto databases = static_cast<double>(total_of(found.answers.front()));
  const auto add_words = [&](JsonValue answer, double weight,
                             std::map<std::int64_t, double> &scores) {
    for (const JsonValue hit : hits_of(answer)) {
      const std::int64_t id = field_of(hit, "database").as_integer();
      scores[id] += weight * field_of(hit, "impact").as_number();
      prints[id] = store_detail::unsigned_of(field_of(hit, "fingerprint"));
    }
  };
  std::map<std::int64_t, double> by_words;
  std::vector<double> weights;
  std::vector<std::string> cut;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto frequency = static_cast<double>(total_of(found.answers[i + 1]));
    weights.push_back(std::log(1 + (databases - frequency + 0.5) / (frequency + 0.5)));
    if (frequency > of_term) cut.push_back(terms[i]);
    add_words(found.answers[i + 1], weights.back(), by_words);
  }
  by_words = best_of(by_words, cut.empty() ? listed : 4 * listed);
  if (!cut.empty() && !by_words.empty()) {
    // Scores of the truncated words for the databases that are still candidates.
    std::vector<std::int64_t> ids;
    for (const auto &[id, score] : by_words) ids.push_back(id);
    const Cluster::Answers rest = cluster_->read(
        [&](const StoreMeta &meta) {
          Cluster::Searches searches;
          for (const std::string &term : terms) {
            searches.push_back(words_of(meta, {&term, 1}, ids, ids.size()));
          }
          return searches;
        },
        deadline);
    if (rest.meta.version != found.meta.version) return route(query);
    by_words.clear();
    for (std::size_t i = 0; i < terms.size(); ++i) {
      add_words(rest.answers[i], weights[i], by_words);
    }
    by_words = best_of(by_words, listed);
  }
  RouteScores scores;
  scores.add(by_words, 1);
  if (found.answers.size() > terms.size() + 1) {
    const std::size_t dimensions = query.vector.size();
    std::map<std::int64_t, double> by_vector;
    const std::string source = cluster_->http.address();
    std::vector<float> vector;
    for (const JsonValue hit : hits_of(found.answers.back())) {
      const std::int64_t id = field_of(hit, "database").as_integer();
      vector.clear();
      append_vector(field_of(hit, "bytes"), dimensions, source, vector);
      double product = 0;
      for (std::size_t i = 0; i < dimensions; ++i) {
        product += double{vector[i]} * double{query.vector[i]};
      }
      const auto [at, is_new] = by_vector.emplace(id, product);
      if (!is_new) at->second = std::max(at->second, product);
      prints[id] = store_detail::unsigned_of(field_of(hit, "fingerprint"));
    }
    scores.add(by_vector, query.vector_weight);
  }
  routed.databases = scores.best(query.databases, prints);
  return routed;
}

}  // namespace sluice::inline v0
