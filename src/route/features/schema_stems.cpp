#include "schema_stems.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "route/schema_names.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"

namespace sluice::inline v0::detail {
namespace {

bool has_letter(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c < '0' || c > '9'; });
}

/// What a name spells or implies, whatever people call the object.
std::vector<std::string> unreadable(std::string_view name) {
  std::vector<std::string> words = implied_words(name);
  const std::vector<std::string> spelled = split_identifier(name);
  words.insert(words.end(), spelled.begin(), spelled.end());
  return words;
}

/// A name and a title, as name_words takes them.
struct Named {
  std::string_view name, title;
  std::string_view readable_name() const { return title.empty() ? name : title; }
};

void count_word(SchemaStems::Stem &stem, const std::string &word, std::int64_t more) {
  auto at = std::ranges::find(stem.words, word, &SchemaStems::Stem::Word::word);
  if (at == stem.words.end()) at = stem.words.insert(at, {word, 0});
  at->count = static_cast<std::uint32_t>(at->count + more);
  if (at->count == 0) stem.words.erase(at);
}

void settle(SchemaStems::Stem &stem) {
  const auto most = std::ranges::min_element(stem.words, [](const auto &a, const auto &b) {
    return a.count != b.count ? a.count > b.count : a.word < b.word;
  });
  if (most == stem.words.end()) {
    stem = {};
  } else {
    stem.surface = most->word;
  }
}

}  // namespace

std::vector<StemId> StemBook::database(std::string_view name, int times) {
  Spelling spelling;
  add(split_identifier(name), spelling, spelling.name);
  add(implied_words(name), spelling, spelling.name);
  for (Spelling::Met *word : spelling.words) word->count += times;
  return spelling.name;
}

const Spelling &StemBook::meet(std::string_view name, std::string_view title, int times) {
  std::string key(name);
  key += '\0';
  key += title;
  const auto [at, is_new] = spellings_.try_emplace(std::move(key));
  if (is_new) {
    const Named named{name, title};
    add(name_words(named), at->second, at->second.name);
    add(unreadable(name), at->second, at->second.extras);
    at->second.phrase = ' ' + spaced_name(named) + ' ';
  }
  for (Spelling::Met *word : at->second.words) word->count += times;
  return at->second;
}

void StemBook::forget(const Database &database) {
  this->database(database.name(), -1);
  for (const Table &table : database.tables()) meet(table, -1);
  for (const Column &column : database.columns()) meet(column, -1);
}

/// Appends the stems of words that the spelling does not have yet.
void StemBook::add(const std::vector<std::string> &words, Spelling &spelling,
                   std::vector<StemId> &into) {
  for (const std::string &word : words) {
    if (!has_letter(word)) continue;
    Spelling::Met &met = meet_word(word);
    spelling.words.push_back(&met);
    const auto has = [&met](const std::vector<StemId> &stems) {
      return std::ranges::find(stems, met.stem) != stems.end();
    };
    if (!has(spelling.name) && !has(spelling.extras)) into.push_back(met.stem);
  }
}

Spelling::Met &StemBook::meet_word(const std::string &word) {
  const auto [at, is_new] = words_.try_emplace(word);
  if (!is_new) return at->second;
  const std::string stem = sluice::stem(word);
  if (const StemId *known = stems_.find(stem)) {
    at->second.stem = *known;
    return at->second;
  }
  const auto [made, is_new_stem] = new_stems_.try_emplace(stem, 0);
  if (is_new_stem) {
    made->second =
        taken_ < stems_.free_.size() ? stems_.free_[taken_++] : static_cast<StemId>(next_++);
  }
  at->second.stem = made->second;
  return at->second;
}

std::vector<StemId> StemBook::end() {
  std::map<StemId, SchemaStems::Stem> changed;
  const auto stem_of = [&](StemId id) -> SchemaStems::Stem & {
    const auto [at, is_first] = changed.try_emplace(id);
    if (is_first && id < stems_.size()) at->second = stems_[id];
    return at->second;
  };
  for (const auto &[text, id] : new_stems_) stem_of(id).text = text;
  for (const auto &[word, met] : words_) {
    if (met.count != 0) count_word(stem_of(met.stem), word, met.count);
  }
  for (auto &[id, stem] : changed) settle(stem);

  std::vector<StemId> found;
  stems_.free_.erase(stems_.free_.begin(),
                     stems_.free_.begin() + static_cast<std::ptrdiff_t>(taken_));
  for (const auto &[id, stem] : changed) {
    const SchemaStems::Stem none;
    const SchemaStems::Stem &old = id < stems_.size() ? stems_[id] : none;
    if (old.text != stem.text || old.surface != stem.surface) found.push_back(id);
    if (stem.text.empty()) stems_.free_.push_back(id);
    if (stem.text.empty() && !old.text.empty()) stems_.ids_.erase(old.text);
  }
  if (stems_.size() == 0) {
    std::vector<SharedMap<StemId>::Entry> ids;
    std::vector<SchemaStems::Stem> all(next_);
    for (auto &[id, stem] : changed) {
      if (!stem.text.empty()) ids.push_back({stem.text, id});
      all[id] = std::move(stem);
    }
    stems_.ids_ = SharedMap<StemId>(std::move(ids));
    stems_.stems_ = SharedVector<SchemaStems::Stem, 16>(std::span<const SchemaStems::Stem>(all));
    return found;
  }
  while (stems_.size() < next_) stems_.stems_.push_back({});
  for (auto &[id, stem] : changed) {
    if (new_stems_.contains(stem.text)) stems_.ids_.set(stem.text, id);
    stems_.stems_.set(id, std::move(stem));
  }
  return found;
}

}  // namespace sluice::inline v0::detail
