#include "synonym_graph.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "core/text_prefix.hpp"
#include "sluice/core/hash.hpp"

namespace sluice::inline v0::embed_detail {
namespace {

constexpr FourCc graph_kind = {'S', 'Y', 'N', 'O'};
constexpr FourCc keys_section = {'K', 'E', 'Y', 'S'};
constexpr FourCc senses_section = {'S', 'E', 'N', 'S'};
constexpr FourCc edges_section = {'E', 'D', 'G', 'E'};
constexpr FourCc size_section = {'S', 'I', 'Z', 'E'};
constexpr FourCc notice_section = {'N', 'O', 'T', 'E'};

constexpr std::uint32_t stems_per_block = 16;
constexpr std::uint32_t max_stems = 1U << 24;
constexpr std::uint32_t max_synsets = 1U << 24;
constexpr unsigned char whole_word = 255;

void put_byte(std::string &out, std::size_t byte) { out += static_cast<char>(byte); }

void put_number(std::string &out, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) put_byte(out, (number & 0x7F) | 0x80);
  put_byte(out, number);
}

/// Reads the encoded values, never past the end.
class Cursor {
 public:
  Cursor(std::string_view bytes, const SegmentFile &file) : bytes_(bytes), file_(&file) {}

  unsigned char byte() {
    if (at_ >= bytes_.size()) file_->fail("has a section that is cut short");
    return static_cast<unsigned char>(bytes_[at_++]);
  }
  std::uint32_t number() {
    std::uint32_t number = 0;
    for (unsigned shift = 0; shift < 28; shift += 7) {
      const unsigned char next = byte();
      number |= static_cast<std::uint32_t>(next & 0x7F) << shift;
      if (next < 0x80) return number;
    }
    file_->fail("has a number that is too large");
  }
  std::string_view text(std::size_t size) {
    if (size > bytes_.size() - at_) file_->fail("has a section that is cut short");
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  std::size_t at() const noexcept { return at_; }
  bool at_end() const noexcept { return at_ == bytes_.size(); }

 private:
  std::string_view bytes_;
  const SegmentFile *file_;
  std::size_t at_ = 0;
};

/// Turns the previous stem in `key` into the next one.
void read_key(Cursor &cursor, std::string &key, const SegmentFile &file) {
  const std::size_t shared = cursor.byte();
  if (shared > key.size())
    file.fail("has a stem that shares more bytes than the previous stem has");
  key.resize(shared);
  key += cursor.text(cursor.byte());
}

/// Reads words from a graph that has been checked.
void read_words(Cursor &cursor, const std::string &key,
                function_ref<void(std::string_view word)> visit) {
  std::string word;
  for (std::size_t left = cursor.byte(); left > 0; --left) {
    const unsigned char code = cursor.byte();
    if (code == whole_word) {
      word = cursor.text(cursor.byte());
    } else {
      const std::size_t cut = code >> 4;
      word = key.substr(0, key.size() - cut);
      word += cursor.text(code & 15);
    }
    visit(word);
  }
}

void skip_words(Cursor &cursor, std::size_t key_size, const SegmentFile &file) {
  for (std::size_t left = cursor.byte(); left > 0; --left) {
    const unsigned char code = cursor.byte();
    if (code != whole_word && (code >> 4) > key_size) {
      file.fail("has a word that cuts more bytes than its stem has");
    }
    cursor.text(code == whole_word ? cursor.byte() : code & std::size_t{15});
  }
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                                  a.begin());
}

std::string encode_keys(const SynonymParts &parts) {
  std::string out;
  std::string_view before;
  for (std::size_t s = 0; s < parts.stems.size(); ++s) {
    const SynonymParts::Stem &stem = parts.stems[s];
    const std::size_t shared = s % stems_per_block == 0 ? 0 : common_prefix(before, stem.key);
    put_byte(out, shared);
    put_byte(out, stem.key.size() - shared);
    out += std::string_view(stem.key).substr(shared);
    put_byte(out, stem.words.size());
    for (const std::string &word : stem.words) {
      const std::size_t same = common_prefix(stem.key, word);
      const std::size_t cut = stem.key.size() - same, more = word.size() - same;
      if (cut < 15 && more < 16) {
        put_byte(out, cut << 4 | more);
        out += std::string_view(word).substr(same);
      } else {
        put_byte(out, whole_word);
        put_byte(out, word.size());
        out += word;
      }
    }
    before = stem.key;
  }
  return out;
}

/// For each target, the origins that have it in `targets_of(origin)`. `starts` gets one entry per
/// target and an end entry.
template <class TargetsOf, class NumberOf>
std::vector<std::uint32_t> inverted(std::uint32_t origins, std::uint32_t targets,
                                    TargetsOf targets_of, NumberOf number_of,
                                    std::vector<std::uint32_t> &starts) {
  starts.assign(targets + std::size_t{2}, 0);
  for (std::uint32_t o = 0; o < origins; ++o) {
    for (const auto &target : targets_of(o)) ++starts[number_of(target) + std::size_t{2}];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  // starts[t + 1] is the position of t's next origin; in the end, it is the end of t.
  std::vector<std::uint32_t> by_target(starts.back());
  for (std::uint32_t o = 0; o < origins; ++o) {
    for (const auto &target : targets_of(o)) {
      by_target[starts[number_of(target) + std::size_t{1}]++] = o;
    }
  }
  starts.pop_back();
  return by_target;
}

}  // namespace

std::string synonym_graph_bytes(const SynonymParts &parts, SectionPacking packing) {
  const std::string keys = encode_keys(parts);
  std::string senses, edges;
  for (const SynonymParts::Stem &stem : parts.stems) {
    put_byte(senses, stem.senses.size());
    for (const StemSense &sense : stem.senses) {
      put_byte(senses, sense.rank);
      put_number(senses, sense.synset);
    }
  }
  for (const std::vector<SynsetEdge> &of_one : parts.edges) {
    put_number(edges, static_cast<std::uint32_t>(of_one.size()));
    for (const SynsetEdge &edge : of_one) {
      put_number(edges, edge.target << 2 | static_cast<std::uint32_t>(edge.relation));
    }
  }
  const std::array<std::uint32_t, 2> sizes = {static_cast<std::uint32_t>(parts.stems.size()),
                                              static_cast<std::uint32_t>(parts.edges.size())};
  SegmentWriter writer(graph_kind, Fingerprint().add(keys).add(senses).add(edges).value(), packing);
  writer.add(size_section, std::span<const std::uint32_t>(sizes));
  writer.add(keys_section, keys);
  writer.add(senses_section, senses);
  writer.add(edges_section, edges);
  writer.add(notice_section, parts.notice);
  return writer.bytes();
}

SynonymGraph::SynonymGraph(SegmentFile from)
    : file(std::move(from)),
      notice(file.section(notice_section)),
      keys(file.section(keys_section)) {
  const auto sizes = file.records<std::uint32_t>(size_section);
  if (sizes.size() != 2 || sizes[0] > max_stems || sizes[1] > max_synsets) {
    file.fail("has invalid sizes");
  }
  const std::uint32_t stem_count = sizes[0], synset_count = sizes[1];
  const std::string_view sense_bytes = file.section(senses_section);
  const std::string_view edge_bytes = file.section(edges_section);
  // Each has at least one byte, so no more memory is allocated than the file is large.
  if (stem_count > sense_bytes.size() || synset_count > edge_bytes.size()) {
    file.fail("is shorter than its sizes say");
  }

  Cursor key_cursor(keys, file), sense_cursor(sense_bytes, file), edge_cursor(edge_bytes, file);
  std::string key, before;
  senses.reserve(2 * std::size_t{stem_count});
  edges.reserve(2 * std::size_t{synset_count});
  sense_starts.reserve(stem_count + std::size_t{1});
  sense_starts.push_back(0);
  for (std::uint32_t s = 0; s < stem_count; ++s) {
    if (s % stems_per_block == 0) {
      blocks.push_back(static_cast<std::uint32_t>(key_cursor.at()));
      key.clear();
    }
    read_key(key_cursor, key, file);
    if (s % stems_per_block == 0) starts.push_back(detail::text_prefix(key));
    if (key <= before) file.fail("has stems out of order");
    before = key;
    skip_words(key_cursor, key.size(), file);
    const std::size_t count = sense_cursor.byte();
    if (count > senses_per_stem) file.fail("has a stem with too many senses");
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint8_t rank = sense_cursor.byte();
      const std::uint32_t synset = sense_cursor.number();
      if (synset >= synset_count) file.fail("has a sense outside its synsets");
      senses.push_back({synset, rank});
    }
    sense_starts.push_back(static_cast<std::uint32_t>(senses.size()));
  }
  edge_starts.reserve(synset_count + std::size_t{1});
  edge_starts.push_back(0);
  for (std::uint32_t s = 0; s < synset_count; ++s) {
    for (std::uint32_t left = edge_cursor.number(); left > 0; --left) {
      const std::uint32_t code = edge_cursor.number();
      if (code >> 2 >= synset_count || (code & 3) > 2)
        file.fail("has an edge with an invalid target");
      edges.push_back({code >> 2, static_cast<SynsetRelation>(code & 3)});
    }
    edge_starts.push_back(static_cast<std::uint32_t>(edges.size()));
  }
  if (!key_cursor.at_end() || !sense_cursor.at_end() || !edge_cursor.at_end()) {
    file.fail("has a section with extra bytes at the end");
  }
}

std::shared_ptr<const SynonymGraph> SynonymGraph::open(const std::string &path) {
  return std::make_shared<const SynonymGraph>(SegmentFile(path, graph_kind));
}

std::shared_ptr<const SynonymGraph> SynonymGraph::from_memory(std::string_view bytes,
                                                              std::string name) {
  return std::make_shared<const SynonymGraph>(SegmentFile(bytes, std::move(name), graph_kind));
}

const SynonymGraph::Inverse &SynonymGraph::inverse() const {
  std::call_once(inverted_, [this] {
    inverse_.stems = inverted(
        stems(), synsets(), [this](std::uint32_t stem) { return senses_of(stem); },
        [](const StemSense &sense) { return sense.synset; }, inverse_.stem_starts);
    inverse_.sources = inverted(
        synsets(), synsets(), [this](std::uint32_t synset) { return edges_of(synset); },
        [](const SynsetEdge &edge) { return edge.target; }, inverse_.source_starts);
  });
  return inverse_;
}

std::optional<std::uint32_t> SynonymGraph::find(std::string_view key) const {
  // A block starts with a complete stem: shared length 0, a size, the text.
  const auto first_of = [&](std::uint32_t start) {
    return keys.substr(start + std::size_t{2}, static_cast<unsigned char>(keys[start + 1]));
  };
  const auto [like, behind] =
      std::equal_range(starts.begin(), starts.end(), detail::text_prefix(key));
  const auto after = std::upper_bound(
      blocks.begin() + (like - starts.begin()), blocks.begin() + (behind - starts.begin()), key,
      [&](std::string_view sought, std::uint32_t start) { return sought < first_of(start); });
  if (after == blocks.begin()) return std::nullopt;
  const auto block = static_cast<std::uint32_t>(after - blocks.begin() - 1);
  Cursor cursor(keys.substr(blocks[block]), file);
  std::string stem;
  const std::uint32_t end = std::min((block + 1) * stems_per_block, stems());
  for (std::uint32_t s = block * stems_per_block; s < end; ++s) {
    read_key(cursor, stem, file);
    if (stem == key) return s;
    if (stem > key) return std::nullopt;
    skip_words(cursor, stem.size(), file);
  }
  return std::nullopt;
}

void SynonymGraph::each_word_of(std::uint32_t stem,
                                function_ref<void(std::string_view word)> visit) const {
  const std::uint32_t block = stem / stems_per_block;
  Cursor cursor(keys.substr(blocks[block]), file);
  std::string key;
  for (std::uint32_t s = block * stems_per_block; s < stem; ++s) {
    read_key(cursor, key, file);
    skip_words(cursor, key.size(), file);
  }
  read_key(cursor, key, file);
  read_words(cursor, key, visit);
}

}  // namespace sluice::inline v0::embed_detail
