/// Minimal types that satisfy each concept: the pipeline requires nothing more of a user's type.

#include <doctest/doctest.h>

#include <vector>

#include "sluice/retrieve/crush.hpp"
#include "sluice/retrieve/dense_candidates.hpp"
#include "support/random_pool.hpp"

namespace sluice {
namespace {

/// Nothing that the concepts do not require: no copies, no default constructor, no comparison.
struct Sealed {
  explicit Sealed(int) {}
  Sealed(Sealed &&) = default;
  Sealed(const Sealed &) = delete;
  Sealed &operator=(const Sealed &) = delete;
};

struct SmallestHallucinator : Sealed {
  using Sealed::Sealed;
  HallucinatedSchema hallucinate(std::string_view) const { return {{"t", {"c"}}}; }
};

struct SmallestSource : Sealed {
  using Sealed::Sealed;
  CandidatePool candidates(const ProbeSet &probes, const Mask *, std::size_t pool) const {
    CandidatePool found;
    found.probes = probes.probes.size();
    for (std::size_t c = 0; c < pool && c < 5; ++c) found.columns.emplace_back(c);
    found.similarities.assign(found.probes * found.columns.size(), 0.5F);
    return found;
  }
};

struct SmallestObjective : Sealed {
  using Sealed::Sealed;
  std::size_t candidates() const { return 5; }
  double gain(CandidateId candidate) const { return candidate == CandidateId(3) ? 1 : 0; }
  void add(CandidateId) {}
};

struct SmallestMaker : Sealed {
  using Sealed::Sealed;
  SmallestObjective make(const SimilarityMatrix &, const Relations &) const {
    return SmallestObjective(0);
  }
};

struct SmallestEmbedder : Sealed {
  using Sealed::Sealed;
  std::size_t dimensions() const { return 2; }
  std::uint64_t fingerprint() const { return 1; }
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const {
    for (std::size_t t = 0; t < texts.size(); ++t) {
      vectors[2 * t] = 1;
      vectors[2 * t + 1] = 0;
    }
  }
};

struct SmallestIndex : Sealed {
  using Sealed::Sealed;
  std::size_t dimensions() const { return 2; }
  std::size_t size() const { return 8; }
  std::vector<Scored<RowId>> search(std::span<const float>, std::size_t k,
                                    function_ref<bool(RowId)> eligible) const {
    std::vector<Scored<RowId>> found;
    for (std::size_t row = 0; found.size() < k && row < size(); ++row) {
      if (eligible(RowId(row))) found.push_back({RowId(row), 0.25F});
    }
    return found;
  }
  void similarities(std::span<const float>, std::span<float> cosines) const {
    for (float &cosine : cosines) cosine = 0.25F;
  }
};

}  // namespace

TEST_CASE("the pipeline runs with a minimal hallucinator, source and objective") {
  const auto catalog = test::chain_catalog(1, 2, 4);
  const Crush crush(std::make_shared<const JoinGraphs>(catalog), SmallestHallucinator(0),
                    SmallestSource(0), SmallestMaker(0));
  const auto columns = crush.retrieve("anything", 2);
  REQUIRE(columns.size() == 2);
  CHECK(columns[0].id == ColumnId(3));
}

TEST_CASE("dense candidates run with a minimal embedder and index") {
  const auto catalog = test::chain_catalog(1, 2, 4);
  const DenseCandidates source(catalog, SmallestEmbedder(0), SmallestIndex(0));
  const CandidatePool pool = source.candidates({"q", {"p"}}, nullptr, 3);
  CHECK(pool.columns == std::vector{ColumnId(0), ColumnId(1), ColumnId(2)});
  CHECK(pool.similarities == std::vector{0.25F, 0.25F, 0.25F});
}

}  // namespace sluice
