#ifndef SLUICE_STORE_DATABASE_DOCUMENT_HPP
#define SLUICE_STORE_DATABASE_DOCUMENT_HPP

/// One database as any store keeps it: analyzed and embedded on our side, so that every store ranks
/// alike, and numbered within itself, so that no other database's change touches it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/embed/any_embedder.hpp"
#include "sluice/index/lexical_index.hpp"
#include "sluice/schema/database.hpp"

namespace sluice {

/// The release of what stores hold. Another one is not read.
inline constexpr std::uint32_t store_layout = 1;

/// What a store was loaded with: the same for each of its databases.
struct StoreSettings {
  /// Each way in which texts are analyzed has postings of its own. The first is what questions are
  /// routed by; that of `index_catalog` is what a Retriever takes.
  std::vector<AnalyzerOptions> analyses{AnalyzerOptions{}};
  std::uint64_t embedder = 0;  ///< Fingerprint of what made the vectors; 0: there are none.
  std::size_t dimensions = 0;  ///< Of a vector; 0: there are none.

  friend bool operator==(const StoreSettings &, const StoreSettings &) = default;
};

/// A number below 16 for each way of analyzing, the same for ever.
std::uint8_t analysis_code(const AnalyzerOptions &options) noexcept;
AnalyzerOptions analysis_of(std::uint8_t code) noexcept;

/// Lengths of the texts of a database, its tables and its columns.
using TextLengths = std::array<std::vector<FieldCounts>, level_count>;

/// Where one term stands in one database.
struct TermBlock {
  std::string term;
  std::vector<Posting> postings;  ///< By level, object (numbered within the database), field.
  /// What the term says for the database's best table, in (0, 1): the saturated count of BM25
  /// before its rarity, over names and what they imply, the mean table being of `usual_length`
  /// words. For choosing databases without reading postings.
  float impact = 0;
};
inline constexpr float usual_length = 40.0F;

struct AnalyzedText {
  std::vector<TermBlock> terms;  ///< In order of the term's bytes.
  TextLengths lengths;
};

struct DatabaseDocument {
  std::string name;
  std::uint64_t fingerprint = 0;                 ///< Of the Database.
  std::vector<std::uint32_t> columns_of_tables;  ///< How many columns each table has.
  std::vector<AnalyzedText> analyses;            ///< As in the settings.
  std::string definition;                        ///< For `database_in`.
  std::vector<float> table_vectors;              ///< Row-major; none without an embedder.
  std::vector<float> column_vectors;             ///< As `embed_columns` makes them.
};

/// Analyses and embeds a database. `embedder`: as the settings say. Throws Error(invalid_argument)
/// if it is not, and what it throws. O(text).
DatabaseDocument document_of(const std::shared_ptr<const Database> &database,
                             const StoreSettings &settings,
                             const std::optional<AnyEmbedder> &embedder);

/// The Database of a document's definition. Throws Error, naming `source`: malformed (damaged, or
/// not of that fingerprint), limit_exceeded (more than a gigabyte).
std::shared_ptr<const Database> database_in(std::string_view definition, std::uint64_t fingerprint,
                                            const std::string &source);

/// A block as few bytes, and back: the term comes first, so that who looked it up by a hash can
/// tell. `unpack_block` throws Error(malformed), naming `source`, for bytes that are damaged.
std::string pack_block(std::string_view term, std::span<const Posting> postings);
struct UnpackedBlock {
  std::string_view term;  ///< Views the bytes.
  std::vector<Posting> postings;
};
UnpackedBlock unpack_block(std::string_view bytes, const std::string &source);

std::string pack_shape(std::span<const std::uint32_t> columns_of_tables);
std::vector<std::uint32_t> unpack_shape(std::string_view bytes, const std::string &source);
/// Of all analyses, one after the other.
std::string pack_lengths(std::span<const AnalyzedText> analyses);
std::vector<TextLengths> unpack_lengths(std::string_view bytes,
                                        std::span<const std::uint32_t> columns_of_tables,
                                        std::size_t analyses, const std::string &source);

}  // namespace sluice

#endif
