#include "sluice/store/database_document.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/compression.hpp"
#include "sluice/core/error.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/dense_candidates.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0 {
namespace {

void put_number(std::string &bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(0x80 | (number & 0x7F));
  bytes += static_cast<char>(number);
}

/// Reads variable-length numbers, seven bits per byte, from untrusted bytes.
class Reader {
 public:
  Reader(std::string_view bytes, const std::string &source) : bytes_(bytes), source_(source) {}

  bool done() const { return at_ == bytes_.size(); }
  std::size_t left() const { return bytes_.size() - at_; }
  std::uint32_t number() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      if (done()) fail();
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      number |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) {
        if (number > UINT32_MAX) fail();
        return static_cast<std::uint32_t>(number);
      }
    }
    fail();
  }
  std::string_view text(std::size_t size) {
    if (size > left()) fail();
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  [[noreturn]] void fail() const {
    throw Error(ErrorCode::malformed, "holds damaged bytes; load the store again", {source_});
  }

 private:
  std::string_view bytes_;
  const std::string &source_;
  std::size_t at_ = 0;
};

float weight_of(TextField field) {
  constexpr float implied = 0.3F;  // as in Retriever
  if (field == TextField::name) return 1;
  return field == TextField::implied ? implied : 0;
}

float weighted_length(const FieldCounts &counts) {
  float sum = 0;
  for (std::size_t field = 0; field < field_count; ++field) {
    sum += static_cast<float>(counts[field]) * weight_of(static_cast<TextField>(field));
  }
  return sum;
}

/// The lengths of tables' documents: the words of the database, the table and its columns.
std::vector<float> table_lengths(const LexicalIndex &index) {
  const Hierarchy &hierarchy = index.hierarchy();
  std::vector<float> lengths;
  for (const TableId table : hierarchy.tables(DatabaseId(0))) {
    float length = weighted_length(index.lengths(Level::database)[0]) +
                   weighted_length(index.lengths(Level::table)[table.index()]);
    for (const ColumnId column : hierarchy.columns(table)) {
      length += weighted_length(index.lengths(Level::column)[column.index()]);
    }
    lengths.push_back(length);
  }
  return lengths;
}

float impact_of(std::span<const Posting> postings, const Hierarchy &hierarchy,
                std::span<const float> lengths) {
  std::vector<float> counts(lengths.size(), 0);
  float everywhere = 0;
  for (const Posting &posting : postings) {
    const float count = weight_of(posting.field) * static_cast<float>(posting.count);
    switch (posting.level) {
      case Level::database: everywhere += count; break;
      case Level::table: counts[posting.object] += count; break;
      case Level::column:
        counts[hierarchy.table_of(ColumnId(posting.object)).index()] += count;
        break;
    }
  }
  const Bm25Options usual;
  float best = everywhere > 0 && counts.empty() ? everywhere / (everywhere + usual.k1) : 0;
  for (std::size_t table = 0; table < counts.size(); ++table) {
    const float count = counts[table] + everywhere;
    if (count <= 0) continue;
    const float norm = usual.k1 * (1 - usual.b + usual.b * lengths[table] / mean_length);
    best = std::max(best, count / (count + norm));
  }
  return best;
}

AnalyzedText analyze(const Catalog &catalog, const AnalyzerOptions &options) {
  const auto index = index_catalog(catalog, options);
  const std::vector<float> lengths = table_lengths(*index);
  AnalyzedText text;
  index->each_term([&](std::string_view term, std::span<const Posting> postings) {
    text.terms.push_back({std::string(term),
                          {postings.begin(), postings.end()},
                          impact_of(postings, index->hierarchy(), lengths)});
  });
  for (std::size_t level = 0; level < level_count; ++level) {
    const auto of_level = index->lengths(static_cast<Level>(level));
    text.lengths[level].assign(of_level.begin(), of_level.end());
  }
  return text;
}

}  // namespace

std::uint8_t analysis_code(const AnalyzerOptions &options) noexcept {
  return static_cast<std::uint8_t>((options.split_case ? 1 : 0) | (options.split_digits ? 2 : 0) |
                                   (options.drop_stop_words ? 4 : 0) | (options.stem ? 8 : 0));
}

AnalyzerOptions analysis_of(std::uint8_t code) noexcept {
  return {.split_case = (code & 1) != 0,
          .split_digits = (code & 2) != 0,
          .drop_stop_words = (code & 4) != 0,
          .stem = (code & 8) != 0};
}

DatabaseDocument document_of(const std::shared_ptr<const Database> &database,
                             const StoreSettings &settings,
                             const std::optional<AnyEmbedder> &embedder) {
  if (settings.embedder != (embedder ? embedder->fingerprint() : 0) ||
      settings.dimensions != (embedder ? embedder->dimensions() : 0)) {
    throw Error(ErrorCode::invalid_argument, "the store's vectors are of another embedder");
  }
  const auto catalog = Catalog::make({database});
  DatabaseDocument document;
  document.name = database->name();
  document.fingerprint = database->fingerprint();
  for (const Table &table : database->tables()) {
    document.columns_of_tables.push_back(static_cast<std::uint32_t>(table.columns.size()));
  }
  for (const AnalyzerOptions &analysis : settings.analyses) {
    document.analyses.push_back(analyze(*catalog, analysis));
  }
  document.definition = compressed(to_json(*catalog));
  if (!embedder) return document;
  std::vector<std::string> tables;
  for (const TableId table : catalog->tables()) {
    tables.push_back(table_text(*catalog, table, nullptr));
  }
  document.table_vectors = embed_all(*embedder, tables);
  document.column_vectors = embed_all(*embedder, column_texts(*catalog));
  return document;
}

std::shared_ptr<const Database> database_in(std::string_view definition, std::uint64_t fingerprint,
                                            const std::string &source) {
  const Databases read = load_catalog_json(decompressed(definition, source), source);
  if (read.size() != 1 || read.front()->fingerprint() != fingerprint) {
    throw Error(ErrorCode::malformed,
                "holds a database with another fingerprint; load the store again", {source});
  }
  return read.front();
}

std::string pack_block(std::string_view term, std::span<const Posting> postings) {
  std::string bytes;
  put_number(bytes, term.size());
  bytes += term;
  for (const Posting &posting : postings) {
    bytes += static_cast<char>(static_cast<unsigned>(posting.level) << 2 |
                               static_cast<unsigned>(posting.field));
    put_number(bytes, posting.object);
    put_number(bytes, posting.count);
  }
  return bytes;
}

UnpackedBlock unpack_block(std::string_view bytes, const std::string &source) {
  Reader reader(bytes, source);
  UnpackedBlock block;
  block.term = reader.text(reader.number());
  while (!reader.done()) {
    const auto kind = static_cast<unsigned char>(reader.text(1).front());
    Posting posting;
    posting.level = static_cast<Level>(kind >> 2);
    posting.field = static_cast<TextField>(kind & 3);
    posting.object = reader.number();
    const std::uint32_t count = reader.number();
    if (kind >> 2 >= level_count || count == 0 || count > UINT16_MAX) reader.fail();
    posting.count = static_cast<std::uint16_t>(count);
    block.postings.push_back(posting);
  }
  return block;
}

std::string pack_shape(std::span<const std::uint32_t> columns_of_tables) {
  std::string bytes;
  put_number(bytes, columns_of_tables.size());
  for (const std::uint32_t columns : columns_of_tables) put_number(bytes, columns);
  return bytes;
}

std::vector<std::uint32_t> unpack_shape(std::string_view bytes, const std::string &source) {
  Reader reader(bytes, source);
  const std::size_t tables = reader.number();
  std::vector<std::uint32_t> shape;
  while (!reader.done()) shape.push_back(reader.number());
  if (shape.size() != tables) reader.fail();
  return shape;
}

std::string pack_lengths(std::span<const AnalyzedText> analyses) {
  std::string bytes;
  for (const AnalyzedText &text : analyses) {
    for (const auto &level : text.lengths) {
      for (const FieldCounts &counts : level) {
        for (const std::uint32_t count : counts) put_number(bytes, count);
      }
    }
  }
  return bytes;
}

std::vector<TextLengths> unpack_lengths(std::string_view bytes,
                                        std::span<const std::uint32_t> columns_of_tables,
                                        std::size_t analyses, const std::string &source) {
  Reader reader(bytes, source);
  std::size_t columns = 0;
  for (const std::uint32_t count : columns_of_tables) columns += count;
  const std::array<std::size_t, level_count> sizes{1, columns_of_tables.size(), columns};
  std::vector<TextLengths> all(analyses);
  for (TextLengths &lengths : all) {
    for (std::size_t level = 0; level < level_count; ++level) {
      if (sizes[level] > reader.left() / field_count) reader.fail();
      lengths[level].resize(sizes[level]);
      for (FieldCounts &counts : lengths[level]) {
        for (std::uint32_t &count : counts) count = reader.number();
      }
    }
  }
  if (!reader.done()) reader.fail();
  return all;
}

}  // namespace sluice::inline v0
