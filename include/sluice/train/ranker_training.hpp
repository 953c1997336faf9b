#ifndef SLUICE_TRAIN_RANKER_TRAINING_HPP
#define SLUICE_TRAIN_RANKER_TRAINING_HPP

/// What the ranker learns from: questions with the tables and columns that their queries read.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/learn/ranked_groups.hpp"
#include "sluice/learn/row_parts.hpp"
#include "sluice/route/ranker_features.hpp"
#include "sluice/route/translation_model.hpp"
#include "sluice/schema/glossary.hpp"

namespace sluice {

struct RankerExample {
  std::string question;
  DatabaseId database;
  std::vector<TableId> tables;    ///< Of that database, each once.
  std::vector<ColumnId> columns;  ///< Of these tables, each once; may be empty.
  /// Made up for the question, whose words are heard with it; empty: none was.
  HallucinatedSchema hallucinated = {};

  Question expanded() const { return with_words_of(question, &hallucinated); }
};

/// The example as the translation model takes it: stems of the question, and of the names of its
/// database, tables and columns.
TranslationPair translation_pair(const Catalog &catalog, const RankerExample &example);
/// Entries of a glossary as the translation model takes them, one pair a meaning: the words of all
/// its terms, and its own. Throws Error(invalid_argument), with the place, for an entry that holds
/// in one database only.
std::vector<TranslationPair> translation_pairs(std::span<const GlossaryEntry> glossary);

struct WordReplacement {
  double rate = 0.75;  ///< Of the words that name what the query reads.
  std::uint64_t seed = 5;
};

/// The examples once more, in other people's words: a word that names a gold table or column gives
/// way to a synonym, or to a word whose vector by the static table is near, half each. Nonsense
/// occurs. Where the build has neither, the examples come back as they are. The same seed gives the
/// same questions.
std::vector<RankerExample> with_replaced_words(const Catalog &catalog,
                                               std::span<const RankerExample> examples,
                                               const WordReplacement &options = {});

/// Rows of features for fitting, of one example.
struct RankerRows {
  /// Databases by rising id, the gold one among them; none where it is not found.
  std::vector<std::uint32_t> candidates;
  std::size_t gold = 0;          ///< Its position.
  std::vector<float> databases;  ///< A row a candidate.
  RowParts words;                ///< By candidate: the question's.
  std::vector<float> tables;     ///< A row a table of the gold database.
  std::vector<std::uint8_t> gold_tables;
  std::vector<float> columns;  ///< A row a column of the gold tables.
  std::vector<std::uint8_t> gold_columns;
};

/// One group: a row, of what a fusion weighs, for each table of the databases that `ranker_rows`
/// would take; right are the tables that are read. None where it takes none.
RankedGroups table_group(const RankerFeatures &features, const RankerExample &example,
                         std::size_t max_candidates);

/// The candidates are the `max_candidates` databases that a plain sum of signals holds for the
/// best. Where the gold one is not among them there are none: put there all the same, it would
/// teach that what looks worst is right.
RankerRows ranker_rows(const RankerFeatures &features, const RankerExample &example,
                       std::size_t max_candidates);

}  // namespace sluice

#endif
