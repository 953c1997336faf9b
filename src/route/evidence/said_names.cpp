#include "said_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

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

/// The stems of a question in order, without numbers, which distinguish versions ("atlas_2") and
/// are no stems of names.
struct SaidStems {
  std::vector<StemId> stems;
  std::vector<float> alone;  ///< The weight of each as a name of one word.

  SaidStems(const SchemaLayout &layout, const Question &question,
            function_ref<float(std::string_view)> weight) {
    std::vector<std::string> parts, words;
    for (const QuestionPart &part : question.parts()) {
      if (is_ascii_digits(part.stem)) continue;
      parts.push_back(part.stem);
      const StemId *stem = layout.find(part.stem);
      stems.push_back(stem != nullptr ? *stem : unknown);
      alone.push_back(stem == nullptr || part.is_stop_word ? 0 : weight(part.stem));
    }
    for (const QuestionWord &word : question.words()) {
      if (!word.is_opaque) words.push_back(word.stem);
    }
    joined_ = {joined_by_blanks(parts), joined_by_blanks(words)};
    for (const std::string_view text : joined_) add_phrases(text);
    std::ranges::sort(phrases_);
  }
  SaidStems(const SaidStems &) = delete;
  SaidStems &operator=(const SaidStems &) = delete;

  /// Whether up to max_words parts or whole words in sequence are this name, spelled as
  /// DatabaseStems::spoken.
  bool has(std::string_view name) const {
    return !name.empty() && is_first_[static_cast<unsigned char>(name.front())] &&
           std::ranges::binary_search(phrases_, name);
  }

  /// The weight of the name as it is said; 0 if it is not.
  float weight_of(std::span<const StemId> name) const {
    if (name.empty() || name.size() > max_words) return 0;
    float best = 0;
    for (auto from = stems.begin();; ++from) {
      from = std::search(from, stems.end(), name.begin(), name.end());
      if (from == stems.end()) return best;
      const float of_length = weight_of_length(name.size());
      best = std::max(best, name.size() == 1
                                ? of_length * alone[static_cast<std::size_t>(from - stems.begin())]
                                : of_length);
    }
  }

 private:
  void add_phrases(std::string_view text) {
    for (std::size_t first = 0; first < text.size(); first = text.find(' ', first) + 1) {
      is_first_[static_cast<unsigned char>(text[first])] = true;
      std::size_t end = first;
      for (std::size_t words = 0; words < max_words && end < text.size(); ++words) {
        end = std::min(text.find(' ', end + 1), text.size());
        phrases_.push_back(text.substr(first, end - first));
      }
      if (text.find(' ', first) == text.npos) break;
    }
  }

  std::array<std::string, 2> joined_;  // parts, and whole words
  std::vector<std::string_view> phrases_;
  std::array<bool, 256> is_first_{};  // by byte: whether some phrase begins with it
};

float rarity_of(std::size_t all, std::size_t with_name) {
  return std::log(1 + static_cast<float>(all) / static_cast<float>(with_name));
}

/// Names that may be said, by their text or bytes, and the objects that have them.
class Names {
 public:
  /// `weight()`: of the name as it is said; only computed once per name.
  template <class Weight>
  void add(std::string_view name, std::uint32_t object, Weight weight) {
    auto [at, is_new] = names_.try_emplace(name);
    if (is_new) at->second.weight = weight();
    if (at->second.weight > 0) at->second.objects.push_back(object);
  }
  /// `all`: how many objects could have a name.
  void raise(std::size_t all, std::vector<float> &to) const {
    for (const auto &[name, of] : names_) {
      for (const std::uint32_t object : of.objects)
        to[object] = std::max(to[object], of.weight * rarity_of(all, of.objects.size()));
    }
  }

 private:
  struct Said {
    float weight = 0;
    std::vector<std::uint32_t> objects;
  };
  std::unordered_map<std::string_view, Said> names_;
};

void add_databases(const SchemaLayout &layout, const SaidStems &said,
                   function_ref<float(std::string_view)> weight, std::vector<float> &to) {
  for (const std::size_t spelling : {0U, 1U}) {
    Names names;
    for (std::uint32_t d = 0; d < layout.databases.size(); ++d) {
      const std::string &name = layout.databases[d]->spoken[spelling];
      if (!said.has(name)) continue;
      names.add(name, d, [&] {
        const auto words = static_cast<std::size_t>(std::ranges::count(name, ' ') + 1);
        return weight_of_length(words) * (words == 1 ? weight(name) : 1);
      });
    }
    names.raise(layout.shape->databases, to);
  }
}

void add_tables(const SchemaLayout &layout, const SaidStems &said, std::vector<float> &to) {
  std::vector<StemId> distinct = said.stems;
  std::ranges::sort(distinct);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  if (!distinct.empty() && distinct.back() == unknown) distinct.pop_back();
  Names names;
  for (const StemId stem : distinct) {
    for (const std::uint32_t cell : layout.cells[stem]) {
      if (cell >= layout.grid.size()) break;
      const auto name = layout.table_names[cell];
      if (name.empty() || name.front() != stem) continue;  // once, although it has other stems
      names.add(bytes_of(name), layout.grid.at[cell], [&] { return said.weight_of(name); });
    }
  }
  names.raise(layout.visible_tables(), to);
}

void add_columns(const SchemaLayout &layout, const SaidStems &said, std::vector<float> &to) {
  std::vector<std::uint32_t> numbers;  // of names of columns, each once
  for (std::size_t first = 0; first < said.stems.size(); ++first) {
    for (std::size_t size = 2; size <= max_words && first + size <= said.stems.size(); ++size) {
      const auto name = std::span(said.stems).subspan(first, size);
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
    const float strength = said.weight_of(layout.column_names->stems[number]) *
                           rarity_of(layout.visible_tables(), places.size());
    for (const std::uint32_t place : places) to[layout.grid.at[place]] += strength;
  }
}

}  // namespace

SaidNames said_names(const SchemaLayout &layout, const Question &question,
                     function_ref<float(std::string_view)> weight) {
  const std::size_t tables = layout.owner.size();
  const SaidStems said(layout, question, weight);
  SaidNames names{std::vector<float>(layout.databases.size(), 0), std::vector<float>(tables, 0),
                  std::vector<float>(tables, 0)};
  add_databases(layout, said, weight, names.databases);
  add_tables(layout, said, names.tables);
  add_columns(layout, said, names.columns);
  return names;
}

}  // namespace sluice::inline v0::route_detail
