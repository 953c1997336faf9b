#include "name_forms.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "text/identifier.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_name_words = 16;
constexpr std::size_t max_word_bytes = 64;

/// What a name's last word means, where names use several words for it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> identifier_words{
    {{"id", "id"},
     {"ident", "id"},
     {"identifier", "id"},
     {"uid", "id"},
     {"uuid", "id"},
     {"guid", "id"},
     {"no", "no"},
     {"nr", "no"},
     {"num", "no"},
     {"number", "no"},
     {"code", "code"},
     {"cd", "code"}}};

std::string without_plural(std::string word) {
  const auto ends = [&](std::string_view end) { return word.ends_with(end); };
  if (ends("ies") && word.size() > 4) {
    word.resize(word.size() - 3);
    word += 'y';
  } else if (ends("sses") || ends("xes") || ends("ches") || ends("shes") || ends("uses")) {
    word.resize(word.size() - 2);
  } else if (ends("s") && !ends("ss") && !ends("us") && !ends("is") && word.size() > 3) {
    word.pop_back();
  }
  return word;
}

std::string unified_word(std::string word) {
  for (const auto &[from, to] : identifier_words)
    if (word == from) return std::string(to);
  if (word == "key") return word;
  const auto meanings = expansions(word);
  if (!meanings.empty()) word = std::string(meanings.front());
  return without_plural(std::move(word));
}

bool is_all_identifiers(const std::vector<std::string> &words) {
  return std::ranges::all_of(words,
                             [](const std::string &word) { return is_identifier_word(word); });
}

bool ends_with_identifier(const std::vector<std::string> &words) {
  return !words.empty() && is_identifier_word(words.back());
}

/// Words written without separators end like this, too: "stuid", "empno".
bool looks_identifying(const std::vector<std::string> &words) {
  if (words.empty()) return false;
  return is_identifier_word(words.back()) ||
         std::ranges::any_of(
             std::array<std::string_view, 4>{"id", "code", "key", "no"}, [&](std::string_view end) {
               return words.back().size() > end.size() + 1 && words.back().ends_with(end);
             });
}

/// A key's name without what says that it is an identifier: "cust" of "cust_id" and of "custid".
std::string stem_of_key(const std::vector<std::string> &key) {
  std::size_t end = key.size();
  while (end > 0 && is_identifier_word(key[end - 1])) --end;
  std::string stem = joined_words(key, 0, end);
  if (end < key.size()) return stem;
  for (const std::string_view last : {"id", "code", "key", "no"})
    if (stem.size() > last.size() && stem.ends_with(last))
      return stem.substr(0, stem.size() - last.size());
  return {};
}

/// Whether the key contains its table, or is only an identifier.
bool contains_table(const std::vector<std::string> &table, const std::vector<std::string> &key) {
  if (is_all_identifiers(key)) return true;
  const std::string owner = joined_words(table, 0, table.size());
  return !owner.empty() && joined_words(key, 0, key.size()).find(owner) != std::string::npos;
}

/// Whether the key has the name of its table's last words.
bool has_tail_of_table(const std::vector<std::string> &table, const std::vector<std::string> &key) {
  const std::string stem = stem_of_key(key);
  for (std::size_t begin = 1; begin < table.size() && !stem.empty(); ++begin)
    if (joined_words(table, begin, table.size()) == stem) return true;
  return false;
}

/// Whether the key begins with the first letters of its table, or with its words' initials.
bool shortens_table(const std::vector<std::string> &table, const std::vector<std::string> &key) {
  const std::string stem = stem_of_key(key);
  if (stem.empty() || table.empty()) return false;
  if (table.size() == 1) return table[0].starts_with(stem);
  std::string initials;
  for (const std::string &word : table) initials += word.front();
  return stem == initials;
}

}  // namespace

std::vector<std::string> name_words(std::string_view name) {
  std::vector<std::string> words = split_identifier(name);
  if (words.size() > max_name_words)
    words.erase(words.begin(), words.end() - static_cast<std::ptrdiff_t>(max_name_words));
  for (std::string &word : words) {
    if (word.size() > max_word_bytes) word.resize(max_word_bytes);
    word = unified_word(std::move(word));
  }
  // "fk_customer" and "customer_fk" say what the rest refers to.
  if (words.size() > 1 && words.front() == "fk") words.erase(words.begin());
  if (words.size() > 1 && words.back() == "fk") words.pop_back();
  // "id_customer" is "customer_id".
  if (words.size() > 1 && words.front() == "id" && !is_identifier_word(words.back()))
    std::rotate(words.begin(), words.begin() + 1, words.end());
  return words;
}

std::vector<std::string> table_words(std::string_view name) {
  constexpr std::array<std::string_view, 12> kinds{"dim",       "dimension", "fact", "fct",
                                                   "tbl",       "table",     "stg",  "ref",
                                                   "reference", "tb",        "tab",  "lkp"};
  std::vector<std::string> words = name_words(name);
  while (words.size() > 1 && std::ranges::find(kinds, words.front()) != kinds.end())
    words.erase(words.begin());
  while (words.size() > 1 && std::ranges::find(kinds, words.back()) != kinds.end())
    words.pop_back();
  return words;
}

std::string joined_words(const std::vector<std::string> &words, std::size_t begin,
                         std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += words[i];
  return text;
}

bool is_identifier_word(std::string_view word) {
  return word == "id" || word == "no" || word == "code" || word == "key";
}

bool is_common_word(std::string_view word) {
  constexpr std::array<std::string_view, 16> common{
      "name",   "date", "type",  "title", "description", "status", "value", "year",
      "number", "time", "state", "note",  "comment",     "amount", "order", "rank"};
  return std::ranges::find(common, word) != common.end();
}

bool names_own_table(const std::vector<std::string> &table, const std::vector<std::string> &key) {
  return contains_table(table, key) || shortens_table(table, key);
}

std::vector<FormedName> names_for_key(const std::vector<std::string> &table,
                                      const std::vector<std::string> &key) {
  std::vector<FormedName> names;
  if (table.empty() || key.empty()) return names;
  const auto add = [&](std::string text, NameForm form) {
    if (text.size() < 2) return;
    const auto known = std::ranges::find(names, text, &FormedName::text);
    if (known == names.end()) {
      names.push_back({std::move(text), form});
    } else {
      known->form = std::min(known->form, form);
    }
  };
  const std::string owner = joined_words(table, 0, table.size());
  const std::string whole = joined_words(key, 0, key.size());
  const bool is_general = is_all_identifiers(key);
  const bool is_own = contains_table(table, key);
  if (is_general) {
    add(owner + whole, NameForm::owner);
  } else if (looks_identifying(key)) {
    const NameForm named = has_tail_of_table(table, key) ? NameForm::tail_key
                           : shortens_table(table, key)  ? NameForm::short_key
                                                         : NameForm::key;
    add(whole, is_own ? NameForm::own_key : named);
  } else if (key.size() > 1 || !is_common_word(whole)) {
    add(whole, is_own ? NameForm::own_plain : NameForm::plain);
  }
  if (!is_identifier_word(owner)) {
    add(owner + "id", NameForm::owner_id);
    if (!is_common_word(owner)) add(owner, NameForm::table);
  }
  if (is_general || ends_with_identifier(key)) {
    const std::string &last = key.back();
    for (std::size_t begin = 1; begin < table.size() && begin <= 3; ++begin)
      add(joined_words(table, begin, table.size()) + last, NameForm::table_tail);
  }
  if (is_general && table.size() == 1) {
    for (std::size_t size = 3; size <= 5 && size + 2 <= owner.size(); ++size)
      add(owner.substr(0, size) + whole, NameForm::short_key);
  }
  return names;
}

}  // namespace sluice::inline v0::schema_detail
