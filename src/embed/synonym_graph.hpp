#ifndef SLUICE_SRC_EMBED_SYNONYM_GRAPH_HPP
#define SLUICE_SRC_EMBED_SYNONYM_GRAPH_HPP

/// The file format of Synonyms.
///
/// "KEYS": the stems in byte order. Each has the number of bytes shared with the previous stem (a
/// byte), the rest (a byte for its size, then the text), and the number of words with this stem (a
/// byte), followed by these words. A word is a byte with the number of bytes to cut from the stem
/// and the number to append (4 bits each) and the appended text, or 255, a size and the text. Every
/// 16th stem shares nothing. "SENS": for each stem, the number of senses, then a rank and a synset
/// for each. "EDGE": for each synset, the number of edges, then 4 × synset + relation for each.
/// "SIZE": the numbers of stems and synsets, 32 bits each. "NOTE": the license of the source data.
/// Numbers are LEB128.

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/segment_file.hpp"

namespace sluice::inline v0::embed_detail {

/// How one synset leads to another.
enum class SynsetRelation : std::uint8_t { up = 0, derived = 1, similar = 2 };

struct SynsetEdge {
  std::uint32_t target;
  SynsetRelation relation;
};

/// One of the first senses of a stem. Senses of different parts of speech may have the same rank.
struct StemSense {
  std::uint32_t synset;
  std::uint8_t rank;
};

constexpr std::size_t senses_per_stem = 6;

/// The content of a graph file.
struct SynonymParts {
  struct Stem {
    std::string key;                 ///< 1 to 255 bytes.
    std::vector<std::string> words;  ///< At most 255, of at most 255 bytes.
    std::vector<StemSense> senses;   ///< At most senses_per_stem.
  };
  std::vector<Stem> stems;  ///< Sorted by key, without duplicates.
  std::vector<std::vector<SynsetEdge>> edges;
  std::string notice;
};

/// Serializes the parts to the content of a file.
std::string synonym_graph_bytes(const SynonymParts &parts,
                                SectionPacking packing = SectionPacking::none);

struct SynonymGraph {
  /// Reads and checks everything; throws Error(malformed).
  explicit SynonymGraph(SegmentFile from);

  static std::shared_ptr<const SynonymGraph> open(const std::string &path);
  /// Reads the output of `synonym_graph_bytes`, which must be aligned to 64 bytes.
  static std::shared_ptr<const SynonymGraph> from_memory(std::string_view bytes, std::string name);

  std::uint32_t stems() const noexcept {
    return static_cast<std::uint32_t>(sense_starts.size() - 1);
  }
  std::uint32_t synsets() const noexcept {
    return static_cast<std::uint32_t>(edge_starts.size() - 1);
  }
  std::optional<std::uint32_t> find(std::string_view key) const;
  std::span<const StemSense> senses_of(std::uint32_t stem) const noexcept {
    return std::span(senses).subspan(sense_starts[stem],
                                     sense_starts[stem + 1] - sense_starts[stem]);
  }
  std::span<const SynsetEdge> edges_of(std::uint32_t synset) const noexcept {
    return std::span(edges).subspan(edge_starts[synset],
                                    edge_starts[synset + 1] - edge_starts[synset]);
  }
  /// Prefetches the position of a synset's edges.
  void fetch(std::uint32_t synset) const noexcept { __builtin_prefetch(&edge_starts[synset]); }
  void each_word_of(std::uint32_t stem, function_ref<void(std::string_view word)> visit) const;

  /// The inverse relations; built on first use.
  struct Inverse {
    std::vector<std::uint32_t> stems;  // stems that have a synset among their senses
    std::vector<std::uint32_t> stem_starts;
    std::vector<std::uint32_t> sources;  // origins of the edges to a synset
    std::vector<std::uint32_t> source_starts;
  };
  const Inverse &inverse() const;

  SegmentFile file;
  std::string_view notice;
  std::string_view keys;
  std::vector<std::uint32_t> blocks;  // position of every 16th stem in keys
  std::vector<std::uint64_t> starts;  // the first bytes of these stems
  std::vector<StemSense> senses;
  std::vector<std::uint32_t> sense_starts;  // by stem, with an end entry
  std::vector<SynsetEdge> edges;
  std::vector<std::uint32_t> edge_starts;  // by synset, with an end entry

 private:
  mutable std::once_flag inverted_;
  mutable Inverse inverse_;
};

}  // namespace sluice::inline v0::embed_detail

#endif
