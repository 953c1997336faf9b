#include "sluice/retrieve/dense_candidates.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/retrieve/hallucination.hpp"
#include "support/random_schema.hpp"

namespace sluice {
namespace {

const HashedEmbedder &model() {
  static const HashedEmbedder made(48);
  return made;
}

ProbeSet probes_of(const Catalog &catalog, std::uint64_t seed) {
  Random random(seed);
  std::string question = "which";
  for (int i = 0; i < 5; ++i) {
    const ColumnId column(random.below(catalog.column_count()));
    question += ' ' + std::string(catalog.column(column).name) + " of " +
                std::string(catalog.table(catalog.table_of(column)).name);
  }
  return make_probes(question, QuestionSegments().hallucinate(question));
}

/// The candidates by comparing every column with every probe.
template <class Index>
CandidatePool by_scan(const Catalog &catalog, const Index &index, const ProbeSet &probes,
                      const Mask *mask, std::size_t pool) {
  std::vector<std::string> texts = probe_texts(probes);
  texts.push_back(probes.question);
  std::vector<float> vectors = embed_all(model(), texts);
  const std::size_t width = model().dimensions();
  const std::size_t count = texts.size() - 1;
  join_question(std::span(vectors).first(count * width), std::span(vectors).last(width), 1.0F);
  const std::size_t columns = catalog.column_count();
  std::vector<float> cosines(count * columns);
  for (std::size_t p = 0; p < count; ++p) {
    index.similarities(std::span<const float>(vectors).subspan(p * width, width),
                       std::span(cosines).subspan(p * columns, columns));
  }
  const auto seen = [&](ColumnId column) { return visible(mask, column); };
  return pool_of(cosines, count, columns, seen, pool);
}

/// An index that can be searched, but whose rows cannot all be compared.
class SearchOnly {
 public:
  explicit SearchOnly(AdaptiveIndex index) : index_(std::move(index)) {}
  std::size_t dimensions() const { return index_.dimensions(); }
  std::size_t size() const { return index_.size(); }
  std::vector<Scored<RowId>> search(std::span<const float> query, std::size_t k,
                                    function_ref<bool(RowId)> eligible) const {
    return index_.search(query, k, eligible);
  }
  void similarities(std::span<const float>, std::span<float>) const { FAIL("a full scan"); }
  void similarities(std::span<const float> query, std::span<const RowId> rows,
                    std::span<float> cosines) const {
    index_.similarities(query, rows, cosines);
  }

 private:
  AdaptiveIndex index_;
};

void check_same(const CandidatePool &found, const CandidatePool &expected) {
  CHECK(found.columns == expected.columns);
  CHECK(found.probes == expected.probes);
  CHECK(found.similarities == expected.similarities);
}

}  // namespace

TEST_CASE("candidates that are searched for equal those of a full scan, with and without a mask") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    const auto catalog = test::random_catalog(seed, 1 + seed);
    if (catalog->column_count() == 0) continue;
    const AdaptiveIndex index = index_columns(*catalog, model());
    const DenseCandidates searched(catalog, model(), SearchOnly(index));
    const DenseCandidates direct(catalog, model(), index);
    const Mask mask = test::random_mask(catalog, seed);
    const ProbeSet probes = probes_of(*catalog, seed);
    for (const Mask *seen : {static_cast<const Mask *>(nullptr), &mask}) {
      for (const std::size_t pool : {std::size_t{1}, std::size_t{10}, std::size_t{10'000}}) {
        const CandidatePool expected = by_scan(*catalog, index, probes, seen, pool);
        check_same(searched.candidates(probes, seen, pool), expected);
        check_same(direct.candidates(probes, seen, pool), expected);
        CHECK(direct.similarities(probes, seen, expected.columns) == expected.similarities);
      }
    }
  }
}

TEST_CASE("with a graph, most candidates are those of a full scan, and with a mask all of them") {
  const auto catalog = test::random_catalog(3, 1'800);
  REQUIRE(catalog->column_count() > 9'600);  // enough that following links pays
  const AdaptiveIndex index = index_columns(*catalog, model(), ColumnText::database_table_column,
                                            /*graph_from=*/1);
  REQUIRE(index.has_graph());
  const DenseCandidates source(catalog, model(), index);
  Mask mask(catalog);
  mask.hide(ColumnId(0));
  std::size_t hits = 0;
  std::size_t best = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const ProbeSet probes = probes_of(*catalog, seed);
    const CandidatePool expected = by_scan(*catalog, index, probes, nullptr, 20);
    const CandidatePool found = source.candidates(probes, nullptr, 20);
    for (const ColumnId column : found.columns)
      hits += std::ranges::count(expected.columns, column) != 0 ? 1 : 0;
    best += expected.columns.size();
    check_same(source.candidates(probes, &mask, 20), by_scan(*catalog, index, probes, &mask, 20));
  }
  CHECK(hits * 100 >= best * 90);
}

}  // namespace sluice
