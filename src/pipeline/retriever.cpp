#include "sluice/pipeline/retriever.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "answer_doubts.hpp"
#include "retrieve/explanation.hpp"
#include "route/zero_shot/meaning_signals.hpp"
#include "routed_candidates.hpp"
#include "sluice/core/error.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/cross_encoder.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/route/ranker_model.hpp"

namespace sluice::inline v0 {
namespace {

/// Tables of databases with a smaller probability are not ranked.
constexpr float min_share = 1e-3F;

/// Whether the column is part of a primary key that is completely visible.
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

/// `made`: existing vectors of the catalog; nullptr: they are computed now.
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

/// The entries that apply everywhere or in one of the best databases, changed to apply everywhere.
std::vector<Glossary::Use> holding_in(std::vector<Glossary::Use> uses,
                                      const std::vector<Scored<DatabaseId>> &ranked,
                                      std::size_t databases) {
  const std::size_t kept = std::min(databases, ranked.size());
  std::erase_if(uses, [&](const Glossary::Use &use) {
    return use.database &&
           std::none_of(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(kept),
                        [&](const auto &of) { return of.id == *use.database; });
  });
  for (Glossary::Use &use : uses) use.database.reset();
  return uses;
}

/// The words of each entry, looked up in a catalog.
std::vector<Explanation> explanations_of(const std::vector<Glossary::Use> &uses,
                                         const Catalog &catalog, const LexicalIndex &index) {
  std::vector<Explanation> explanations;
  explanations.reserve(uses.size());
  for (const Glossary::Use &use : uses) explanations.emplace_back(catalog, index, use.words);
  return explanations;
}

/// Adds a reason for each entry that names the column, or words of it or its table.
void add_meanings(SubsetColumn &column, const std::vector<Glossary::Use> &uses,
                  const std::vector<Explanation> &explanations, const Catalog &catalog) {
  for (std::size_t u = 0; u < uses.size(); ++u) {
    const Glossary::Use &use = uses[u];
    if (use.database && *use.database != catalog.database_of(column.id)) continue;
    const std::vector<Reason> reasons = explanations[u].reasons(column.id);
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

/// The trained ranker, if there is a model for the embedder.
std::optional<Ranker> ranker_of(const std::shared_ptr<const JoinGraphs> &graphs,
                                const std::shared_ptr<const LexicalIndex> &index,
                                const Retriever::Options &options,
                                const std::optional<AnyEmbedder> &embedder,
                                const MeaningVectors *made) {
  const std::optional<AnyEmbedder> words = default_embedder();
  if (!options.trained || !embedder || !words) return std::nullopt;
  RankerEmbedders embedders{*words, {}};
  if (embedder->fingerprint() != words->fingerprint()) embedders.sentences = embedder;
  std::shared_ptr<const RankerModel> model = options.model;
  if (model == nullptr) {
    model = RankerModel::shipped(words->fingerprint(),
                                 embedders.sentences ? embedder->fingerprint() : 0);
  }
  if (model == nullptr) return std::nullopt;
  return Ranker(RankerSchema(graphs, index, embedders, made), std::move(model),
                options.cross_encoder);
}

/// Whether any visible name, title or description has a letter of the script.
bool is_in_names(Script script, const Catalog &catalog, const Mask *mask) {
  const auto has = [script](const auto &of) {
    ScriptCounts counts;
    for (const std::string_view text : {of.name, of.title, of.description}) counts.add(text);
    return counts[script] != 0;
  };
  for (const TableId table : catalog.tables()) {
    if (visible(mask, table) && has(catalog.table(table))) return true;
  }
  for (const ColumnId column : catalog.columns()) {
    if (visible(mask, column) && has(catalog.column(column))) return true;
  }
  return false;
}

/// The question's script, if no name of the catalog is written in it and the glossary does not
/// translate any of its words.
std::optional<Script> foreign_script(const Question &question,
                                     const std::vector<Glossary::Use> &uses, const Catalog &catalog,
                                     const Mask *mask) {
  if (!uses.empty()) return std::nullopt;
  const std::optional<Script> script = question.script();
  return script && !is_in_names(*script, catalog, mask) ? script : std::nullopt;
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
      embedder_(embedder),
      candidates_(index_, options_.candidates) {
  if (index_->fingerprint() != catalog_->fingerprint()) {
    throw Error(ErrorCode::mismatch, "the index was made of another catalog; index again");
  }
  ranker_ = ranker_of(graphs_, index_, options_, embedder, vectors);
  if (options_.cross_encoder != nullptr && !ranker_) {
    throw Error(ErrorCode::unsupported,
                "a cross-encoder needs a trained ranker, and there is none for this embedder");
  }
  if (!ranker_)
    router_.emplace(index_, graphs_, options_.router, meaning_of(graphs_, embedder, vectors));
}

Retriever::Retriever(const Retriever &before, std::shared_ptr<const Catalog> catalog)
    : catalog_(std::move(catalog)),
      options_(before.options_),
      embedder_(before.embedder_),
      candidates_(before.candidates_) {
  const auto changes =
      lexical_changes(*catalog_, *before.catalog_, before.index_->analyzer().options());
  index_ = changes ? LexicalIndex::change(before.index_, *changes, catalog_->fingerprint())
                   : index_catalog(*catalog_, before.index_->analyzer().options());
  graphs_ = std::make_shared<const JoinGraphs>(*before.graphs_, catalog_);
  candidates_ = changes ? before.candidates_.after(index_, *changes)
                        : LexicalCandidates(index_, options_.candidates);
  if (before.ranker_) {
    ranker_ = before.ranker_->after(
        before.ranker_->schema().after(graphs_, index_, changes ? &*changes : nullptr));
  } else {
    router_.emplace(index_, graphs_, options_.router, meaning_of(graphs_, embedder_, nullptr));
  }
}

std::shared_ptr<const Retriever> Retriever::after(std::shared_ptr<const Catalog> catalog) const {
  return std::shared_ptr<const Retriever>(new Retriever(*this, std::move(catalog)));
}

Routes Retriever::route(const Question &question, const std::vector<Glossary::Use> &uses,
                        const AskOptions &options) const {
  const Mask *mask = options.mask;
  Routes routes = router_->route(expanded(question, uses), mask, options.token);
  for (const DatabaseId database : scopes(uses)) {
    if (!visible(mask, database)) continue;
    const Routes own = router_->route(expanded(question, uses, database), mask, options.token);
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

namespace {

std::vector<Scored<TableId>> ranked_tables(const Routes &routes, const Catalog &catalog,
                                           const Mask *mask) {
  std::vector<Scored<TableId>> tables;
  for (const TableId table : catalog.tables()) {
    if (visible(mask, table)) tables.push_back({table, routes.table_scores[table.index()]});
  }
  std::ranges::sort(tables, BestFirst{});
  return tables;
}

/// `scores`: best first.
std::vector<Scored<DatabaseId>> as_probabilities(const std::vector<Scored<DatabaseId>> &scores,
                                                 float temperature) {
  std::vector<float> probabilities;
  for (const auto &of : scores) probabilities.push_back(of.score);
  softmax(probabilities, temperature);
  std::vector<Scored<DatabaseId>> databases = scores;
  for (std::size_t d = 0; d < databases.size(); ++d) databases[d].score = probabilities[d];
  return databases;
}

}  // namespace

Answer Retriever::ask(const Question &question, const AskOptions &options) const {
  check_cancelled(options.token);
  if (question.words().empty()) {
    throw Error(ErrorCode::invalid_argument, "the question contains no words");
  }
  if (options.budget == 0) {
    throw Error(ErrorCode::invalid_argument, "the budget is 0 columns, expected at least 1");
  }
  check_mask(options.mask, *catalog());

  const std::vector<Glossary::Use> uses =
      options.glossary != nullptr ? options.glossary->uses(question) : std::vector<Glossary::Use>();
  HallucinatedSchema shortened;
  const HallucinatedSchema *hallucinated = bounded_schema(options.hallucinated, shortened);
  const Question routed = with_schema_words(question, hallucinated);
  Answer answer;
  answer.subset.catalog = catalog();
  answer.foreign_script = foreign_script(routed, uses, *catalog(), options.mask);
  const auto choose = [&](const auto &source, const std::vector<Scored<DatabaseId>> &databases) {
    check_cancelled(options.token);
    const Question meant = expanded(question, holding_in(uses, databases, options.databases));
    const ProbeSet probes = make_probes(
        meant, hallucinated != nullptr ? *hallucinated : QuestionSegments().hallucinate(meant));
    answer.subset.columns =
        retrieve_collectively(probes, source, options_.objective, *graphs_, options.budget,
                              options.mask, options_.collective);
  };
  if (ranker_) {
    RankerOptions wide;
    wide.databases = std::max(wide.databases, options.databases);
    wide.columns = std::max(wide.columns, options.budget);
    wide.min_share = min_share;
    wide.column_databases = options.databases;
    wide.glossary = options.glossary;
    wide.hallucinated = hallucinated;
    wide.token = options.token;
    RankerAnswer ranked = ranker_->rank(question, options.mask, wide);
    choose(pipeline_detail::RankedCandidates(candidates_, ranked, options_.word_weight),
           ranked.databases);
    answer.trained = true;
    answer.fits = ranked.fits;
    answer.fits_threshold = options.fits_threshold.value_or(ranker_->fits_threshold(ranked));
    answer.databases = std::move(ranked.databases);
    answer.tables = std::move(ranked.tables);
    answer.columns = std::move(ranked.columns);
    pipeline_detail::add_doubts(answer.databases, answer);
  } else {
    Routes routes = route(routed, uses, options);
    choose(pipeline_detail::RoutedCandidates(candidates_, *catalog(), routes, options.databases,
                                             options_.table_weight),
           routes.databases);
    answer.tables = ranked_tables(routes, *catalog(), options.mask);
    answer.databases = std::move(routes.databases);
    pipeline_detail::add_doubts(as_probabilities(answer.databases, options_.router.temperature),
                                answer);
  }
  check_cancelled(options.token);
  const Explanation explanation(*catalog(), *index_, routed);
  const std::vector<Explanation> meanings = explanations_of(uses, *catalog(), *index_);
  for (SubsetColumn &column : answer.subset.columns) {
    std::vector<Reason> words = explanation.reasons(column.id);
    column.reasons.insert(column.reasons.begin(), words.begin(), words.end());
    add_meanings(column, uses, meanings, *catalog());
    if (is_key(*catalog(), column.id, options.mask))
      column.reasons.push_back({ReasonKind::key, {}});
  }
  return answer;
}

}  // namespace sluice::inline v0
