#include "said_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "route/features/placed_items.hpp"
#include "route/schema_names.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::route_detail {
namespace {

constexpr StemId unknown = UINT32_MAX;
constexpr std::size_t max_words = 6;

/// What a name counts by its number of words.
float weight_of_length(std::size_t words) {
  return 0.4F + 0.6F * static_cast<float>(std::min<std::size_t>(3, words));
}

float rarity_of(std::size_t all, std::size_t with_name) {
  return std::log(1 + static_cast<float>(all) / static_cast<float>(with_name));
}

/// Sequences of up to max_words words of a question, as texts.
class SaidPhrases {
 public:
  /// Without numbers, which distinguish versions ("atlas_2"). Parts of words and whole words are
  /// separate sequences, as in DatabaseStems::spoken.
  explicit SaidPhrases(const Question &question) {
    std::vector<std::string> parts, words;
    for (const QuestionPart &part : question.parts()) {
      if (!is_ascii_digits(part.stem)) parts.push_back(part.stem);
    }
    for (const QuestionWord &word : question.words()) {
      if (!word.is_opaque) words.push_back(word.stem);
    }
    joined_ = {joined_by_blanks(parts), joined_by_blanks(words)};
    for (const std::string_view text : joined_) add(text);
    std::ranges::sort(phrases_);
  }
  SaidPhrases(const SaidPhrases &) = delete;
  SaidPhrases &operator=(const SaidPhrases &) = delete;

  bool contain(std::string_view name) const {
    return !name.empty() && is_first_[static_cast<unsigned char>(name.front())] &&
           std::ranges::binary_search(phrases_, name);
  }

 private:
  void add(std::string_view text) {
    for (std::size_t first = 0; first < text.size();) {
      is_first_[static_cast<unsigned char>(text[first])] = true;
      std::size_t end = first;
      for (std::size_t words = 0; words < max_words && end < text.size(); ++words) {
        end = std::min(text.find(' ', end + 1), text.size());
        phrases_.push_back(text.substr(first, end - first));
      }
      const std::size_t blank = text.find(' ', first);
      if (blank == text.npos) return;
      first = blank + 1;
    }
  }

  std::array<std::string, 2> joined_;
  std::vector<std::string_view> phrases_;
  std::array<bool, 256> is_first_{};  // by byte: whether some phrase begins with it
};

void add_databases(const SchemaLayout &layout, const SaidPhrases &said,
                   function_ref<float(std::string_view)> weight, std::vector<float> &to) {
  for (const std::size_t spelling : {0U, 1U}) {
    std::vector<std::pair<std::string_view, std::uint32_t>> names;
    for (std::uint32_t d = 0; d < layout.databases.size(); ++d) {
      const std::string &name = layout.databases[d]->spoken[spelling];
      if (said.contain(name)) names.emplace_back(name, d);
    }
    std::ranges::sort(names);
    for (auto at = names.begin(); at != names.end();) {
      const std::string_view name = at->first;
      const auto end =
          std::find_if(at, names.end(), [name](const auto &other) { return other.first != name; });
      const auto words = static_cast<std::size_t>(std::ranges::count(name, ' ') + 1);
      const float strength = weight_of_length(words) * (words == 1 ? weight(name) : 1) *
                             rarity_of(layout.shape->databases, static_cast<std::size_t>(end - at));
      for (; at != end; ++at) to[at->second] = std::max(to[at->second], strength);
    }
  }
}

/// The stems of a question in order, without numbers.
std::vector<StemId> said_stems(const SchemaLayout &layout, const Question &question) {
  std::vector<StemId> stems;
  for (const QuestionPart &part : question.parts()) {
    if (is_ascii_digits(part.stem)) continue;
    const StemId *stem = layout.find(part.stem);
    stems.push_back(stem != nullptr ? *stem : unknown);
  }
  return stems;
}

void add_columns(const SchemaLayout &layout, std::span<const StemId> said, std::vector<float> &to) {
  std::vector<std::uint32_t> numbers;  // of names of columns, each once
  for (std::size_t first = 0; first < said.size(); ++first) {
    for (std::size_t size = 2; size <= max_words && first + size <= said.size(); ++size) {
      const auto name = said.subspan(first, size);
      if (name.back() == unknown || name.front() == unknown) break;
      const std::uint32_t *number = layout.column_names->numbers.find(bytes_of(name));
      if (number != nullptr) numbers.push_back(*number);
    }
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<std::uint32_t> places;
  for (const std::uint32_t number : numbers) {
    const auto all = layout.column_names->tables[number];
    places.assign(all.begin(), all.end());
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    if (places.empty()) continue;
    const float strength = weight_of_length(layout.column_names->stems[number].size()) *
                           rarity_of(layout.visible_tables(), places.size());
    for (const std::uint32_t place : places) to[layout.grid.at[place]] += strength;
  }
}

}  // namespace

SaidNames said_names(const SchemaLayout &layout, const Question &question,
                     function_ref<float(std::string_view)> weight) {
  SaidNames names{std::vector<float>(layout.databases.size(), 0),
                  std::vector<float>(layout.owner.size(), 0)};
  add_databases(layout, SaidPhrases(question), weight, names.databases);
  add_columns(layout, said_stems(layout, question), names.columns);
  return names;
}

}  // namespace sluice::inline v0::route_detail
