#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "text/identifier.hpp"
#include "vocabulary.hpp"

namespace sluice::inline v0 {
namespace {

using RankOf = function_ref<std::uint32_t(std::string_view)>;

constexpr double no_word = std::numeric_limits<double>::infinity();
/// Words of a lower rank cost the same.
constexpr double common_rank = 50;

/// A word's cost is the logarithm of its rank, which by Zipf's law is proportional to its inverse
/// frequency.
double word_cost(std::string_view word, RankOf rank_of) {
  constexpr double schema_word = 3000;
  double rank = text_detail::is_known_word(word) ? schema_word : no_word;
  if (const std::uint32_t known = rank_of(word); known != 0)
    rank = std::min(rank, std::max(common_rank, static_cast<double>(known)));
  return std::log(rank);
}

/// Suffixes of derived words: "results", "billed", "constructor".
struct Suffix {
  std::string_view text;
  bool may_replace_e;  ///< "creat|or" comes from "create".
};
constexpr std::array<Suffix, 16> suffixes{{{"s", false},
                                           {"es", true},
                                           {"d", false},
                                           {"ed", true},
                                           {"r", false},
                                           {"rs", false},
                                           {"er", true},
                                           {"ers", true},
                                           {"ing", true},
                                           {"ings", true},
                                           {"or", true},
                                           {"ors", true},
                                           {"able", true},
                                           {"ness", false},
                                           {"ment", false},
                                           {"ments", false}}};

/// The same, also for inflected words, which cost more than their base words.
double part_cost(std::string_view word, RankOf rank_of) {
  constexpr double inflected = 2.5;
  constexpr std::size_t shortest_base = 4;
  double cost = word_cost(word, rank_of);
  for (const Suffix &suffix : suffixes) {
    // The last letter alone rules out nearly all suffixes.
    if (word.back() != suffix.text.back() || !word.ends_with(suffix.text)) continue;
    std::string base(word.substr(0, word.size() - suffix.text.size()));
    if (base.size() < shortest_base) continue;
    // After other letters, "or" is a separate word: "goodor" is "good or".
    if (suffix.text.starts_with("or") && base.back() != 't' && base.back() != 's') continue;
    cost = std::min(cost, inflected + word_cost(base, rank_of));
    if (suffix.may_replace_e) cost = std::min(cost, inflected + word_cost(base += 'e', rank_of));
  }
  return cost;
}

}  // namespace

std::vector<std::string> split_glued(std::string_view folded_word) {
  return split_glued(folded_word, [](std::string_view) { return 0U; });
}

std::vector<std::string> split_glued(std::string_view folded_word,
                                     function_ref<std::uint32_t(std::string_view)> rank_of) {
  constexpr std::size_t longest = 40, longest_part = 24, shortest_part = 2;
  constexpr double of_each_part = 1;
  const double least = std::log(common_rank);
  const std::size_t size = folded_word.size();
  if (size < 2 * shortest_part || size > longest || part_cost(folded_word, rank_of) != no_word)
    return {};

  // The cheapest way to spell each prefix.
  struct Way {
    double cost = no_word;
    std::size_t last_part = 0;
  };
  std::vector<Way> ways(size + 1);
  ways[0].cost = 0;
  for (std::size_t end = shortest_part; end <= size; ++end) {
    for (std::size_t part = shortest_part; part <= std::min(end, longest_part); ++part) {
      const Way &before = ways[end - part];
      // This cannot be cheaper, whatever the part costs; perhaps the text before it cannot be
      // spelled.
      if (before.cost + of_each_part + least >= ways[end].cost) continue;
      const double cost =
          before.cost + of_each_part + part_cost(folded_word.substr(end - part, part), rank_of);
      if (cost < ways[end].cost) ways[end] = {cost, part};
    }
  }
  if (ways[size].cost == no_word) return {};

  std::vector<std::string> parts;
  for (std::size_t end = size; end > 0; end -= ways[end].last_part) {
    parts.emplace_back(folded_word.substr(end - ways[end].last_part, ways[end].last_part));
  }
  std::ranges::reverse(parts);
  // Two letters match by chance.
  const auto is_short = [](const std::string &part) { return part.size() == shortest_part; };
  const auto shorts = static_cast<std::size_t>(std::ranges::count_if(parts, is_short));
  return 2 * shorts > parts.size() ? std::vector<std::string>{} : parts;
}

}  // namespace sluice::inline v0
