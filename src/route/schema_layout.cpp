#include "schema_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "schema_names.hpp"
#include "sluice/text/identifier.hpp"
#include "sluice/text/stem.hpp"
#include "sluice/text/unicode.hpp"

namespace sluice::detail {
namespace {

bool has_letter(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c < '0' || c > '9'; });
}

/// What a name spells or implies, whatever people call the object.
std::vector<std::string> unreadable(std::string_view name) {
  std::vector<std::string> words = implied_words(name);
  const std::vector<std::string> spelt = split_identifier(name);
  words.insert(words.end(), spelt.begin(), spelt.end());
  return words;
}

/// What a name and its title spell, taken apart once however many objects are called so.
struct Spelling {
  std::vector<StemId> name;    // each once
  std::vector<StemId> extras;  // each once, not in the name
  std::string phrase;
  std::vector<std::size_t *> counts;  // of its words
};

/// Stems in the order of meeting them, and the forms that they were met in.
class StemBook {
 public:
  explicit StemBook(SchemaLayout &layout) : layout_(layout) {}

  /// Counts the words of a database's name. Returns their stems, each once.
  std::vector<StemId> database(std::string_view name) {
    Spelling spelling;
    add(split_identifier(name), spelling, spelling.name);
    add(implied_words(name), spelling, spelling.name);
    count(spelling);
    return spelling.name;
  }
  /// Counts the words of a table's or column's name. The reference stays valid.
  template <class Named>
  const Spelling &meet(const Named &named) {
    std::string key(named.name);
    key += '\0';
    key += named.title;
    const auto [at, is_new] = spellings_.try_emplace(std::move(key));
    if (is_new) {
      add(name_words(named), at->second, at->second.name);
      add(unreadable(named.name), at->second, at->second.extras);
      at->second.phrase = ' ' + spaced_name(named) + ' ';
    }
    count(at->second);
    return at->second;
  }
  void end() {
    layout_.surface.resize(layout_.stems.size());
    std::vector<std::size_t> most(layout_.stems.size(), 0);
    for (const auto &[word, met] : words_) {
      std::string &surface = layout_.surface[met.stem];
      // Of words met as often, the first by spelling.
      if (met.count < most[met.stem] || (met.count == most[met.stem] && surface <= word)) continue;
      most[met.stem] = met.count;
      surface = word;
    }
  }

 private:
  struct Met {
    StemId stem = 0;
    std::size_t count = 0;
  };

  /// Appends the stems of words that the spelling does not have yet.
  void add(const std::vector<std::string> &words, Spelling &spelling, std::vector<StemId> &into) {
    for (const std::string &word : words) {
      if (!has_letter(word)) continue;
      Met &met = meet_word(word);
      spelling.counts.push_back(&met.count);
      const auto has = [&met](const std::vector<StemId> &stems) {
        return std::ranges::find(stems, met.stem) != stems.end();
      };
      if (!has(spelling.name) && !has(spelling.extras)) into.push_back(met.stem);
    }
  }
  static void count(const Spelling &spelling) {
    for (std::size_t *of_word : spelling.counts) ++*of_word;
  }
  Met &meet_word(const std::string &word) {
    const auto [at, is_new] = words_.try_emplace(word);
    if (is_new) {
      const auto [stem, is_new_stem] = layout_.stem_ids.try_emplace(
          sluice::stem(word), static_cast<StemId>(layout_.stems.size()));
      if (is_new_stem) layout_.stems.push_back(stem->first);
      at->second.stem = stem->second;
    }
    return at->second;
  }

  SchemaLayout &layout_;
  std::unordered_map<std::string, Met> words_;
  std::unordered_map<std::string, Spelling> spellings_;
};

bool is_numeric(std::string_view type) {
  const std::string folded = fold(type);
  constexpr std::array<std::string_view, 7> starts{"num",  "int",    "real", "float",
                                                   "doub", "bigint", "dec"};
  return std::ranges::any_of(starts,
                             [&](std::string_view start) { return folded.starts_with(start); });
}

template <class Item>
Lists<Item> lists_of(const std::vector<std::vector<Item>> &by_key) {
  Lists<Item> lists;
  for (const std::vector<Item> &items : by_key) lists.add(items);
  return lists;
}

void add_once(std::vector<std::uint32_t> &rising, std::size_t object) {
  const auto value = static_cast<std::uint32_t>(object);
  if (rising.empty() || rising.back() != value) rising.push_back(value);
}

/// How often each stem stands in an object: in order of meeting them.
class StemCounts {
 public:
  double &operator[](StemId stem) { return counts_[stem]; }
  const std::map<StemId, double> &all() const { return counts_; }
  bool empty() const { return counts_.empty(); }

 private:
  std::map<StemId, double> counts_;
};

/// The same things in lists of their places, rising.
void place(std::vector<std::vector<std::uint32_t>> &lists,
           const std::vector<std::uint32_t> &places) {
  for (std::vector<std::uint32_t> &list : lists) {
    for (std::uint32_t &object : list) object = places[object];
    std::ranges::sort(list);
  }
}

/// By place: what a signal of an object is cut to.
std::vector<float> bounds_of(const std::vector<std::uint8_t> &is_visible,
                             const std::vector<std::uint32_t> &places, std::size_t count) {
  constexpr float far = 1e30F;
  std::vector<float> bounds(count, -far);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (is_visible[i] != 0) bounds[places[i]] = far;
  }
  return bounds;
}

std::vector<JoinedRows> rows_of(const std::vector<std::pair<std::uint32_t, std::uint32_t>> &joined,
                                const DatabaseGrid &grid) {
  constexpr float far = 1e30F;
  std::map<std::pair<std::uint32_t, std::uint32_t>, JoinedRows> rows;
  for (const auto &[a, b] : joined) {
    const auto row_of = [&](std::uint32_t table) {
      return grid.place_of[table] / static_cast<std::uint32_t>(grid.beside);
    };
    JoinedRows &of = rows[{row_of(a), row_of(b)}];
    of.first = row_of(a);
    of.second = row_of(b);
    of.bounds[grid.place_of[a] % grid.beside] = far;
  }
  std::vector<JoinedRows> found;
  for (const auto &entry : rows) found.push_back(entry.second);
  return found;
}

std::vector<float> logarithms(const std::vector<std::uint32_t> &counts) {
  std::vector<float> logs;
  for (const std::uint32_t count : counts) logs.push_back(std::log1p(static_cast<float>(count)));
  return logs;
}

void spread(const StemCounts &weights, std::size_t place,
            std::vector<std::vector<Share>> &by_stem) {
  double sum = 0;
  for (const auto &[stem, weight] : weights.all()) sum += weight;
  for (const auto &[stem, weight] : weights.all()) {
    by_stem[stem].push_back({static_cast<std::uint32_t>(place), static_cast<float>(weight / sum)});
  }
}

}  // namespace

SchemaLayout::SchemaLayout(const JoinGraphs &graphs, const Mask *mask) {
  const Catalog &catalog = graphs.catalog();
  StemBook book(*this);
  std::vector<std::vector<StemId>> table_extras, database_names;
  std::vector<std::uint32_t> tables(catalog.database_count(), 0);
  std::vector<std::vector<StemId>> names(catalog.table_count());
  for (const DatabaseId id : catalog.databases()) {
    database_names.emplace_back();
    visible_database.push_back(visible(mask, id) ? 1 : 0);
    if (visible(mask, id)) database_names.back() = book.database(catalog.database(id).name());
  }
  std::size_t tables_before = 0;
  for (const DatabaseId id : catalog.databases()) {
    first_table.push_back(static_cast<std::uint32_t>(tables_before));
    tables_before += catalog.tables(id).size();
  }
  first_table.push_back(static_cast<std::uint32_t>(tables_before));
  grid = DatabaseGrid(first_table);
  for (const TableId id : catalog.tables()) {
    const Table &table = catalog.table(id);
    table_extras.emplace_back();
    owner.push_back(catalog.database_of(id).value);
    visible_table.push_back(visible(mask, id) ? 1 : 0);
    columns.push_back(0);
    if (!visible(mask, id)) continue;
    ++tables[catalog.database_of(id).index()];
    const Spelling &spelling = book.meet(table);
    names[id.index()] = spelling.name;
    table_extras.back() = spelling.extras;
  }
  const Spelling hidden{};
  std::vector<const Spelling *> of_columns;
  in_key.assign(catalog.column_count(), 0);
  for (const ColumnId id : catalog.columns()) {
    const Column &column = catalog.column(id);
    of_columns.push_back(&hidden);
    phrases.emplace_back();
    is_number.push_back(visible(mask, id) && is_numeric(column.type) ? 1 : 0);
    visible_column.push_back(visible(mask, id) ? 1 : 0);
    if (!visible(mask, id)) continue;
    ++columns[catalog.table_of(id).index()];
    of_columns.back() = &book.meet(column);
    phrases.back() = of_columns.back()->phrase;
  }
  for (const std::string &phrase : phrases) {
    is_id.push_back(phrase.ends_with(" id ") || phrase.ends_with(" code ") ? 1 : 0);
    is_name.push_back(phrase.ends_with(" name ") || phrase.ends_with(" title ") ? 1 : 0);
  }
  table_bounds = bounds_of(visible_table, grid.place_of, grid.size());
  database_bounds = bounds_of(visible_database, grid.place_of_database, grid.databases());
  for (std::uint32_t place = 0; place < database_bounds.size(); ++place) {
    if (database_bounds[place] < 0) no_databases.push_back(place);
  }
  log_columns = logarithms(columns);
  log_tables = logarithms(tables);
  std::vector<std::uint32_t> first_column(1, 0);
  for (const DatabaseId id : catalog.databases()) {
    std::size_t number = 0;
    for (const TableId table : catalog.tables(id)) number += catalog.columns(table).size();
    first_column.push_back(first_column.back() + static_cast<std::uint32_t>(number));
  }
  column_grid = DatabaseGrid(first_column);
  column_places = column_grid.place_of;
  for (std::size_t c = 0; c < column_places.size(); ++c) {
    if (visible_column[c] == 0) column_places[c] = static_cast<std::uint32_t>(column_grid.size());
  }
  book.end();

  const std::size_t number = surface.size();
  std::vector<std::vector<std::uint32_t>> name_of(number), column_of(number), database_of(number);
  std::vector<std::vector<std::uint32_t>> holders(number);
  std::vector<std::vector<Share>> table_shares(number), database_shares(number);
  for (const DatabaseId database : catalog.databases()) {
    StemCounts in_names, in_cells, weights;
    for (const StemId stem : database_names[database.index()]) {
      add_once(database_of[stem], database.index());
      weights[stem] += 2;
    }
    for (const TableId table : catalog.tables(database)) {
      StemCounts own, cells;
      for (const auto *list : {&names[table.index()], &table_extras[table.index()]}) {
        for (const StemId stem : *list) {
          add_once(name_of[stem], table.index());
          own[stem] += 3;
          in_names[stem] += 1;
        }
      }
      for (const ColumnId column : catalog.columns(table)) {
        const Spelling &spelling = *of_columns[column.index()];
        for (const auto *list : {&spelling.name, &spelling.extras}) {
          for (const StemId stem : *list) {
            add_once(column_of[stem], table.index());
            cells[stem] += 1;
            in_cells[stem] += 1;
          }
        }
      }
      for (const auto &[stem, count] : cells.all()) own[stem] += std::sqrt(count);
      spread(own, grid.place_of[table.index()], table_shares);
    }
    for (const auto &[stem, count] : in_names.all()) weights[stem] += 2 * count;
    for (const auto &[stem, count] : in_cells.all()) weights[stem] += std::sqrt(count);
    spread(weights, grid.place_of_database[database.index()], database_shares);
    for (const auto &[stem, weight] : weights.all()) add_once(holders[stem], database.index());
  }
  const auto databases = static_cast<double>(std::ranges::count(visible_database, 1));
  const auto idf = [databases](double holding) {
    return static_cast<float>(std::log(1 + (databases - holding + 0.5) / (holding + 0.5)));
  };
  for (const auto &in : holders) rarity.push_back(idf(static_cast<double>(in.size())));
  highest_rarity = idf(0);

  table_names = lists_of(names);
  std::vector<std::vector<StemId>> different;
  std::unordered_map<const Spelling *, std::uint32_t> place_of;
  for (const Spelling *spelling : of_columns) {
    column_names.add(spelling->name);
    column_extras.add(spelling->extras);
    if (place_of.try_emplace(spelling, 0).second) different.push_back(spelling->name);
  }
  std::vector<std::uint8_t> too;
  for (const ColumnId column : catalog.columns()) {
    const auto table_name = table_names[catalog.table_of(column).index()];
    float sum = 0;
    too.clear();
    for (const StemId stem : column_names[column.index()]) {
      sum += rarity[stem];
      too.push_back(std::ranges::find(table_name, stem) != table_name.end() ? 1 : 0);
    }
    in_table_too.add(too);
    name_rarity.push_back(sum);
  }
  const auto shorter = [](const auto &a, const auto &b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  };
  std::ranges::sort(different, shorter);
  different.erase(std::unique(different.begin(), different.end()), different.end());
  different_names = lists_of(different);
  for (auto &[spelling, place] : place_of) {
    const auto at = std::ranges::lower_bound(different, spelling->name, shorter);
    place = static_cast<std::uint32_t>(at - different.begin());
  }
  std::vector<std::vector<std::uint32_t>> names_of(number), tables_of(different.size());
  for (std::size_t place = 0; place < different.size(); ++place) {
    for (const StemId stem : different[place]) add_once(names_of[stem], place);
  }
  for (const ColumnId column : catalog.columns())
    tables_of[place_of.at(of_columns[column.index()])].push_back(catalog.table_of(column).value);
  for (auto *lists : {&name_of, &column_of, &tables_of}) place(*lists, grid.place_of);
  place(database_of, grid.place_of_database);
  names_with_stem = lists_of(names_of);
  tables_with_name = lists_of(tables_of);
  in_table_name = lists_of(name_of);
  in_columns = lists_of(column_of);
  in_database_name = lists_of(database_of);
  in_table = lists_of(table_shares);
  in_database = lists_of(database_shares);

  degree.assign(catalog.table_count(), 0);
  in_join.assign(catalog.column_count(), 0);
  std::vector<std::vector<std::uint32_t>> partners_of(catalog.column_count());
  for (const DatabaseId database : catalog.databases()) {
    if (!visible(mask, database)) continue;
    const auto graph = graphs.graph(database, mask);
    for (const TableId table : catalog.tables(database)) {
      std::vector<std::uint32_t> others;
      for (const Join &join : graph->joins(table)) {
        for (const ColumnId column : join.from_columns) {
          in_join[column.index()] = 1;
          if (join.to != table) partners_of[column.index()].push_back(join.to.value);
        }
        if (join.to != table) others.push_back(join.to.value);
      }
      std::ranges::sort(others);
      others.erase(std::unique(others.begin(), others.end()), others.end());
      degree[table.index()] = static_cast<float>(others.size());
      for (const std::uint32_t other : others) {
        if (table.value < other) joined.emplace_back(table.value, other);
      }
    }
    for (const ColumnId column : key_columns(catalog, database, mask)) in_key[column.index()] = 1;
  }
  joined_rows = rows_of(joined, grid);
  partners = lists_of(partners_of);
  std::vector<std::vector<JoinedTable>> joins_of(catalog.table_count());
  for (std::size_t pair = 0; pair < joined.size(); ++pair) {
    const auto &[a, b] = joined[pair];
    joins_of[a].push_back({b, static_cast<std::uint32_t>(pair)});
    joins_of[b].push_back({a, static_cast<std::uint32_t>(pair)});
  }
  joins = lists_of(joins_of);
}

}  // namespace sluice::detail
