#include "beam_model_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"

namespace sluice::inline v0::beam_detail {
namespace {

constexpr FourCc head_section = {'H', 'E', 'A', 'D'};
constexpr FourCc features_section = {'F', 'E', 'A', 'T'};
constexpr FourCc recurrent_section = {'R', 'E', 'C', 'U'};
constexpr FourCc input_section = {'I', 'N', 'P', 'U'};
constexpr FourCc bias_section = {'B', 'I', 'A', 'S'};
constexpr FourCc end_section = {'E', 'N', 'D', 'S'};
constexpr FourCc stems_section = {'S', 'T', 'E', 'M'};
constexpr FourCc words_section = {'W', 'O', 'R', 'D'};
constexpr FourCc databases_section = {'D', 'A', 'T', 'A'};
constexpr FourCc nodes_section = {'N', 'O', 'D', 'E'};
constexpr FourCc origin_section = {'F', 'R', 'O', 'M'};
constexpr FourCc seen_section = {'S', 'E', 'E', 'N'};

/// Far above any learned number, and small enough that scores of forged numbers do not overflow.
constexpr float largest_number = 1e4F;

struct BeamFileHead {
  std::uint32_t dimensions = 0;
  std::uint32_t decoding = 0;
  std::uint32_t features = 0;  ///< Number of features; it differs in other releases.
  std::uint32_t reserved = 0;
  std::uint64_t embedder = 0;  ///< Fingerprint of the word vectors.
};
static_assert(sizeof(BeamFileHead) == 24);

struct DatabaseRecord {
  std::uint64_t fingerprint = 0;
  std::uint64_t tables = 0;
};

std::span<const float> rows_of(const std::vector<float> &rows, std::size_t first, std::size_t count,
                               std::size_t width) {
  return std::span(rows).subspan(first * width, count * width);
}

/// Reads sections and rejects invalid ones.
class Reader {
 public:
  Reader(const std::string &path, BeamModel &model)
      : path_(path),
        file_(path, beam_file_kind),
        model_(model),
        width_(model.source.dimensions()) {}

  void read() {
    const BeamFileHead head = read_head();
    BeamParameters &into = model_.parameters;
    into = BeamParameters::untrained(width_, model_.whole.tokens().size(),
                                     static_cast<BeamDecoding>(head.decoding));
    into.features = numbers(features_section, into.features.size());
    into.recurrent = numbers(recurrent_section, width_ * width_);
    into.input = numbers(input_section, width_ * width_);
    into.bias = numbers(bias_section, width_);
    const std::vector<float> end = numbers(end_section, width_);
    std::ranges::copy(end, into.nodes.end() - static_cast<std::ptrdiff_t>(width_));
    read_stems(into);
    into.words = numbers(words_section, into.stems.size() * width_);
    read_nodes(into);
    if (file_.has(origin_section)) read_origin();  // an older release did not write it
  }

 private:
  BeamFileHead read_head() const {
    const auto heads = file_.records<BeamFileHead>(head_section);
    if (heads.size() != 1) file_.fail("has no head");
    const BeamFileHead &head = heads.front();
    if (head.embedder != model_.source.embedder_fingerprint() || head.dimensions != width_) {
      throw Error(ErrorCode::mismatch, "the router was trained with other word vectors",
                  {path_, 0, 0});
    }
    if (head.decoding > static_cast<std::uint32_t>(BeamDecoding::free)) {
      file_.fail("has an unknown decoding mode");
    }
    if (head.features != feature_count) {
      throw Error(ErrorCode::unsupported, "the router was trained by another release",
                  {path_, 0, 0});
    }
    return head;
  }

  std::vector<float> numbers(FourCc section, std::size_t count) const {
    const auto values = file_.records<float>(section);
    if (values.size() != count) file_.fail("has a section whose size differs from its head");
    if (!std::ranges::all_of(values, [](float x) { return std::abs(x) <= largest_number; })) {
      file_.fail("has a number that is too large");
    }
    return {values.begin(), values.end()};
  }

  void read_stems(BeamParameters &into) const {
    std::string_view text = file_.section(stems_section);
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      if (end == text.npos) file_.fail("has an unterminated stem");
      const auto number = static_cast<std::uint32_t>(into.stems.size());
      if (!into.stems.try_emplace(std::string(text.substr(0, end)), number).second) {
        file_.fail("has a duplicate stem");
      }
      text.remove_prefix(end + 1);
    }
  }

  void read_nodes(BeamParameters &into) const {
    const Catalog &catalog = model_.whole.catalog();
    std::map<std::uint64_t, DatabaseId> known;
    for (const DatabaseId database : catalog.databases()) {
      known.try_emplace(catalog.database(database).fingerprint(), database);
    }
    const auto records = file_.records<DatabaseRecord>(databases_section);
    const std::size_t rows = file_.section(nodes_section).size() / (width_ * sizeof(float));
    const std::vector<float> nodes = numbers(nodes_section, rows * width_);
    std::size_t row = 0;
    for (const DatabaseRecord &record : records) {
      if (record.tables >= rows - row) file_.fail("has fewer vectors than tables");
      const auto found = known.find(record.fingerprint);
      if (found != known.end()) {
        const auto tables = catalog.tables(found->second);
        if (tables.size() != record.tables)
          file_.fail("has different tables than the database that it names");
        copy_rows(nodes, row, 1, model_.whole.tokens().of(found->second), into);
        if (tables.size() > 0) {
          copy_rows(nodes, row + 1, tables.size(), model_.whole.tokens().of(tables[0]), into);
        }
      }
      row += 1 + record.tables;
    }
    if (row != rows) file_.fail("has more vectors than tables");
  }

  void read_origin() const {
    const auto seen = file_.records<std::uint64_t>(seen_section);
    if (!std::ranges::is_sorted(seen)) file_.fail("has unsorted question keys");
    model_.origin = {std::string(file_.section(origin_section)), {seen.begin(), seen.end()}};
  }

  void copy_rows(const std::vector<float> &from, std::size_t first, std::size_t count,
                 SchemaToken to, BeamParameters &into) const {
    const auto rows = rows_of(from, first, count, width_);
    std::ranges::copy(rows, into.nodes.begin() + static_cast<std::ptrdiff_t>(to.index() * width_));
  }

  std::string path_;
  SegmentFile file_;
  BeamModel &model_;
  std::size_t width_;
};

}  // namespace

std::string beam_model_bytes(const BeamModel &model) {
  const BeamParameters &from = model.parameters;
  const Catalog &catalog = model.whole.catalog();
  const std::size_t width = from.dimensions;
  const BeamFileHead head{
      static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(from.decoding),
      static_cast<std::uint32_t>(feature_count), 0, model.source.embedder_fingerprint()};

  std::vector<std::pair<std::string_view, std::uint32_t>> stems(from.stems.begin(),
                                                                from.stems.end());
  std::ranges::sort(stems);
  std::string stem_lines;
  std::vector<float> words;
  for (const auto &[stem, row] : stems) {
    stem_lines += stem;
    stem_lines += '\n';
    const auto vector = rows_of(from.words, row, 1, width);
    words.insert(words.end(), vector.begin(), vector.end());
  }

  std::vector<DatabaseRecord> records;
  std::vector<float> nodes;
  const auto append = [&](SchemaToken token) {
    const auto vector = rows_of(from.nodes, token.index(), 1, width);
    nodes.insert(nodes.end(), vector.begin(), vector.end());
  };
  const SchemaTokens &tokens = model.whole.tokens();
  for (const DatabaseId database : catalog.databases()) {
    records.push_back({catalog.database(database).fingerprint(), catalog.tables(database).size()});
    append(tokens.of(database));
    for (const TableId table : catalog.tables(database)) append(tokens.of(table));
  }
  const auto end = rows_of(from.nodes, tokens.end().index(), 1, width);

  const auto bytes_of = [](auto numbers) {
    return std::string_view(reinterpret_cast<const char *>(numbers.data()), numbers.size_bytes());
  };
  const std::pair<FourCc, std::string_view> sections[] = {
      {head_section, bytes_of(std::span(&head, 1))},
      {features_section, bytes_of(std::span(from.features))},
      {recurrent_section, bytes_of(std::span(from.recurrent))},
      {input_section, bytes_of(std::span(from.input))},
      {bias_section, bytes_of(std::span(from.bias))},
      {end_section, bytes_of(end)},
      {stems_section, stem_lines},
      {words_section, bytes_of(std::span(words))},
      {databases_section, bytes_of(std::span(records))},
      {nodes_section, bytes_of(std::span(nodes))},
      {origin_section, model.origin.trained_on},
      {seen_section, bytes_of(std::span(model.origin.seen))},
  };
  Fingerprint fingerprint;
  for (const auto &section : sections) fingerprint.add(section.second);
  SegmentWriter writer(beam_file_kind, fingerprint.value());
  for (const auto &section : sections) writer.add(section.first, section.second);
  return writer.bytes();
}

void read_beam_model(const std::string &path, BeamModel &model) { Reader(path, model).read(); }

}  // namespace sluice::inline v0::beam_detail
