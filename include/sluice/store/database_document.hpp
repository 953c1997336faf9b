#ifndef SLUICE_STORE_DATABASE_DOCUMENT_HPP
#define SLUICE_STORE_DATABASE_DOCUMENT_HPP

/// A database in the form that every store keeps. It is analyzed and embedded by the client, so
/// that all stores rank in the same way. Its numbers are positions within the database, so that
/// changes of other databases do not affect it.

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

namespace sluice::inline v0 {

/// Version of the stores' format, including their terms. Other versions are not read.
inline constexpr std::uint32_t store_layout = 2;

/// Settings that a store was loaded with; they hold for all of its databases.
struct StoreSettings {
  /// Each analysis has its own postings. Routing uses the first. A Retriever uses that of
  /// `index_catalog`.
  std::vector<AnalyzerOptions> analyses{AnalyzerOptions{}};
  std::uint64_t embedder = 0;  ///< Fingerprint of the vectors' embedder; 0: no vectors.
  std::size_t dimensions = 0;  ///< Of a vector; 0: no vectors.

  friend bool operator==(const StoreSettings &, const StoreSettings &) = default;
};

/// A number below 16 for each analysis. It never changes between releases.
std::uint8_t analysis_code(const AnalyzerOptions &options) noexcept;
AnalyzerOptions analysis_of(std::uint8_t code) noexcept;

/// Lengths of the texts of a database, its tables and its columns.
using TextLengths = std::array<std::vector<FieldCounts>, level_count>;

/// The postings of one term in one database.
struct TermBlock {
  std::string term;
  std::vector<Posting> postings;  ///< Sorted by level, object (position in the database), field.
  /// Contribution of the term to the score of the database's best table, in (0, 1): the saturated
  /// count of BM25 without the term's rarity, over names and what they imply, for a mean table
  /// length of `mean_length` words. Used to choose databases without reading postings.
  float impact = 0;
};
inline constexpr float mean_length = 40.0F;

struct AnalyzedText {
  std::vector<TermBlock> terms;  ///< Sorted by the bytes of the term.
  TextLengths lengths;
};

struct DatabaseDocument {
  std::string name;
  std::uint64_t fingerprint = 0;                 ///< Of the Database.
  std::vector<std::uint32_t> columns_of_tables;  ///< Number of columns of each table.
  std::vector<AnalyzedText> analyses;            ///< In the order of the settings.
  std::string definition;                        ///< For `database_in`.
  std::vector<float> table_vectors;              ///< Row-major; empty without an embedder.
  std::vector<float> column_vectors;             ///< As `embed_columns` computes them.
};

/// Analyzes and embeds a database. Throws Error(invalid_argument) if `embedder` is not that of the
/// settings, and what the embedder throws. O(text).
DatabaseDocument document_of(const std::shared_ptr<const Database> &database,
                             const StoreSettings &settings,
                             const std::optional<AnyEmbedder> &embedder);

/// Returns the Database of a document's definition. Throws Error(malformed) if it is damaged or has
/// another fingerprint, and Error(limit_exceeded) if it is larger than 1 GB; errors name `source`.
std::shared_ptr<const Database> database_in(std::string_view definition, std::uint64_t fingerprint,
                                            const std::string &source);

/// Compresses a block, and restores it. The block includes the term, so that a lookup by hash can
/// verify it. `unpack_block` throws Error(malformed), naming `source`, if the bytes are damaged.
std::string pack_block(std::string_view term, std::span<const Posting> postings);
struct UnpackedBlock {
  std::string_view term;  ///< A view of the bytes.
  std::vector<Posting> postings;
};
UnpackedBlock unpack_block(std::string_view bytes, const std::string &source);

std::string pack_shape(std::span<const std::uint32_t> columns_of_tables);
std::vector<std::uint32_t> unpack_shape(std::string_view bytes, const std::string &source);
/// The lengths of all analyses, in order.
std::string pack_lengths(std::span<const AnalyzedText> analyses);
std::vector<TextLengths> unpack_lengths(std::string_view bytes,
                                        std::span<const std::uint32_t> columns_of_tables,
                                        std::size_t analyses, const std::string &source);

}  // namespace sluice::inline v0

#endif
