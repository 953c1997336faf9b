#ifndef SLUICE_SRC_BEAM_WORD_EVIDENCE_HPP
#define SLUICE_SRC_BEAM_WORD_EVIDENCE_HPP

/// Where in a catalog a word of a question may occur, and with what confidence.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "route/schema_words.hpp"
#include "route/zero_shot/word_channel.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0::beam_detail {

/// Strengths are in (0, 1], 1 for the word itself.
struct WordPlaces {
  std::uint32_t object = 0;  ///< Id of a table or database.
  float anywhere = 0;        ///< In its name or in the name of an object in it.
  float in_name = 0;
};

struct WordEvidence {
  std::string stem;
  float rarity = 0;  ///< Inverse frequency over databases; 0 for words that do not occur.
  std::vector<WordPlaces> tables;     ///< Sorted by id.
  std::vector<WordPlaces> databases;  ///< Sorted by id.
  std::vector<float> vector;          ///< All zero for a function word.
};

/// Prepared for one catalog. Immutable; as thread-safe as the embedder.
class EvidenceSource {
 public:
  EvidenceSource(std::shared_ptr<const Catalog> catalog, AnyEmbedder words);

  /// The evidence for a folded word. Ignores hidden objects. O(schema words × dimensions + places).
  WordEvidence of(std::string_view word, const Mask *mask) const;
  /// The number of words in a table's readable name.
  std::size_t name_words(TableId table) const { return name_words_[table.index()]; }
  /// The mean of the vectors of the distinct words in a table's or database's names, scaled to unit
  /// length, or all zero. Ignores hidden objects.
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

}  // namespace sluice::inline v0::beam_detail

#endif
