#ifndef SLUICE_SRC_ROUTE_EVIDENCE_EVIDENCE_FEATURES_HPP
#define SLUICE_SRC_ROUTE_EVIDENCE_EVIDENCE_FEATURES_HPP

/// The declared table of evidence: what a question and a catalog's words say about each database
/// and table, and in which forms a model weighs it.
///
/// Strengths as such mean little in a catalog unlike those of the training. What carries over is
/// how an object compares with the others and with itself: its share of the best object's strength,
/// and how far it exceeds what the same object gets from questions that are not about it (see
/// Background). Evidence can only help, so its weights are not negative.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "embed/synonym_channel.hpp"
#include "sluice/core/language.hpp"
#include "sluice/index/lexical_index.hpp"

namespace sluice::inline v0::route_detail {

/// How a signal enters the model.
enum class EvidenceForm : std::uint8_t {
  raw = 1,         ///< As it is.
  share = 2,       ///< Divided by that of the best object.
  lift = 4,        ///< Minus the mean over background questions.
  lift_share = 8,  ///< The positive part of the lift, divided by the best object's.
  given = 16,      ///< As it is, and its weight may be negative: no evidence, but a circumstance.
};

struct EvidenceFeature {
  std::string_view name;
  std::string_view source;  ///< What it is computed from.
  unsigned forms;           ///< Sum of EvidenceForm.
  /// The learned feature that it repeats: the first of these that the ranker has.
  std::array<std::string_view, 2> learned = {};
};

namespace evidence {

inline constexpr unsigned relative = 2 + 4 + 8, plain = 1 + 2, given = 16;

/// Positions in `databases`.
enum Database : std::size_t {
  database_words,
  database_table_names,
  database_said,
  database_said_column,
  database_ranked_log,
  database_ranked,
  database_sentence,
};
inline constexpr std::array<EvidenceFeature, 7> databases{{
    {"words", "surprise of the question's words in names, descriptions and values", relative},
    {"table_names", "surprise of the words in names of tables", relative},
    {"said", "its name, as a sequence in the question", relative},
    {"said_column", "the same for names of a table's columns, of at least two words", relative},
    {"ranked_log", "logarithm of its probability by the trees and the perceptron", relative},
    {"ranked", "its probability by the trees and the perceptron", relative},
    {"sentence",
     "greatest cosine of the question and a table with its columns, by sentence vectors",
     relative,
     {"sent_qualified", "stas_qualified"}},
}};

/// Positions in `tables`.
enum Table : std::size_t {
  table_words,
  table_name_share,
  table_read_log,
  table_read,
  table_siblings,
  table_database_log,
};
inline constexpr std::array<EvidenceFeature, 6> tables{{
    {"words", "surprise of the question's words in names, descriptions and values", plain},
    {"name_share", "share of the rarity of its name's words that the question has", plain},
    {"read_log", "logarithm of its probability, given the database, by the trees", plain},
    {"read", "its probability by the trees and the perceptron", plain},
    {"siblings", "logarithm of the number of tables of its database", given},
    {"database_log", "logarithm of its database's probability by evidence", given},
}};

/// Positions in `columns`.
enum Column : std::size_t {
  column_words,
  column_read_log,
  column_table_log,
  column_position,
  column_sentence,
  column_name_words,
  column_key,
  column_said,
};
inline constexpr std::array<EvidenceFeature, 8> columns{{
    {"words", "rarity of the question's words in its name, description and values", 1},
    {"read_log", "logarithm of its probability, given the table, by the trees", 1},
    {"table_log", "logarithm of its table's probability by evidence", 1},
    {"position", "logarithm of its position in its table, at most 63", given},
    {"sentence", "cosine of its name and the question by sentence vectors", 1, {"sent", "stas"}},
    {"name_words", "number of words of its name", given, {"words"}},
    {"key", "whether it is of a key", given, {"key"}},
    {"said", "whether the question has its whole name", 1, {"phrase"}},
}};

}  // namespace evidence

/// A word of a question, as evidence counts it.
struct EvidenceWord {
  std::vector<StemMatch> meanings;  ///< Stems of names that it means.
  std::span<const Posting> texts;   ///< Where it occurs in the index, which must outlive this.
  float weight = 0;                 ///< By its frequency in questions, in [0.1, 1].
  float rarity = 0;  ///< By the number of tables with it in a name, times the weight.
};

/// The signals of a question: by feature, then id of the object.
struct EvidenceSignals {
  std::array<std::vector<float>, evidence::databases.size()> databases;
  std::array<std::vector<float>, evidence::tables.size()> tables;
  std::vector<float> best_tables;  ///< By database: the most that words say about one table of it.
  std::vector<EvidenceWord> words;
};

/// The names of the columns of rows, "feature" or "feature|form", in order.
std::vector<std::string> evidence_columns(std::span<const EvidenceFeature> features);
/// The name of the feature of such a column.
std::string_view feature_of(std::string_view column);
/// By column: whether its weight may be negative.
std::vector<std::uint8_t> free_columns(std::span<const EvidenceFeature> features);

/// By feature: the position in `names` of the learned feature that it repeats; SIZE_MAX if there is
/// none.
std::vector<std::size_t> learned_positions(std::span<const EvidenceFeature> features,
                                           std::span<const std::string> names);

/// Appends a row for each of `objects`. `signals`: by feature, then id. `means`: the same over
/// background questions; only read for the forms that need it. The best object is the best of
/// `objects`. O(objects × features).
void append_rows(std::span<const EvidenceFeature> features,
                 std::span<const std::vector<float>> signals,
                 std::span<const std::vector<float>> means, std::span<const std::uint32_t> objects,
                 std::vector<float> &rows);

}  // namespace sluice::inline v0::route_detail

#endif
