#include "sluice/index/lexical_index.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "lexical_storage.hpp"
#include "sluice/core/error.hpp"
#include "text/word_parts.hpp"

namespace sluice::inline v0 {
namespace {

constexpr FourCc file_kind{'P', 'O', 'S', 'T'};
constexpr FourCc terms_section{'t', 'e', 'r', 'm'};
constexpr FourCc term_ends_section{'t', 'e', 'n', 'd'};
constexpr FourCc posting_ends_section{'p', 'e', 'n', 'd'};
constexpr FourCc postings_section{'p', 'o', 's', 't'};
constexpr FourCc analyzer_section{'a', 'n', 'a', 'l'};
constexpr FourCc databases_section{'d', 'b', 'o', 'f'};
constexpr FourCc tables_section{'t', 'b', 'o', 'f'};
constexpr std::array<FourCc, level_count> length_sections{
    FourCc{'l', 'e', 'n', 'd'}, FourCc{'l', 'e', 'n', 't'}, FourCc{'l', 'e', 'n', 'c'}};

std::string pack(const AnalyzerOptions &options) {
  return {static_cast<char>(options.split_case), static_cast<char>(options.split_digits),
          static_cast<char>(options.drop_stop_words), static_cast<char>(options.stem),
          text_detail::terms_version};
}

AnalyzerOptions unpack(const SegmentFile &file) {
  const std::string_view packed = file.section(analyzer_section);
  if (packed.size() < 4) file.fail("has an invalid analyzer section");
  // The first release wrote no version.
  if (packed.size() != 5 || packed[4] != text_detail::terms_version)
    file.fail("has the terms of another release; index again");
  return {.split_case = packed[0] != 0,
          .split_digits = packed[1] != 0,
          .drop_stop_words = packed[2] != 0,
          .stem = packed[3] != 0};
}

/// Each database has an entry of lengths, so their number is the number of databases.
Hierarchy hierarchy_in(const SegmentFile &file) {
  const auto copied = [&](FourCc name) {
    const auto numbers = file.records<std::uint32_t>(name);
    return std::vector<std::uint32_t>(numbers.begin(), numbers.end());
  };
  const std::size_t databases = file.records<FieldCounts>(length_sections[0]).size();
  try {
    return {databases, copied(databases_section), copied(tables_section)};
  } catch (const Error &error) {
    file.fail(error.message());
  }
}

}  // namespace

struct LexicalIndexBuilder::State {
  Hierarchy hierarchy;
  Analyzer analyzer;
  std::uint64_t fingerprint;
  std::unordered_map<std::string, std::vector<Posting>> postings;
  std::array<std::vector<FieldCounts>, level_count> lengths;
  /// Names repeat often within a catalog, and analyzing them is most of the work.
  std::unordered_map<std::string, std::vector<std::string>> analyzed;
  std::vector<std::string> scratch;

  const std::vector<std::string> &analyze(std::string_view text) {
    constexpr std::size_t longest_kept = 64;
    if (text.size() > longest_kept) return scratch = analyzer(text);
    const auto [entry, is_new] = analyzed.try_emplace(std::string(text));
    if (is_new) entry->second = analyzer(text);
    return entry->second;
  }
};

namespace {

void count(std::vector<Posting> &postings, Level level, TextField field, std::uint32_t object) {
  // Texts usually arrive object by object, so an earlier occurrence is among the last entries.
  for (auto last = postings.rbegin(); last != postings.rend(); ++last) {
    if (last->level != level || last->object != object) break;
    if (last->field != field) continue;
    if (last->count < UINT16_MAX) ++last->count;
    return;
  }
  postings.push_back({object, 1, level, field});
}

/// Sorts the postings and merges duplicates.
void settle(std::vector<Posting> &postings) {
  std::ranges::sort(postings, {}, index_detail::place_of);
  std::size_t kept = 0;
  for (const Posting &posting : postings) {
    if (kept > 0 && index_detail::place_of(postings[kept - 1]) == index_detail::place_of(posting)) {
      const int sum = postings[kept - 1].count + posting.count;
      postings[kept - 1].count = static_cast<std::uint16_t>(std::min<int>(sum, UINT16_MAX));
    } else {
      postings[kept++] = posting;
    }
  }
  postings.resize(kept);
}

}  // namespace

LexicalIndexBuilder::LexicalIndexBuilder(Hierarchy hierarchy, AnalyzerOptions analyzer,
                                         std::uint64_t fingerprint)
    : state_(new State{std::move(hierarchy), Analyzer(analyzer), fingerprint, {}, {}, {}, {}}) {
  for (std::size_t level = 0; level < level_count; ++level) {
    state_->lengths[level].resize(state_->hierarchy.count(static_cast<Level>(level)));
  }
}

LexicalIndexBuilder::~LexicalIndexBuilder() = default;

void LexicalIndexBuilder::add(Level level, TextField field, std::size_t object,
                              std::string_view text) {
  if (text.empty()) return;
  const std::vector<std::string> &terms = state_->analyze(text);
  state_->lengths[static_cast<std::size_t>(level)][object][static_cast<std::size_t>(field)] +=
      static_cast<std::uint32_t>(terms.size());
  for (const std::string &term : terms) {
    count(state_->postings[term], level, field, static_cast<std::uint32_t>(object));
  }
}

std::shared_ptr<const LexicalIndex> LexicalIndexBuilder::finish() {
  std::vector<std::pair<std::string_view, std::vector<Posting> *>> sorted;
  sorted.reserve(state_->postings.size());
  for (auto &[term, postings] : state_->postings) sorted.emplace_back(term, &postings);
  std::ranges::sort(sorted, {}, [](const auto &entry) { return entry.first; });

  auto storage = std::make_unique<LexicalIndex::Storage>();
  for (const auto &[term, postings] : sorted) {
    settle(*postings);
    storage->add(term, *postings);
  }
  storage->lengths = std::move(state_->lengths);
  std::shared_ptr<const LexicalIndex> index(
      new LexicalIndex(std::make_shared<const Hierarchy>(std::move(state_->hierarchy)),
                       state_->analyzer, state_->fingerprint, std::move(storage)));
  state_.reset();
  return index;
}

LexicalIndex::LexicalIndex(std::shared_ptr<const Hierarchy> hierarchy, Analyzer analyzer,
                           std::uint64_t fingerprint, std::unique_ptr<Storage> storage)
    : hierarchy_(std::move(hierarchy)),
      analyzer_(analyzer),
      fingerprint_(fingerprint),
      storage_(std::move(storage)) {
  const Storage &held = *storage_;
  if (held.file) {
    terms_ = held.file->section(terms_section);
    term_ends_ = held.file->records<std::uint32_t>(term_ends_section);
    posting_ends_ = held.file->records<std::uint32_t>(posting_ends_section);
    postings_ = held.file->records<Posting>(postings_section);
  } else {
    terms_ = held.terms;
    term_ends_ = held.term_ends;
    posting_ends_ = held.posting_ends;
    postings_ = held.postings;
  }
  for (std::size_t level = 0; level < level_count; ++level) {
    if (held.file) {
      lengths_[level] = held.file->records<FieldCounts>(length_sections[level]);
    } else if (held.changed_lengths[level]) {
      lengths_[level] = *held.changed_lengths[level];
    } else {
      lengths_[level] = held.base ? held.base->lengths_[level] : held.lengths[level];
    }
  }
}

LexicalIndex::~LexicalIndex() = default;

std::shared_ptr<const LexicalIndex> LexicalIndex::open(const std::string &path) {
  auto storage = std::make_unique<Storage>();
  const SegmentFile &file = storage->file.emplace(path, file_kind);
  const Analyzer analyzer(unpack(file));
  auto hierarchy = std::make_shared<const Hierarchy>(hierarchy_in(file));
  const std::uint64_t fingerprint = file.fingerprint();
  std::shared_ptr<const LexicalIndex> index(
      new LexicalIndex(std::move(hierarchy), analyzer, fingerprint, std::move(storage)));

  // Checksums detect accidental damage; these checks prevent out-of-bounds reads from crafted
  // files.
  const auto rises_to = [](std::span<const std::uint32_t> ends, std::size_t last) {
    return std::ranges::is_sorted(ends) && (ends.empty() ? last == 0 : ends.back() == last);
  };
  bool sound = index->term_ends_.size() == index->posting_ends_.size() &&
               rises_to(index->term_ends_, index->terms_.size()) &&
               rises_to(index->posting_ends_, index->postings_.size());
  for (std::size_t level = 0; level < level_count; ++level) {
    sound = sound &&
            index->lengths_[level].size() == index->hierarchy_->count(static_cast<Level>(level));
  }
  sound = sound && std::ranges::all_of(index->postings_, [&](const Posting &posting) {
            const auto level = static_cast<std::size_t>(posting.level);
            return level < level_count && static_cast<std::size_t>(posting.field) < field_count &&
                   posting.object < index->lengths_[level].size();
          });
  if (!sound) index->storage_->file->fail("has inconsistent sections; index again");
  return index;
}

std::string LexicalIndex::bytes() const {
  if (storage_->external) {
    throw Error(ErrorCode::unsupported, "external postings have no segment");
  }
  if (storage_->base) {
    return LexicalIndex(hierarchy_, analyzer_, fingerprint_, flat()).bytes();
  }
  SegmentWriter writer(file_kind, fingerprint_);
  writer.add(analyzer_section, pack(analyzer_.options()));
  writer.add(databases_section, hierarchy_->database_of_table());
  writer.add(tables_section, hierarchy_->table_of_column());
  writer.add(terms_section, terms_);
  writer.add(term_ends_section, term_ends_);
  writer.add(posting_ends_section, posting_ends_);
  writer.add(postings_section, postings_);
  for (std::size_t level = 0; level < level_count; ++level) {
    writer.add(length_sections[level], lengths_[level]);
  }
  return writer.bytes();
}

Analyzer LexicalIndex::question_analyzer() const noexcept {
  AnalyzerOptions options = analyzer_.options();
  options.drop_stop_words = true;
  return Analyzer(options);
}

std::span<const Posting> LexicalIndex::postings(std::string_view term) const {
  if (storage_->external) return storage_->external->postings(term);
  if (!storage_->base) return own_postings(term);
  const auto *changed = storage_->changed.find(term);
  return changed != nullptr ? std::span<const Posting>(**changed)
                            : storage_->base->own_postings(term);
}

std::span<const Posting> LexicalIndex::own_postings(std::string_view term) const {
  const auto start = [](std::span<const std::uint32_t> ends, std::size_t i) -> std::size_t {
    return i == 0 ? 0 : ends[i - 1];
  };
  const auto term_at = [&](std::size_t i) {
    return terms_.substr(start(term_ends_, i), term_ends_[i] - start(term_ends_, i));
  };
  std::size_t low = 0;
  std::size_t high = term_ends_.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (term_at(middle) < term) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == term_ends_.size() || term_at(low) != term) return {};
  const std::size_t first = start(posting_ends_, low);
  return postings_.subspan(first, posting_ends_[low] - first);
}

}  // namespace sluice::inline v0
