#ifndef SLUICE_TRAIN_RANKER_TRAINING_HPP
#define SLUICE_TRAIN_RANKER_TRAINING_HPP

/// Training data of the ranker: questions with the tables and columns that their queries read.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/learn/ranked_groups.hpp"
#include "sluice/learn/row_parts.hpp"
#include "sluice/route/translation_model.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/glossary.hpp"
#include "sluice/schema/hallucinated_schema.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

class RankerFeatures;

struct RankerExample {
  std::string question;
  DatabaseId database;
  std::vector<TableId> tables;    ///< Of that database, without duplicates.
  std::vector<ColumnId> columns;  ///< Of these tables, without duplicates; may be empty.
  /// Hallucinated for the question; its words are used together with those of the question. May be
  /// empty.
  HallucinatedSchema hallucinated = {};

  Question expanded() const { return with_schema_words(question, &hallucinated); }
};

/// Converts an example for the translation model: stems of the question, and of the names of its
/// database, tables and columns.
TranslationPair translation_pair(const Catalog &catalog, const RankerExample &example);
/// Converts glossary entries for the translation model, one pair per meaning: the words of all its
/// terms, and its own words. Throws Error(invalid_argument), with the place, if an entry is for one
/// database only.
std::vector<TranslationPair> translation_pairs(std::span<const GlossaryEntry> glossary);

struct WordReplacement {
  double rate = 0.75;  ///< Fraction of the words that name what the query reads.
  std::uint64_t seed = 5;
};

/// Returns the examples with other words: a word that names a gold table or column is replaced by a
/// synonym, or by a word with a near vector in the static table, with equal probability. The result
/// may be nonsense. If the build has neither synonyms nor table, returns the examples unchanged.
/// The same seed gives the same questions.
std::vector<RankerExample> with_replaced_words(const Catalog &catalog,
                                               std::span<const RankerExample> examples,
                                               const WordReplacement &options = {});

/// Feature rows of one example, for fitting.
struct RankerRows {
  /// Databases by ascending id, including the gold one; empty if the gold one is not found.
  std::vector<std::uint32_t> candidates;
  std::size_t gold = 0;          ///< Position of the gold database.
  std::vector<float> databases;  ///< One row per candidate.
  RowParts words;                ///< By candidate: those of the question.
  std::vector<float> tables;     ///< One row per table of the gold database.
  std::vector<std::uint8_t> gold_tables;
  std::vector<float> columns;  ///< One row per column of the gold tables.
  std::vector<std::uint8_t> gold_columns;
};

/// Returns one group with a row of the fused signals for each table of the candidates of
/// `ranker_rows`; the tables that the query reads are relevant. Empty if there are no candidates.
RankedGroups table_group(const RankerFeatures &features, const RankerExample &example,
                         std::size_t max_candidates);

/// The candidates are the best `max_candidates` databases by a plain sum of signals. If the gold
/// one is not among them, there are no candidates: adding it would teach that the worst-looking
/// database is right.
RankerRows ranker_rows(const RankerFeatures &features, const RankerExample &example,
                       std::size_t max_candidates);

}  // namespace sluice::inline v0

#endif
