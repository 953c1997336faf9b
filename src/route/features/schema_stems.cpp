#include "schema_stems.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "route/schema_names.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"

namespace sluice::inline v0::route_detail {
namespace {

bool has_letter(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c < '0' || c > '9'; });
}

/// The words that the original name spells or implies, regardless of a title.
std::vector<std::string> unreadable(std::string_view name) {
  std::vector<std::string> words = implied_words(name);
  const std::vector<std::string> spelled = split_identifier(name);
  words.insert(words.end(), spelled.begin(), spelled.end());
  return words;
}

void count_word(SchemaStems::Stem &stem, const std::string &word, std::int64_t more) {
  auto at = std::ranges::find(stem.words, word, &SchemaStems::Stem::Word::word);
  if (at == stem.words.end()) at = stem.words.insert(at, {word, 0});
  at->count = static_cast<std::uint32_t>(at->count + more);
  if (at->count == 0) stem.words.erase(at);
}

void update_surface(SchemaStems::Stem &stem) {
  const auto most_frequent = std::ranges::min_element(stem.words, [](const auto &a, const auto &b) {
    return a.count != b.count ? a.count > b.count : a.word < b.word;
  });
  if (most_frequent == stem.words.end()) {
    stem = {};
  } else {
    stem.surface = most_frequent->word;
  }
}

}  // namespace

std::vector<StemId> StemEditor::add_database_name(std::string_view name, int times) {
  Spelling spelling;
  add(split_identifier(name), spelling, spelling.name);
  add(implied_words(name), spelling, spelling.name);
  for (Spelling::CountedWord *word : spelling.words) word->count += times;
  return spelling.name;
}

const Spelling &StemEditor::add_name(std::string_view name, std::string_view plain, int times) {
  std::string key(name);
  key += '\0';
  key += plain;
  const auto [at, is_new] = spellings_.try_emplace(std::move(key));
  if (is_new) {
    const std::vector<std::string> words = with_split_words(split_identifier(plain));
    add(words, at->second, at->second.name);
    add(unreadable(name), at->second, at->second.extras);
    at->second.phrase = ' ' + joined_by_blanks(words) + ' ';
  }
  for (Spelling::CountedWord *word : at->second.words) word->count += times;
  return at->second;
}

void StemEditor::remove(const Database &database) {
  add_database_name(database.name(), -1);
  for (const Table &table : database.tables()) add_name(table, -1);
  for (const Column &column : database.columns()) add_name(column, -1);
}

/// Appends the stems of words that are not in the spelling yet.
void StemEditor::add(const std::vector<std::string> &words, Spelling &spelling,
                     std::vector<StemId> &into) {
  for (const std::string &word : words) {
    if (!has_letter(word)) continue;
    Spelling::CountedWord &counted = find_word(word);
    spelling.words.push_back(&counted);
    const auto has = [&counted](const std::vector<StemId> &stems) {
      return std::ranges::find(stems, counted.stem) != stems.end();
    };
    if (!has(spelling.name) && !has(spelling.extras)) into.push_back(counted.stem);
  }
}

Spelling::CountedWord &StemEditor::find_word(const std::string &word) {
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
        reused_ < stems_.free_.size() ? stems_.free_[reused_++] : static_cast<StemId>(next_++);
  }
  at->second.stem = made->second;
  return at->second;
}

std::vector<StemId> StemEditor::finish() {
  std::map<StemId, SchemaStems::Stem> changed;
  const auto stem_of = [&](StemId id) -> SchemaStems::Stem & {
    const auto [at, is_first] = changed.try_emplace(id);
    if (is_first && id < stems_.size()) at->second = stems_[id];
    return at->second;
  };
  for (const auto &[text, id] : new_stems_) stem_of(id).text = text;
  for (const auto &[word, counted] : words_) {
    if (counted.count != 0) count_word(stem_of(counted.stem), word, counted.count);
  }
  for (auto &[id, stem] : changed) update_surface(stem);

  std::vector<StemId> found;
  stems_.free_.erase(stems_.free_.begin(),
                     stems_.free_.begin() + static_cast<std::ptrdiff_t>(reused_));
  for (const auto &[id, stem] : changed) {
    const SchemaStems::Stem none;
    const SchemaStems::Stem &old = id < stems_.size() ? stems_[id] : none;
    if (old.text != stem.text || old.surface != stem.surface) found.push_back(id);
    if (stem.text.empty()) stems_.free_.push_back(id);
    if (stem.text.empty() && !old.text.empty()) stems_.ids_.erase(old.text);
  }
  if (stems_.size() == 0) {
    std::vector<detail::SharedMap<StemId>::Entry> ids;
    std::vector<SchemaStems::Stem> all(next_);
    for (auto &[id, stem] : changed) {
      if (!stem.text.empty()) ids.push_back({stem.text, id});
      all[id] = std::move(stem);
    }
    stems_.ids_ = detail::SharedMap<StemId>(std::move(ids));
    stems_.stems_ =
        detail::SharedVector<SchemaStems::Stem, 16>(std::span<const SchemaStems::Stem>(all));
    return found;
  }
  while (stems_.size() < next_) stems_.stems_.push_back({});
  for (auto &[id, stem] : changed) {
    if (new_stems_.contains(stem.text)) stems_.ids_.set(stem.text, id);
    stems_.stems_.set(id, std::move(stem));
  }
  return found;
}

}  // namespace sluice::inline v0::route_detail
