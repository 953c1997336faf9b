#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "postgres_answers.hpp"
#include "postgres_servers.hpp"

namespace sluice::inline v0 {
namespace {

using db_detail::PostgresParameters;
using db_detail::PostgresRows;
using store_detail::is_empty;
using store_detail::order_of;
using store_detail::probes_text;
using store_detail::stored_hashes_of;
using store_detail::unsigned_at;
using store_detail::vector_text;
using store_detail::version_of;

/// Sums the scores of several searches, each scaled so that its maximum is a given weight.
class RouteScores {
 public:
  void add(std::span<const PostgresRows> servers, float weight) {
    double greatest = 0;
    for (const PostgresRows &rows : servers) {
      for (std::size_t row = 0; row < rows.size(); ++row) {
        if (!is_empty(rows, row)) greatest = std::max(greatest, rows.real(row, 3));
      }
    }
    if (greatest <= 0) return;
    for (const PostgresRows &rows : servers) {
      for (std::size_t row = 0; row < rows.size(); ++row) {
        if (is_empty(rows, row)) continue;
        RoutedDatabase &routed = databases_[rows.integer(row, 1)];
        routed.id = rows.integer(row, 1);
        routed.fingerprint = unsigned_at(rows, row, 2);
        routed.score += weight * static_cast<float>(std::max(0.0, rows.real(row, 3)) / greatest);
      }
    }
  }

  std::vector<RoutedDatabase> best(std::size_t most) const {
    std::vector<RoutedDatabase> all;
    for (const auto &[id, routed] : databases_) all.push_back(routed);
    std::ranges::stable_sort(all, std::ranges::greater{}, &RoutedDatabase::score);
    all.resize(std::min(all.size(), most));
    return all;
  }

 private:
  std::map<std::int64_t, RoutedDatabase> databases_;
};

}  // namespace

Routed PostgresStore::route(const RouteQuery &query) const {
  // A hundred words are enough to route a question.
  constexpr std::size_t max_terms = 100;
  const std::vector<std::int64_t> terms =
      stored_hashes_of(query.terms.first(std::min(query.terms.size(), max_terms)));
  const std::size_t listed = query.databases * 4;

  // The rarity of a term depends on all servers.
  const std::vector<PostgresRows> counts = servers_->ask(
      servers_->in_space(
          "SELECT s.version, q.place, (SELECT count(*) FROM %s.posting p WHERE p.analysis = "
          "get_byte(s.analyses, 0)::smallint AND p.term = q.term), s.databases FROM %s.store s LEFT "
          "JOIN unnest($1::bigint[]) WITH ORDINALITY AS q(term, place) ON true"),
      PostgresParameters().add(terms));
  std::vector<double> frequencies(terms.size(), 0);
  double databases = 0;
  for (const PostgresRows &rows : counts) {
    databases += static_cast<double>(rows.size() > 0 ? rows.integer(0, 3) : 0);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (is_empty(rows, row)) continue;
      frequencies.at(unsigned_at(rows, row, 1) - 1) += static_cast<double>(rows.integer(row, 2));
    }
  }
  for (double &frequency : frequencies) {
    frequency = std::log(1 + (databases - frequency + 0.5) / (frequency + 0.5));
  }
  const std::vector<PostgresRows> by_words = servers_->ask(
      servers_->in_space(
          "SELECT s.version, r.database, d.fingerprint, r.score FROM %s.store s LEFT JOIN (SELECT "
          "p.database, sum(p.impact * q.weight) AS score FROM unnest($1::bigint[], $2::float8[]) AS "
          "q(term, weight) JOIN %s.store o ON true JOIN %s.posting p ON p.analysis = "
          "get_byte(o.analyses, 0)::smallint AND p.term = q.term GROUP BY p.database ORDER BY score "
          "DESC, p.database LIMIT $3) r ON true LEFT JOIN %s.database d ON d.id = r.database"),
      PostgresParameters().add(terms).add(frequencies).add(static_cast<std::int64_t>(listed)));
  Routed routed;
  routed.version = version_of(by_words);
  RouteScores scores;
  scores.add(by_words, 1);
  if (!query.vector.empty()) {
    const std::string statement = fmt::format(
        "SELECT s.version, r.database, d.fingerprint, r.score FROM {0}.store s LEFT JOIN (SELECT "
        "n.database, max(-n.distance) AS score FROM {2} AS q CROSS JOIN LATERAL (SELECT database, "
        "vector <#> q.probe AS distance FROM {0}.table_vector ORDER BY (vector <#> q.probe){1} LIMIT "
        "$2) n GROUP BY n.database) r ON true LEFT JOIN {0}.database d ON d.id = r.database",
        servers_->in_space("%s"), order_of(query.mode), probes_text);
    const std::vector<std::string> vector{vector_text(query.vector)};
    const std::vector<PostgresRows> by_vector = servers_->ask(
        statement, PostgresParameters().add(vector).add(static_cast<std::int64_t>(listed)));
    scores.add(by_vector, query.vector_weight);
  }
  routed.databases = scores.best(query.databases);
  return routed;
}

}  // namespace sluice::inline v0
