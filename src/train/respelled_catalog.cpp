#include "train/respelled_catalog.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/ascii.hpp"
#include "sluice/core/random.hpp"
#include "text/identifier.hpp"

namespace sluice::inline v0 {
namespace {

enum class Joining {
  as_it_is,
  underscores,
  nothing,
  capitals,
  inner_capitals,
  all_capitals,
  blanks
};
enum class Shortening { three_letters, four_letters, consonants };

std::string shortened(const std::string &word, Shortening how) {
  constexpr std::size_t worth_it = 5;
  if (word.size() < worth_it) return word;
  if (how != Shortening::consonants)
    return word.substr(0, how == Shortening::three_letters ? 3 : 4);
  std::string text(1, word.front());
  for (const char c : std::string_view(word).substr(1)) {
    if (std::string_view("aeiou").find(c) == std::string_view::npos && text.size() < worth_it)
      text += c;
  }
  return text;
}

std::string spelled_together(const std::vector<std::string> &words, Joining how) {
  std::string text;
  for (std::string word : words) {
    const bool is_first = text.empty();
    if (how == Joining::capitals || (how == Joining::inner_capitals && !is_first))
      word.front() = upper_ascii(word.front());
    if (how == Joining::all_capitals) {
      for (char &c : word) c = upper_ascii(c);
    }
    if (!is_first && (how == Joining::underscores || how == Joining::all_capitals)) text += '_';
    if (!is_first && how == Joining::blanks) text += ' ';
    text += word;
  }
  return text;
}

/// The spelling style of one database.
class SpellingStyle {
 public:
  explicit SpellingStyle(Random &random) : random_(random) {
    constexpr Joining joinings[] = {
        Joining::as_it_is, Joining::as_it_is,    Joining::underscores, Joining::nothing,
        Joining::nothing,  Joining::capitals,    Joining::capitals,    Joining::inner_capitals,
        Joining::blanks,   Joining::all_capitals};
    constexpr double rates[] = {0, 0, 0.15, 0.4};
    joining_ = joinings[random.below(std::size(joinings))];
    rate_ = rates[random.below(std::size(rates))];
    shortening_ = static_cast<Shortening>(random.below(3));
    has_titles_ = random.unit() < 0.4;
    has_keys_ = random.unit() < 0.6;
    is_small_ = random.unit() < 0.3;
  }

  DatabaseDefinition spell(DatabaseDefinition database) {
    for (TableDefinition &table : database.tables) {
      spell(table);
      for (ColumnDefinition &column : table.columns) {
        spell(column);
        if (!has_keys_) column.type.clear();
      }
      number_duplicates(table.columns);
      if (!has_keys_) table.primary_key.clear();
    }
    number_duplicates(database.tables);
    if (!has_keys_) database.foreign_keys.clear();
    return database;
  }

 private:
  template <class Object>
  void spell(Object &object) {
    const std::vector<std::string> words =
        split_identifier(object.title.empty() ? object.name : object.title);
    if (joining_ != Joining::as_it_is && !words.empty()) {
      std::vector<std::string> spelled;
      for (const std::string &word : words) spelled.push_back(spelling_of(word));
      object.name = spelled_together(spelled, joining_);
    }
    if (!has_titles_) object.title.clear();
    if (is_small_) object.name = lower_ascii(object.name);
  }

  /// The same word is always abbreviated in the same way.
  const std::string &spelling_of(const std::string &word) {
    const auto [at, is_new] = spellings_.try_emplace(word, word);
    if (is_new && random_.unit() < rate_) at->second = shortened(word, shortening_);
    return at->second;
  }

  /// Appends numbers to names that have become equal.
  template <class Object>
  static void number_duplicates(std::vector<Object> &objects) {
    std::set<std::string> taken;
    for (Object &object : objects) {
      const std::string name = object.name;
      for (std::size_t number = 2; !taken.insert(lower_ascii(object.name)).second; ++number)
        object.name = name + std::to_string(number);
    }
  }

  Random &random_;
  Joining joining_ = Joining::as_it_is;
  Shortening shortening_ = Shortening::consonants;
  double rate_ = 0;
  bool has_titles_ = true, has_keys_ = true, is_small_ = false;
  std::map<std::string, std::string> spellings_;
};

}  // namespace

std::shared_ptr<const Catalog> respelled(const Catalog &catalog, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::shared_ptr<const Database>> databases;
  for (const DatabaseId id : catalog.databases()) {
    SpellingStyle style(random);
    databases.push_back(Database::make(style.spell(catalog.database(id).definition())));
  }
  return Catalog::make(std::move(databases));
}

}  // namespace sluice::inline v0
