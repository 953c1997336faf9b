#include "sluice/pipeline/explain.hpp"

#include <algorithm>
#include <utility>

#include "core/add_once.hpp"
#include "sluice/retrieve/hallucination.hpp"
#include "sluice/route/content_words.hpp"
#include "sluice/route/ranker_model.hpp"

namespace sluice::inline v0 {
namespace {

using detail::add_once;

/// Maximum number of tables of the answer that are explained: as many as a page can show.
constexpr std::size_t max_chosen = 40;

template <class Id>
bool contains(const std::vector<Id> &ids, Id id) {
  return std::ranges::find(ids, id) != ids.end();
}

/// The databases of the answer; if it is empty, the best one.
std::vector<DatabaseId> shown_databases(const Answer &answer, const Catalog &catalog,
                                        std::size_t most) {
  std::vector<DatabaseId> shown;
  for (const SubsetColumn &column : answer.subset.columns)
    add_once(shown, catalog.database_of(column.id));
  for (const auto &database : answer.databases) {
    if (shown.size() < std::min<std::size_t>(most, 1)) add_once(shown, database.id);
  }
  return shown;
}

/// Words found in the index: in names only if there is no ranker, in values and descriptions
/// always.
class IndexedWords {
 public:
  IndexedWords(const LexicalIndex &index, const Catalog &catalog, const Mask *mask,
               const std::vector<DatabaseId> &databases)
      : index_(index), catalog_(catalog), mask_(mask), databases_(databases) {}

  void add(WordMatches &word, bool with_names) const {
    NameMatch name{MatchChannel::stem, word.word, 1, {}, {}, {}};
    NameMatch value{MatchChannel::value, word.word, 1, {}, {}, {}};
    NameMatch description{MatchChannel::description, word.word, 1, {}, {}, {}};
    for (const std::string &term : index_.analyzer()(word.word)) {
      for (const Posting &posting : index_.postings(term)) {
        if (!is_of_name(posting.field)) {
          place(posting, posting.field == TextField::values ? value : description);
        } else if (with_names) {
          place(posting, name);
        }
      }
    }
    for (NameMatch *match : {&name, &value, &description}) {
      if (match->databases.empty() && match->tables.empty() && match->columns.empty()) continue;
      word.matches.push_back(std::move(*match));
    }
  }

 private:
  void place(const Posting &posting, NameMatch &match) const {
    switch (posting.level) {
      case Level::database: {
        const DatabaseId id(posting.object);
        if (visible(mask_, id) && contains(databases_, id)) add_once(match.databases, id);
        break;
      }
      case Level::table: {
        const TableId id(posting.object);
        if (visible(mask_, id) && contains(databases_, catalog_.database_of(id)))
          add_once(match.tables, id);
        break;
      }
      case Level::column: {
        const ColumnId id(posting.object);
        if (visible(mask_, id) && contains(databases_, catalog_.database_of(id)))
          add_once(match.columns, id);
        break;
      }
    }
  }

  const LexicalIndex &index_;
  const Catalog &catalog_;
  const Mask *mask_;
  const std::vector<DatabaseId> &databases_;
};

/// Neighbors and joins of the chosen tables.
void add_graph(AnswerExplanation &explanation, const Catalog &catalog, const Mask *mask,
               std::size_t max_neighbors) {
  std::vector<std::pair<DatabaseId, SchemaGraph>> graphs;
  const auto graph_of = [&](TableId table) -> const SchemaGraph & {
    const DatabaseId database = catalog.database_of(table);
    for (const auto &[id, graph] : graphs) {
      if (id == database) return graph;
    }
    return graphs.emplace_back(database, SchemaGraph(catalog, database, mask)).second;
  };
  std::vector<TableId> near;
  for (const TableId table : explanation.chosen) {
    for (const Join &join : graph_of(table).joins(table)) {
      if (!contains(explanation.chosen, join.to)) add_once(near, join.to);
    }
  }
  const auto rank_of = [&](TableId table) {
    return std::ranges::find(explanation.answer.tables, table, &Scored<TableId>::id) -
           explanation.answer.tables.begin();
  };
  std::ranges::stable_sort(near, [&](TableId a, TableId b) { return rank_of(a) < rank_of(b); });
  if (near.size() > max_neighbors) near.resize(max_neighbors);
  explanation.neighbors = near;

  std::vector<TableId> all = explanation.chosen;
  all.insert(all.end(), near.begin(), near.end());
  for (const TableId table : all) {
    for (const Join &join : graph_of(table).joins(table)) {
      if (contains(all, join.to) && table < join.to) explanation.joins.push_back(join);
    }
  }
}

}  // namespace

AnswerExplanation explain(const Retriever &retriever, const Question &question,
                          const AskOptions &options, std::size_t next) {
  const Catalog &catalog = *retriever.catalog();
  AnswerExplanation explanation;
  explanation.question = question;
  explanation.answer = retriever.ask(question, options);
  const std::vector<SubsetColumn> &taken = explanation.answer.subset.columns;
  explanation.budget = options.budget;
  explanation.databases = options.databases;
  explanation.is_masked = options.mask != nullptr;
  explanation.is_hallucinated = options.hallucinated != nullptr;
  if (const Ranker *ranker = retriever.ranker())
    explanation.trained_on = ranker->model().info.trained_on;

  const std::size_t all = catalog.column_count();
  if (options.budget < all) {
    AskOptions more = options;
    more.budget = options.budget + std::min(next, all - options.budget);
    for (SubsetColumn &column : retriever.ask(question, more).subset.columns) {
      const bool known = std::ranges::any_of(
          taken, [&](const SubsetColumn &other) { return other.id == column.id; });
      if (!known) explanation.cut_off.push_back(std::move(column));
    }
  }
  for (const SubsetColumn &column : taken) {
    if (explanation.chosen.size() < max_chosen)
      add_once(explanation.chosen, catalog.table_of(column.id));
  }
  add_graph(explanation, catalog, options.mask, next);

  const Question routed = with_schema_words(question, options.hallucinated);
  const std::vector<DatabaseId> shown =
      shown_databases(explanation.answer, catalog, options.databases);
  if (const Ranker *ranker = retriever.ranker()) {
    explanation.words = ranker->matches(routed, shown, options.mask);
  } else {
    for (ContentWord &word : content_words(routed))
      explanation.words.push_back({std::move(word.word), std::move(word.stem), 0, {}});
  }
  const IndexedWords indexed(retriever.index(), catalog, options.mask, shown);
  for (WordMatches &word : explanation.words) indexed.add(word, retriever.ranker() == nullptr);
  return explanation;
}

}  // namespace sluice::inline v0
