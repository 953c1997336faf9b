/// A user's program that brings parts of its own (an embedder, a vector index, an objective, a
/// rewrite rule, a mutator) and composes the library's algorithms with them. Fails unless each has
/// its effect.

#include "sluice/suite/empty_database.hpp"
#include <sluice/retrieve/crush.hpp>
#include <sluice/retrieve/dense_candidates.hpp>
#include <sluice/schema/load.hpp>
#include <sluice/sql/normalize.hpp>
#include <sluice/sql/parse.hpp>
#include <sluice/sql/print.hpp>
#include <sluice/sql/visit.hpp>
#include <sluice/suite/neighbor_finder.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// How often a text has each letter, as a unit vector.
struct LetterEmbedder {
  static constexpr std::size_t letters = 26;

  std::size_t dimensions() const { return letters; }
  std::uint64_t fingerprint() const { return 26; }
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const {
    std::ranges::fill(vectors, 0.0F);
    for (std::size_t t = 0; t < texts.size(); ++t) {
      const auto vector = vectors.subspan(t * letters, letters);
      for (const char c : texts[t]) {
        if (c >= 'a' && c <= 'z') ++vector[static_cast<std::size_t>(c - 'a')];
      }
      float square = 0;
      for (const float x : vector) square += x * x;
      if (square == 0) continue;
      for (float &x : vector) x /= std::sqrt(square);
    }
  }
};
static_assert(sluice::Embedder<LetterEmbedder>);

/// Keeps whole rows; the library's scan searches them.
class LetterIndex {
 public:
  explicit LetterIndex(std::vector<float> rows) : rows_(std::move(rows)) {}

  std::size_t dimensions() const { return LetterEmbedder::letters; }
  std::size_t size() const { return rows_.size() / dimensions(); }
  void similarities(std::span<const float> query, std::span<float> cosines) const {
    for (std::size_t row = 0; row < size(); ++row) {
      cosines[row] = 0;
      for (std::size_t i = 0; i < query.size(); ++i)
        cosines[row] += rows_[row * query.size() + i] * query[i];
    }
  }
  std::vector<sluice::Scored<sluice::RowId>> search(
      std::span<const float> query, std::size_t k,
      sluice::function_ref<bool(sluice::RowId)> eligible) const {
    return sluice::search_by_scan(*this, query, k, eligible);
  }

 private:
  std::vector<float> rows_;
};
static_assert(sluice::VectorIndex<LetterIndex>);

/// Coverage that computes with floats and dislikes the nearest candidate, which is the first.
class OtherThanNearest {
 public:
  explicit OtherThanNearest(const sluice::SimilarityMatrix &scores) : coverage_(scores) {}

  std::size_t candidates() const { return coverage_.candidates(); }
  double gain(sluice::CandidateId candidate) const {
    return candidate.index() == 0 ? -1000 : coverage_.gain(candidate);
  }
  void add(sluice::CandidateId candidate) { coverage_.add(candidate); }

 private:
  sluice::LogSumExpCoverage<float> coverage_;
};
static_assert(sluice::CoverageObjective<OtherThanNearest>);

struct MakeOtherThanNearest {
  OtherThanNearest make(const sluice::SimilarityMatrix &scores, const sluice::Relations &) const {
    return OtherThanNearest(scores);
  }
};

/// Similarities that are computed instead of stored: probe 0 likes candidate 0 only, probe 1 likes
/// all.
struct Preferences {
  std::size_t probes = 2;
  std::size_t candidates = 3;
  float operator()(std::size_t probe, std::size_t candidate) const {
    return probe == 1 || candidate == 0 ? 1.0F : -1.0F;
  }
};
static_assert(sluice::Similarities<Preferences>);

/// ifnull(…) is called coalesce(…).
struct NoIfnull {
  std::string_view name() const { return "no_ifnull"; }
  bool apply(sluice::sql::SyntaxTree &tree, sluice::sql::RewriteContext &) const {
    bool changed = false;
    for (const sluice::sql::NodeId id : sluice::sql::nodes_of(tree)) {
      if (tree.kind(id) != sluice::sql::NodeKind::function || tree.text(id) != "ifnull") continue;
      tree.set_text(id, "coalesce");
      changed = true;
    }
    return changed;
  }
};
static_assert(sluice::sql::RewriteRule<NoIfnull>);

/// `>` becomes `>=`.
struct GreaterOrEqual {
  std::string_view name() const { return "greater_or_equal"; }
  void mutate(const sluice::GoldQuery &gold, std::uint64_t, sluice::NeighborSink sink) const {
    const std::string text(gold.text());
    for (std::size_t at = text.find('>'); at != text.npos; at = text.find('>', at + 1)) {
      const auto begin = static_cast<std::uint32_t>(at);
      if (!sink(text.substr(0, at) + ">=" + text.substr(at + 1), {begin, begin + 1})) return;
    }
  }
};
static_assert(sluice::Mutator<GreaterOrEqual>);

bool expect(bool holds, const char *what) {
  if (!holds) std::fprintf(stderr, "own_parts: expected that %s\n", what);
  return holds;
}

std::string rewritten(const char *sql, const auto &...rules) {
  sluice::sql::SyntaxTree tree = sluice::sql::parse(sql);
  normalize_by(tree, std::vector{rules...});
  return print(tree);
}

bool own_parts(const std::shared_ptr<const sluice::Database> &schema) {
  const auto catalog = sluice::Catalog::make({schema});
  const LetterEmbedder embedder;
  const sluice::DenseCandidates source(
      catalog, embedder, LetterIndex(sluice::embed_all(embedder, sluice::column_texts(*catalog))));
  const sluice::JoinGraphs graphs(catalog);
  const sluice::ProbeSet probes{"which vintage", {"wine vintage"}};
  const auto columns = [&](const auto &objective, std::size_t budget) {
    return retrieve_collectively(probes, source, objective, graphs, budget, nullptr,
                                 {.join_closure = false});
  };
  const std::vector<float> weights = sluice::entropy_weights(Preferences());
  const auto nearest = columns(sluice::PaperObjective(), 1);
  const auto other = columns(MakeOtherThanNearest(), 3);

  sluice::BasicNeighborFinder<GreaterOrEqual> finder({schema, sluice::empty_database(*schema), {}},
                                                     {GreaterOrEqual()});
  const sluice::NeighborSet neighbors = finder.find("SELECT label FROM wine WHERE price > 9");

  const sluice::sql::AnyRewriteRule mine = NoIfnull();
  return expect(weights[0] > weights[1], "the probe that prefers one candidate weighs more") &&
         expect(nearest.size() == 1 && catalog->path(nearest[0].id) == "shop.wine.vintage",
                "the own embedder and index find the column") &&
         expect(other.size() == 3 && other.back().id == nearest[0].id,
                "the own objective selects the nearest column last") &&
         expect(rewritten("SELECT ifnull(price, 0) FROM wine", NoIfnull()) ==
                    "SELECT coalesce(price, 0) FROM wine",
                "the own rule is applied") &&
         expect(rewritten("SELECT (ifnull(Price, 0)) FROM wine", mine,
                          sluice::sql::unmasked_rules()[1]) ==
                    "SELECT (coalesce(price, 0)) FROM wine",
                "the own rule is applied beside one of the library") &&
         expect(neighbors.neighbors.size() == 1 &&
                    neighbors.neighbors[0].text == "SELECT label FROM wine WHERE price >= 9",
                "the own mutator's query is a neighbor");
}

}  // namespace

int main() {
  try {
    const auto schema =
        sluice::load_ddl("CREATE TABLE wine(label, price, vintage)", "shop", "shop.sql");
    return own_parts(schema) ? 0 : 1;
  } catch (const sluice::Error &error) {
    std::fprintf(stderr, "own_parts: %s\n", error.what());
    return 2;
  }
}
