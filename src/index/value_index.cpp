#include "sluice/index/value_index.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/core/hash.hpp"
#include "text/stop_words.hpp"
#include "text/unicode.hpp"
#include "text/unspaced.hpp"

namespace sluice::inline v0 {
namespace {

using Entry = ValueSegment::Entry;

constexpr std::uint64_t start_of_value = 1;
constexpr std::uint64_t word_of_value = 2;
constexpr std::size_t min_letters = 3;

/// Hashes a value word by word: `before` is the key of the preceding words.
std::uint64_t key_of(std::string_view folded_word, std::uint64_t before) {
  return hash64(folded_word, before);
}

/// Writes numbers with fraction 0 as integers, since people write "3" for "3.0".
std::string_view without_fraction(std::string_view value) {
  if (!value.ends_with(".0")) return value;
  const std::string_view whole = value.substr(0, value.size() - 2);
  const std::string_view digits = whole.starts_with('-') ? whole.substr(1) : whole;
  return is_ascii_digits(digits) ? whole : value;
}

/// ln(1 + databases / databases with the value). `places` is ordered by database.
float rarity(const std::vector<ValuePlace> &places, std::size_t databases) {
  std::size_t holding = 0;
  for (std::size_t p = 0; p < places.size(); ++p)
    holding += p == 0 || places[p].database != places[p - 1].database ? 1 : 0;
  return std::log(1 + static_cast<float>(databases) / static_cast<float>(holding));
}

}  // namespace

std::size_t ValueSegment::values() const noexcept {
  return std::accumulate(values_.begin(), values_.end(), std::size_t{0});
}

std::size_t ValueSegment::bytes() const noexcept {
  return entries_.size() * sizeof(Entry) + texts_.size() +
         (text_ends_.size() + values_.size()) * sizeof(std::uint32_t);
}

std::shared_ptr<const ValueSegment> ValueSegment::restricted_to(
    std::span<const std::uint32_t> columns) const {
  constexpr std::uint32_t none = UINT32_MAX;
  auto left = std::make_shared<ValueSegment>();
  std::vector<std::uint32_t> column_at(columns.empty() ? 0 : columns.back() + 1, none);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    column_at[columns[c]] = static_cast<std::uint32_t>(c);
    if (columns[c] < values_.size()) left->values_.push_back(values_[columns[c]]);
  }
  std::vector<std::uint32_t> text_at(text_ends_.size(), none);
  for (const Entry &entry : entries_) {
    if (entry.column >= column_at.size() || column_at[entry.column] == none) continue;
    std::uint32_t &text_id = text_at[entry.text];
    if (text_id == none) {
      text_id = static_cast<std::uint32_t>(left->text_ends_.size());
      left->texts_ += text(entry);
      left->text_ends_.push_back(static_cast<std::uint32_t>(left->texts_.size()));
    }
    left->entries_.push_back({entry.key, column_at[entry.column], text_id});
  }
  left->shrink();
  return left;
}

void ValueSegment::shrink() {
  entries_.shrink_to_fit();
  text_ends_.shrink_to_fit();
  texts_.shrink_to_fit();
}

struct ValueSegmentBuilder::State {
  struct KeyAndColumn {
    std::uint64_t key;
    std::uint32_t column;
    friend bool operator==(const KeyAndColumn &, const KeyAndColumn &) = default;
  };
  struct Hash {
    std::size_t operator()(const KeyAndColumn &of) const noexcept {
      return of.key ^ (of.column * 0x9E3779B97F4A7C15ULL);
    }
  };

  ValueSegment made;
  std::unordered_set<KeyAndColumn, Hash> known;
  std::unordered_map<std::uint64_t, std::uint32_t> texts;  // by hash
  std::vector<std::string> words;

  std::uint32_t keep(std::string_view value) {
    const auto [entry, is_new] =
        texts.try_emplace(hash64(value), static_cast<std::uint32_t>(made.text_ends_.size()));
    if (is_new) {
      made.texts_ += value;
      made.text_ends_.push_back(static_cast<std::uint32_t>(made.texts_.size()));
    }
    return entry->second;
  }
};

ValueSegmentBuilder::ValueSegmentBuilder() : state_(std::make_unique<State>()) {}
ValueSegmentBuilder::~ValueSegmentBuilder() = default;

void ValueSegmentBuilder::add(std::size_t column, std::string_view raw) {
  State &state = *state_;
  const std::string_view value = without_fraction(raw);
  if (value.size() > UINT32_MAX - state.made.texts_.size()) return;
  std::size_t letters = 0;
  bool is_all_digits = true;
  state.words.clear();
  each_word(value, [&](std::string_view word) {
    if (state.words.size() > ValueSegment::max_words) return;
    state.words.push_back(fold(word));
    letters += word.size();
    is_all_digits = is_all_digits && is_ascii_digits(word);
  });
  const std::size_t count = state.words.size();
  if (count == 0 || count > ValueSegment::max_words) return;
  if (is_all_digits && letters < min_letters) return;
  const auto at = static_cast<std::uint32_t>(column);
  const auto note = [&](std::uint64_t key) {
    if (!state.known.insert({key, at}).second) return false;
    state.made.entries_.push_back({key, at, state.keep(value)});
    return true;
  };
  std::uint64_t key = start_of_value;
  for (const std::string &word : state.words) key = key_of(word, key);
  if (!note(key)) return;
  std::vector<std::uint32_t> &values = state.made.values_;
  if (values.size() <= column) values.resize(column + 1, 0);
  ++values[column];
  if (count == 1 || is_all_digits) return;
  for (const std::string &word : state.words) {
    if (word.size() >= min_letters && !is_ascii_digits(word) && !is_stop_word(word))
      note(key_of(word, word_of_value));
  }
}

std::shared_ptr<const ValueSegment> ValueSegmentBuilder::finish() {
  auto made = std::make_shared<ValueSegment>(std::move(state_->made));
  state_ = std::make_unique<State>();
  std::ranges::sort(made->entries_, [](const Entry &a, const Entry &b) {
    return std::tie(a.key, a.column) < std::tie(b.key, b.column);
  });
  made->shrink();
  return made;
}

ValueIndex::ValueIndex(std::vector<std::shared_ptr<const ValueSegment>> segments,
                       std::vector<ColumnId> first_columns, std::uint64_t fingerprint)
    : segments_(std::move(segments)),
      first_columns_(std::move(first_columns)),
      fingerprint_(fingerprint) {
  std::size_t keys = 0;
  const auto each_key = [this](auto visit) {
    for (std::size_t d = 0; d < segments_.size(); ++d) {
      if (segments_[d] == nullptr) continue;
      const std::vector<Entry> &entries = segments_[d]->entries();
      for (std::size_t e = 0; e < entries.size(); ++e) {
        if (e == 0 || entries[e].key != entries[e - 1].key) visit(entries[e].key, d);
      }
    }
  };
  each_key([&](std::uint64_t, std::size_t) { ++keys; });
  const unsigned bits = std::clamp<unsigned>(static_cast<unsigned>(std::bit_width(keys)), 1, 31);
  shift_ = 64 - bits;
  buckets_.assign((std::size_t{1} << bits) + 1, 0);
  each_key([&](std::uint64_t key, std::size_t) { ++buckets_[(key >> shift_) + 1]; });
  for (std::size_t b = 1; b < buckets_.size(); ++b) buckets_[b] += buckets_[b - 1];
  holders_.resize(keys);
  std::vector<std::uint32_t> next(buckets_.begin(), buckets_.end() - 1);
  each_key([&](std::uint64_t key, std::size_t database) {
    holders_[next[key >> shift_]++] = {static_cast<std::uint32_t>(key),
                                       static_cast<std::uint32_t>(database)};
  });
}

std::size_t ValueIndex::values() const noexcept {
  std::size_t sum = 0;
  for (const auto &segment : segments_) sum += segment != nullptr ? segment->values() : 0;
  return sum;
}

std::size_t ValueIndex::bytes() const noexcept {
  std::size_t sum = buckets_.size() * sizeof(std::uint32_t) + holders_.size() * sizeof(Holder);
  for (const auto &segment : segments_) sum += segment != nullptr ? segment->bytes() : 0;
  return sum;
}

std::vector<ValuePlace> ValueIndex::find(std::uint64_t key, std::optional<Visibility> seen) const {
  std::vector<ValuePlace> places;
  const std::size_t bucket = key >> shift_;
  for (std::uint32_t h = buckets_[bucket]; h < buckets_[bucket + 1]; ++h) {
    if (holders_[h].tag != static_cast<std::uint32_t>(key)) continue;
    const std::uint32_t database = holders_[h].database;
    const ValueSegment &segment = *segments_[database];
    auto entry = std::ranges::lower_bound(segment.entries(), key, {}, &Entry::key);
    for (; entry != segment.entries().end() && entry->key == key; ++entry) {
      const ColumnId column(first_columns_[database].index() + entry->column);
      if (seen && !seen->visible(column)) continue;
      places.push_back({DatabaseId(database), column, segment.text(*entry)});
    }
  }
  return places;
}

QuestionValues ValueIndex::match(const Question &question, std::optional<Visibility> seen) const {
  const auto words = question.words().first(std::min(question.words().size(), max_question_words));
  const std::size_t databases =
      seen ? static_cast<std::size_t>(std::ranges::count(seen->databases, 1)) : segments_.size();
  QuestionValues found{question, {}};
  std::vector<bool> used(words.size(), false);
  const auto is_free = [&](std::size_t first, std::size_t count) {
    for (std::size_t w = first; w < first + count; ++w) {
      if (used[w]) return false;
    }
    return true;
  };
  const auto add = [&](std::size_t first, std::size_t count, bool is_whole,
                       std::vector<ValuePlace> places) {
    ValueRun run{first, count, is_whole, false, true, rarity(places, databases), {}};
    for (std::size_t w = first; w < first + count; ++w) {
      used[w] = true;
      run.is_marked = run.is_marked || words[w].is_name();
      run.is_number = run.is_number && is_ascii_digits(words[w].folded);
    }
    run.places = std::move(places);
    found.runs.push_back(std::move(run));
  };
  // keys[n][w] is the key of the n words from word w on.
  std::vector<std::vector<std::uint64_t>> keys(ValueSegment::max_words + 1);
  keys[0].assign(words.size(), start_of_value);
  for (std::size_t count = 1; count <= std::min(ValueSegment::max_words, words.size()); ++count) {
    for (std::size_t w = 0; w + count <= words.size(); ++w)
      keys[count].push_back(key_of(words[w + count - 1].folded, keys[count - 1][w]));
  }
  for (std::size_t count = std::min(ValueSegment::max_words, words.size()); count > 0; --count) {
    for (std::size_t w = 0; w + count <= words.size(); ++w) {
      if (!is_free(w, count)) continue;
      const QuestionWord &last = words[w + count - 1];
      if (count == 1) {
        if (last.is_stop_word) continue;
        const bool is_short = last.folded.size() < min_letters;
        if (is_short && (!last.is_name() || is_ascii_digits(last.folded))) continue;
      }
      std::vector<ValuePlace> places = find(keys[count][w], seen);
      const bool may_be_plural = last.folded.size() > min_letters && last.folded.ends_with('s');
      if (places.empty() && may_be_plural) {
        const std::string_view singular(last.folded.data(), last.folded.size() - 1);
        places = find(key_of(singular, keys[count - 1][w]), seen);
      }
      if (!places.empty()) add(w, count, true, std::move(places));
    }
  }
  for (std::size_t w = 0; w < words.size(); ++w) {
    const std::string &word = words[w].folded;
    if (used[w] || !words[w].is_name() || word.size() < min_letters) continue;
    if (is_ascii_digits(word) || words[w].is_stop_word) continue;
    std::vector<ValuePlace> places = find(key_of(word, word_of_value), seen);
    if (!places.empty()) add(w, 1, false, std::move(places));
  }
  for (std::size_t w = 0; w < words.size(); ++w) {
    if (used[w]) continue;
    text_detail::each_inner_run(words[w].text, [&](std::string_view run) {
      if (found.runs.size() == max_question_words || is_stop_word(run)) return false;
      std::vector<ValuePlace> places = find(key_of(run, start_of_value), seen);
      if (places.empty()) return false;
      add(w, 1, true, std::move(places));
      return true;
    });
  }
  return found;
}

}  // namespace sluice::inline v0
