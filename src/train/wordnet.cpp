#include "sluice/train/wordnet.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "embed/stem_key.hpp"
#include "embed/synonym_graph.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "wordnet_lines.hpp"

namespace sluice::inline v0 {
namespace {

using embed_detail::StemSense;
using embed_detail::SynonymParts;
using embed_detail::SynsetEdge;
using embed_detail::SynsetRelation;
using train_detail::wordnet_path;
using Fields = train_detail::WordNetFields;

constexpr std::size_t longest_word = 255;
constexpr std::size_t max_words = 255;
constexpr std::size_t max_synsets = (std::size_t{1} << 24) - 1;

struct PartOfSpeech {
  char letter;
  std::string_view name;
};
constexpr std::array<PartOfSpeech, 3> parts_of_speech = {
    {{'n', "noun"}, {'v', "verb"}, {'a', "adj"}}};

class Reader {
 public:
  explicit Reader(std::string folder) : folder_(std::move(folder)) {}

  SynonymParts read() {
    for (const PartOfSpeech &part : parts_of_speech) read_synsets(part);
    resolve_pointers();
    for (const PartOfSpeech &part : parts_of_speech) read_lemmas(part);
    for (const PartOfSpeech &part : parts_of_speech) read_exceptions(part);
    add_exceptions();
    keep_first_senses();
    return std::move(parts_);
  }

 private:
  struct Pointer {
    std::uint32_t source;
    SynsetRelation relation;
    std::uint64_t target;
    std::string_view part;  // of speech whose file has it, and the line
    std::uint64_t line;
  };

  /// A synset's offset in its file identifies it within its part of speech.
  static std::uint64_t name_of_synset(char letter, std::uint32_t offset) {
    return std::uint64_t{static_cast<unsigned char>(letter)} << 32 | offset;
  }

  void read_synsets(const PartOfSpeech &part) {
    const auto read = [&](Fields fields) {
      const std::uint32_t offset = fields.count("a synset's offset");
      const auto number = static_cast<std::uint32_t>(synsets_.size());
      if (number >= max_synsets) fields.fail("exceeds the maximum number of synsets");
      part_of_.push_back(part.letter);
      if (!synsets_.emplace(name_of_synset(part.letter, offset), number).second) {
        fields.fail("has the synset " + std::to_string(offset) + " again");
      }
      fields.skip(2, "the synset's type");
      fields.skip(2 * std::size_t{fields.count("the number of words", 16)}, "a word");
      for (std::uint32_t left = fields.count("the number of pointers"); left > 0; --left) {
        read_pointer(fields, number, part);
      }
    };
    const auto keep_notice = [&](std::string_view line) {
      if (part.letter == 'n') parts_.notice.append(without_number(line)).append("\n");
    };
    train_detail::each_wordnet_line(wordnet_path(folder_, "data", part.name), read, keep_notice);
  }

  /// Returns a license line without its prefix: spaces, the line number and a space.
  static std::string_view without_number(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    line.remove_prefix(std::min(line.find(' '), line.size()));
    if (line.starts_with(' ')) line.remove_prefix(1);
    return line.substr(0, line.find_last_not_of(' ') + 1);
  }

  void read_pointer(Fields &fields, std::uint32_t source, const PartOfSpeech &in) {
    const std::string_view symbol = fields.next("a pointer's symbol");
    const std::uint32_t offset = fields.count("a pointer's offset");
    const std::string_view part = fields.next("a pointer's part of speech");
    fields.skip(1, "a pointer's source and target");
    const bool up = symbol == "@" || symbol == "@i";
    if (!up && symbol != "+" && symbol != "&") return;
    // Satellites are adjectives; adverbs are skipped.
    const char letter = part == "s" ? 'a' : part.front();
    if (letter == 'r') return;
    const SynsetRelation relation = up              ? SynsetRelation::up
                                    : symbol == "+" ? SynsetRelation::derived
                                                    : SynsetRelation::similar;
    pointers_.push_back({source, relation, name_of_synset(letter, offset), in.name, fields.line()});
  }

  void resolve_pointers() {
    parts_.edges.resize(synsets_.size());
    for (const Pointer &pointer : pointers_) {
      const auto target = synsets_.find(pointer.target);
      if (target == synsets_.end()) {
        throw Error(ErrorCode::malformed, "points to a synset that is in no file",
                    {wordnet_path(folder_, "data", pointer.part), pointer.line});
      }
      parts_.edges[pointer.source].push_back({target->second, pointer.relation});
    }
    for (std::vector<SynsetEdge> &edges : parts_.edges) {
      const auto code = [](const SynsetEdge &edge) {
        return std::pair(edge.target, edge.relation);
      };
      std::ranges::sort(edges, {}, code);
      const auto same = [&](const SynsetEdge &a, const SynsetEdge &b) {
        return code(a) == code(b);
      };
      edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
    }
  }

  void read_lemmas(const PartOfSpeech &part) {
    const auto read = [&](Fields fields) {
      std::string word(fields.next("a lemma"));
      std::ranges::replace(word, '_', ' ');
      if (word.size() > longest_word) fields.fail("has a lemma of more than 255 bytes");
      const std::string key = embed_detail::stem_key(word);
      if (key.empty() || key.size() > longest_word) return;
      SynonymParts::Stem &stem = stems_[key];
      fields.skip(1, "a part of speech");
      const std::uint32_t senses = fields.count("the number of synsets");
      fields.skip(fields.count("the number of pointer symbols"), "a pointer's symbol");
      fields.skip(2, "a number of senses");
      for (std::uint32_t rank = 0; rank < senses; ++rank) {
        const std::uint32_t offset = fields.count("a synset's offset");
        const auto synset = synsets_.find(name_of_synset(part.letter, offset));
        if (synset == synsets_.end()) {
          fields.fail("names the synset " + std::to_string(offset) + ", which data." +
                      std::string(part.name) + " does not have");
        }
        if (rank < embed_detail::senses_per_stem) {
          stem.senses.push_back({synset->second, static_cast<std::uint8_t>(rank)});
        }
      }
      if (std::ranges::find(stem.words, word) == stem.words.end()) {
        if (stem.words.size() == max_words)
          fields.fail("exceeds the maximum number of lemmas per stem");
        stem.words.push_back(std::move(word));
      }
    };
    train_detail::each_wordnet_line(wordnet_path(folder_, "index", part.name), read,
                                    [](std::string_view) {});
  }

  /// Reads irregular forms, which stemming does not map to their lemma: "children".
  void read_exceptions(const PartOfSpeech &part) {
    const auto read = [&](Fields fields) {
      const std::string key = key_of(fields.next("a word"));
      do {
        const auto lemma = stems_.find(key_of(fields.next("its lemma")));
        if (lemma == stems_.end() || lemma->first == key || key.size() > longest_word) continue;
        for (const StemSense &sense : lemma->second.senses) {
          if (part_of_[sense.synset] == part.letter) exceptions_.emplace_back(key, sense);
        }
      } while (!fields.at_end());
    };
    train_detail::each_wordnet_line(wordnet_path(folder_, part.name, "exc"), read,
                                    [](std::string_view) {});
  }

  void add_exceptions() {
    for (const auto &[key, sense] : exceptions_) stems_[key].senses.push_back(sense);
  }

  static std::string key_of(std::string_view lemma) {
    std::string words(lemma);
    std::ranges::replace(words, '_', ' ');
    return embed_detail::stem_key(words);
  }

  /// Keeps the first senses of all words with the stem, without duplicates.
  void keep_first_senses() {
    for (auto &[key, stem] : stems_) {
      std::ranges::stable_sort(stem.senses, {}, &StemSense::rank);
      std::vector<StemSense> first;
      for (const StemSense &sense : stem.senses) {
        if (first.size() == embed_detail::senses_per_stem) break;
        if (std::ranges::find(first, sense.synset, &StemSense::synset) == first.end()) {
          first.push_back(sense);
        }
      }
      parts_.stems.push_back({key, std::move(stem.words), std::move(first)});
    }
  }

  std::string folder_;
  std::unordered_map<std::uint64_t, std::uint32_t> synsets_;
  std::vector<char> part_of_;  // by synset
  std::vector<Pointer> pointers_;
  std::vector<std::pair<std::string, StemSense>> exceptions_;
  std::map<std::string, SynonymParts::Stem> stems_;
  SynonymParts parts_;
};

}  // namespace

void make_synonyms(const std::string &folder, const std::string &path) {
  write_file(path, embed_detail::synonym_graph_bytes(Reader(folder).read(), SectionPacking::zlib));
}

}  // namespace sluice::inline v0
