#ifndef SLUICE_SRC_EMBED_SYNONYM_GRAPH_HPP
#define SLUICE_SRC_EMBED_SYNONYM_GRAPH_HPP

/// The file behind Synonyms, and how it is laid out.
///
/// "KEYS": the stems in order of bytes, each as what it shares with the one before (a byte), what
/// follows (a byte and the text), a byte of how many words it stems from, and these: a byte of what
/// to cut from the stem and what to append (4 bits each, then the text), or 255, a size and the
/// text. Every 16th stem shares nothing. "SENS": for each stem, a number of senses, then each: a
/// rank and a synset. "EDGE": for each synset, a number of edges, then each: 4 × synset + relation.
/// "SIZE": how many stems and synsets, 32 bits each. "NOTE": the license of what it was made from.
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

namespace sluice::detail {

/// What leads from a synset to another.
enum class SynsetRelation : std::uint8_t { up = 0, derived = 1, similar = 2 };

struct SynsetEdge {
  std::uint32_t target;
  SynsetRelation relation;
};

/// One of the first senses of a stem; several may have one rank, of different parts of speech.
struct StemSense {
  std::uint32_t synset;
  std::uint8_t rank;
};

constexpr std::size_t senses_per_stem = 6;

/// What a graph's file is made of.
struct SynonymParts {
  struct Stem {
    std::string key;                 ///< 1 to 255 bytes.
    std::vector<std::string> words;  ///< At most 255, of at most 255 bytes.
    std::vector<StemSense> senses;   ///< At most senses_per_stem.
  };
  std::vector<Stem> stems;  ///< By key, each once.
  std::vector<std::vector<SynsetEdge>> edges;
  std::string notice;
};

/// The file's bytes.
std::string synonym_graph_bytes(const SynonymParts &parts);

struct SynonymGraph {
  /// Reads and checks everything; throws Error(malformed).
  explicit SynonymGraph(SegmentFile from);

  static std::shared_ptr<const SynonymGraph> open(const std::string &path);
  /// Bytes that `synonym_graph_bytes` made, at a border of 64.
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
  /// Says that a synset's edges are read soon.
  void fetch(std::uint32_t synset) const noexcept { __builtin_prefetch(&edge_starts[synset]); }
  void each_word_of(std::uint32_t stem, function_ref<void(std::string_view word)> visit) const;

  /// The other way round; made when first asked for.
  struct Inverse {
    std::vector<std::uint32_t> stems;  // that have a synset among their senses
    std::vector<std::uint32_t> stem_starts;
    std::vector<std::uint32_t> sources;  // that an edge leads from
    std::vector<std::uint32_t> source_starts;
  };
  const Inverse &inverse() const;

  SegmentFile file;
  std::string_view notice;
  std::string_view keys;
  std::vector<std::uint32_t> blocks;  // of every 16th stem, where it starts in keys
  std::vector<std::uint64_t> starts;  // of these stems, the first bytes
  std::vector<StemSense> senses;
  std::vector<std::uint32_t> sense_starts;  // by stem, one more at the end
  std::vector<SynsetEdge> edges;
  std::vector<std::uint32_t> edge_starts;  // by synset, one more at the end

 private:
  mutable std::once_flag inverted_;
  mutable Inverse inverse_;
};

}  // namespace sluice::detail

#endif
