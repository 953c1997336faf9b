#include "sluice/pipeline/retriever.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/explanation.hpp"
#include "sluice/route/meaning_signals.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/text/unicode.hpp"

namespace sluice {
namespace {

bool has_words(std::string_view text) {
  bool found = false;
  each_word(text, [&](std::string_view) { found = true; });
  return found;
}

/// Whether the column is part of a primary key of which nothing is hidden.
bool is_key(const Catalog &catalog, ColumnId id, const Mask *mask) {
  const TableId table = catalog.table_of(id);
  bool found = false;
  for (const std::uint32_t position : catalog.table(table).primary_key) {
    const ColumnId part = catalog.columns(table)[position];
    if (!visible(mask, part)) return false;
    found = found || part == id;
  }
  return found;
}

/// Lexical candidates from the best databases only, raised by what routing says of their tables.
class RoutedCandidates {
 public:
  RoutedCandidates(const LexicalCandidates &lexical, const Catalog &catalog, const Routes &routes,
                   std::size_t databases, float weight)
      : lexical_(lexical), catalog_(catalog), routes_(routes), weight_(weight) {
    routed_.resize(catalog.database_count(), false);
    const std::size_t kept = std::min(databases, routes.databases.size());
    for (std::size_t d = 0; d < kept; ++d) routed_[routes.databases[d].id.index()] = true;
  }

  CandidatePool candidates(const ProbeSet &probes, const Mask *mask, std::size_t pool) const {
    std::vector<float> scores = lexical_.scores(probes, mask);
    const bool any = std::ranges::any_of(scores, [](float score) { return score > 0; });
    if (!any) return {};  // not a word of the question is known
    const std::vector<float> worth = table_worth(mask);
    const std::size_t columns = catalog_.column_count();
    for (std::size_t p = 0; p < probes.probes.size(); ++p) {
      for (const ColumnId column : catalog_.columns()) {
        scores[p * columns + column.index()] += worth[catalog_.table_of(column).index()];
      }
    }
    const auto eligible = [&](ColumnId column) {
      return visible(mask, column) && routed_[catalog_.database_of(column).index()];
    };
    return pool_of(scores, probes.probes.size(), columns, eligible, pool);
  }

 private:
  /// At least 0 for every eligible table: entropy is taken of what is not negative.
  std::vector<float> table_worth(const Mask *mask) const {
    float least = 0;
    for (const TableId table : catalog_.tables()) {
      if (!visible(mask, table) || !routed_[catalog_.database_of(table).index()]) continue;
      least = std::min(least, routes_.table_scores[table.index()]);
    }
    std::vector<float> worth(catalog_.table_count());
    for (const TableId table : catalog_.tables()) {
      worth[table.index()] = weight_ * (routes_.table_scores[table.index()] - least);
    }
    return worth;
  }

  const LexicalCandidates &lexical_;
  const Catalog &catalog_;
  const Routes &routes_;
  float weight_;
  std::vector<bool> routed_;
};

/// `made`: vectors of the catalog that are there already; null: it is embedded now.
std::shared_ptr<const MeaningSignals> meaning_of(const std::shared_ptr<const JoinGraphs> &graphs,
                                                 const std::optional<AnyEmbedder> &embedder,
                                                 const MeaningVectors *made) {
  if (!embedder) return nullptr;
  const AnyEmbedder single_words = word_embedder(*embedder);
  auto words = std::make_shared<const SchemaWords>(graphs->catalog());
  return std::make_shared<const MeaningSignals>(
      graphs, words, *embedder, single_words,
      made != nullptr ? *made : embed_meanings(graphs->catalog(), *words, *embedder, single_words));
}

/// The entries that hold everywhere or in one of the best databases, as if they held everywhere.
std::vector<Glossary::Use> holding_in(std::vector<Glossary::Use> uses, const Routes &routes,
                                      std::size_t databases) {
  const std::size_t kept = std::min(databases, routes.databases.size());
  std::erase_if(uses, [&](const Glossary::Use &use) {
    return use.database &&
           std::none_of(routes.databases.begin(),
                        routes.databases.begin() + static_cast<std::ptrdiff_t>(kept),
                        [&](const auto &of) { return of.id == *use.database; });
  });
  for (Glossary::Use &use : uses) use.database.reset();
  return uses;
}

/// A reason for each entry that names the column, or words of it or its table.
void add_meanings(SubsetColumn &column, const std::vector<Glossary::Use> &uses,
                  const LexicalIndex &index, const Catalog &catalog) {
  for (const Glossary::Use &use : uses) {
    if (use.database && *use.database != catalog.database_of(column.id)) continue;
    const std::vector<Reason> reasons = Explanation(index, use.words).reasons(column.id);
    const bool is_meant = use.columns->empty()
                              ? std::ranges::any_of(reasons,
                                                    [](const Reason &reason) {
                                                      return reason.kind == ReasonKind::word ||
                                                             reason.kind == ReasonKind::table;
                                                    })
                              : std::ranges::find(*use.columns, column.id) != use.columns->end();
    if (is_meant)
      column.reasons.push_back(
          {ReasonKind::glossary, use.entry->term + " = " + use.entry->meaning});
  }
}

}  // namespace

Retriever::Retriever(const std::shared_ptr<const Catalog> &catalog)
    : Retriever(catalog, index_catalog(*catalog)) {}

Retriever::Retriever(std::shared_ptr<const Catalog> catalog,
                     std::shared_ptr<const LexicalIndex> index, const MeaningVectors *vectors)
    : Retriever(std::move(catalog), std::move(index), Options{}, default_embedder(), vectors) {}

Retriever::Retriever(std::shared_ptr<const Catalog> catalog,
                     std::shared_ptr<const LexicalIndex> index, const Options &options,
                     const std::optional<AnyEmbedder> &embedder, const MeaningVectors *vectors)
    : catalog_(std::move(catalog)),
      index_(std::move(index)),
      graphs_(std::make_shared<JoinGraphs>(catalog_)),
      options_(options),
      router_(index_, graphs_, options_.router, meaning_of(graphs_, embedder, vectors)),
      candidates_(index_, options_.candidates) {
  if (index_->fingerprint() != catalog_->fingerprint()) {
    throw Error(ErrorCode::mismatch, "the index was made of another catalog; index again");
  }
}

Routes Retriever::route(const std::string &question, const std::vector<Glossary::Use> &uses,
                        const Mask *mask) const {
  Routes routes = router_.route(expanded(question, uses), mask);
  for (const DatabaseId database : scopes(uses)) {
    if (!visible(mask, database)) continue;
    const Routes own = router_.route(expanded(question, uses, database), mask);
    for (const TableId table : catalog()->tables(database))
      routes.table_scores[table.index()] = own.table_scores[table.index()];
    std::erase_if(routes.databases, [&](const auto &of) { return of.id == database; });
    for (const auto &of : own.databases) {
      if (of.id == database) routes.databases.push_back(of);
    }
    std::ranges::sort(routes.databases, BestFirst{});
  }
  return routes;
}

Answer Retriever::ask(std::string_view raw_question, const AskOptions &options) const {
  const std::string question = repair_utf8(raw_question);
  if (!has_words(question)) {
    throw Error(ErrorCode::invalid_argument, "the question holds no words");
  }
  if (options.budget == 0) {
    throw Error(ErrorCode::invalid_argument, "the budget is 0 columns, expected at least 1");
  }
  check_mask(options.mask, *catalog());

  const std::vector<Glossary::Use> uses =
      options.glossary != nullptr ? options.glossary->uses(question) : std::vector<Glossary::Use>();
  const std::string routed_text = with_words_of(question, options.hallucinated);
  Routes routes = route(routed_text, uses, options.mask);
  const std::string meant = expanded(question, holding_in(uses, routes, options.databases));
  Answer answer;
  for (const TableId table : catalog()->tables()) {
    if (!visible(options.mask, table)) continue;
    answer.tables.push_back({table, routes.table_scores[table.index()]});
  }
  std::ranges::sort(answer.tables, BestFirst{});

  const HallucinatedSchema schema =
      options.hallucinated ? *options.hallucinated : QuestionSegments().hallucinate(meant);
  const RoutedCandidates source(candidates_, *catalog(), routes, options.databases,
                                options_.table_weight);
  answer.subset.catalog = catalog();
  answer.subset.columns =
      retrieve_collectively(make_probes(meant, schema), source, options_.objective, *graphs_,
                            options.budget, options.mask, options_.collective);
  const Explanation explanation(*index_, routed_text);
  for (SubsetColumn &column : answer.subset.columns) {
    std::vector<Reason> words = explanation.reasons(column.id);
    column.reasons.insert(column.reasons.begin(), words.begin(), words.end());
    add_meanings(column, uses, *index_, *catalog());
    if (is_key(*catalog(), column.id, options.mask))
      column.reasons.push_back({ReasonKind::key, {}});
  }
  answer.databases = std::move(routes.databases);
  return answer;
}

}  // namespace sluice
