#ifndef SLUICE_SRC_SPIDER_OFFICIAL_ALIASES_HPP
#define SLUICE_SRC_SPIDER_OFFICIAL_ALIASES_HPP

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "official_words.hpp"
#include "sluice/spider/official_schema.hpp"

namespace sluice::inline v0::official {

/// Every `x AS y` in the whole text, regardless of nesting; the last definition of a name wins.
class Aliases {
 public:
  /// Returns false where the script fails: an alias is a table of the schema, or nothing follows
  /// AS.
  bool read(const std::vector<Token> &tokens, const OfficialSchema &schema) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].word != Word::kw_as) continue;
      if (i + 1 == tokens.size() || schema.find_table(tokens[i + 1].text)) return false;
      // If AS comes first, Python's index wraps to the last word; such text is not a query anyway.
      if (i > 0) aliases_.push_back({tokens[i + 1].text, tokens[i - 1].text});
    }
    std::reverse(aliases_.begin(), aliases_.end());
    const auto by_name = [](const Alias &a, const Alias &b) { return a.name < b.name; };
    std::stable_sort(aliases_.begin(), aliases_.end(), by_name);
    return true;
  }

  /// The text that the name is an alias of. O(log aliases).
  std::optional<std::string_view> find(std::string_view name) const {
    const auto found = std::lower_bound(
        aliases_.begin(), aliases_.end(), name,
        [](const Alias &alias, std::string_view sought) { return alias.name < sought; });
    if (found == aliases_.end() || found->name != name) return std::nullopt;
    return found->table;
  }

 private:
  struct Alias {
    std::string_view name;
    std::string_view table;
  };
  std::vector<Alias> aliases_;
};

}  // namespace sluice::inline v0::official

#endif
