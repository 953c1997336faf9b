#ifndef SLUICE_PIPELINE_RANKING_SYSTEM_HPP
#define SLUICE_PIPELINE_RANKING_SYSTEM_HPP

/// Retrieval systems under one name each, so that they can be compared on a benchmark.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/embed/any_embedder.hpp"
#include "sluice/retrieve/hallucination.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice {

/// What a system is asked: the question, and a schema made up for it where one is recorded.
struct RankingQuery {
  std::string_view question;
  const HallucinatedSchema *hallucinated = nullptr;  ///< nullptr: there is none.
};

/// Best first. Systems need not rank everything.
struct Ranking {
  std::vector<DatabaseId> databases;
  std::vector<TableId> tables;
  std::vector<ColumnId> columns;
};

/// Immutable; any threads at once.
class RankingSystem {
 public:
  virtual ~RankingSystem() = default;
  virtual Ranking rank(const RankingQuery &query) const = 0;
};

/// The names that `make_ranking_system` knows, with a line about each.
struct RankingSystemInfo {
  std::string_view name;
  std::string_view about;
  std::string_view setting = "zero-shot";  ///< Or "trained".
};
std::span<const RankingSystemInfo> ranking_systems() noexcept;

/// "bm25-mean": DBCopilot's BM25 baseline: table documents, a database scores the mean of its
/// tables among the best hundred. "bm25-max": its best table instead. "crush": CRUSH4SQL's
/// objective over lexical similarities. "crush-rounds": the rule of its published program.
/// "dense": columns by the cosine of one vector a question. "beam": DBCopilot's decoding router,
/// trained here and now on questions made up from the catalog alone (seconds); it ranks a table's
/// columns as they stand.
/// "default": what `Retriever` does.
/// With an embedder, the two CRUSH systems compare vectors instead of words; "dense" and "default"
/// take the static table where none is given, "beam" that or hashed words.
/// Throws Error(invalid_argument): another name (listing these), "dense" in a build without a
/// table.
std::unique_ptr<RankingSystem> make_ranking_system(std::string_view name,
                                                   const std::shared_ptr<const Catalog> &catalog,
                                                   const std::optional<AnyEmbedder> &embedder = {});

}  // namespace sluice

#endif
