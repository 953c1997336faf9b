#include "route/schema_words.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "text/identifier.hpp"
#include "text/stem.hpp"

namespace sluice::inline v0 {

SchemaWords::SchemaWords(const Catalog &catalog) {
  std::map<std::string, std::size_t> known;
  const auto add = [&](std::string_view name, WordPlace place) {
    for (const std::string &word : split_identifier(name)) {
      const auto [at, is_new] = known.try_emplace(word, words_.size());
      if (is_new) words_.push_back({word, sluice::stem(word), {}});
      std::vector<WordPlace> &places = words_[at->second].places;
      const bool repeated = !places.empty() && places.back().table == place.table &&
                            places.back().column == place.column;
      if (!repeated) places.push_back(place);
    }
  };
  for (const TableId id : catalog.tables()) {
    const Table &table = catalog.table(id);
    add(table.readable_name(), {id});
    for (const ColumnId column : catalog.columns(id)) {
      const Column &of = catalog.column(column);
      add(of.readable_name(), {id, column.value});
    }
  }
  for (std::size_t i = 0; i < words_.size(); ++i) by_stem_.emplace_back(i);
  std::ranges::stable_sort(by_stem_, {}, [this](SchemaWordId id) { return stem(id); });
}

std::span<const SchemaWordId> SchemaWords::with_stem(std::string_view stem) const noexcept {
  const auto first = std::lower_bound(
      by_stem_.begin(), by_stem_.end(), stem,
      [this](SchemaWordId id, std::string_view wanted) { return this->stem(id) < wanted; });
  auto last = first;
  while (last != by_stem_.end() && this->stem(*last) == stem) ++last;
  return {first, last};
}

}  // namespace sluice::inline v0
