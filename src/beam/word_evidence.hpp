#ifndef SLUICE_SRC_BEAM_WORD_EVIDENCE_HPP
#define SLUICE_SRC_BEAM_WORD_EVIDENCE_HPP

/// Where in a catalog a word of a question may stand, and how surely.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/embed/any_embedder.hpp"
#include "sluice/route/schema_words.hpp"
#include "sluice/route/word_channel.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::detail {

/// Strengths in (0, 1], 1 for the word itself.
struct WordPlaces {
  std::uint32_t object = 0;  ///< A table's or database's id.
  float anywhere = 0;        ///< In its name or in one of what it holds.
  float in_name = 0;
};

struct WordEvidence {
  std::string stem;
  float rarity = 0;  ///< Inverse frequency over databases; 0 for words that stand nowhere.
  std::vector<WordPlaces> tables;     ///< By id.
  std::vector<WordPlaces> databases;  ///< By id.
  std::vector<float> vector;          ///< All zero for a function word.
};

/// Prepared for one catalog. Immutable; as thread-safe as the embedder.
class EvidenceSource {
 public:
  EvidenceSource(std::shared_ptr<const Catalog> catalog, AnyEmbedder words);

  /// Of a folded word. What is hidden is not there. O(schema words × dimensions + places).
  WordEvidence of(std::string_view word, const Mask *mask) const;
  /// How many words a table's readable name has.
  std::size_t name_words(TableId table) const { return name_words_[table.index()]; }
  /// The mean of the vectors of the distinct words of a table's or database's names, of unit
  /// length, or all zero. What is hidden is not there.
  void name_vector(TableId table, const Mask *mask, std::span<float> vector) const;
  void name_vector(DatabaseId database, const Mask *mask, std::span<float> vector) const;

  std::size_t dimensions() const { return embedder_.dimensions(); }
  std::uint64_t embedder_fingerprint() const { return embedder_.fingerprint(); }

 private:
  struct NamedDatabase {
    std::string stem;
    DatabaseId database;
  };
  std::vector<WordMatch> matches(std::string_view word, std::string_view stem) const;
  void add_words_of(TableId table, const Mask *mask, std::vector<SchemaWordId> &words) const;
  void mean_of(std::vector<SchemaWordId> words, std::span<float> vector) const;

  std::shared_ptr<const Catalog> catalog_;
  AnyEmbedder embedder_;
  std::shared_ptr<const SchemaWords> words_;
  std::vector<float> word_vectors_;  // by schema word
  VectorChannel vectors_;
  std::optional<SynonymWords> synonyms_;
  std::vector<NamedDatabase> database_names_;  // by stem, then id
  std::vector<std::size_t> name_words_;        // by table
  struct PlacedWord {
    SchemaWordId word;
    std::uint32_t column;
  };
  std::vector<std::vector<PlacedWord>> words_of_tables_;
};

}  // namespace sluice::detail

#endif
