#include "recut_catalog.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/ascii.hpp"
#include "sluice/core/random.hpp"
#include "text/identifier.hpp"

namespace sluice::inline v0::train_detail {
namespace {

/// The codes of one database, in one of a few styles.
class NameCodes {
 public:
  explicit NameCodes(Random &random)
      : random_(random),
        style_(static_cast<Style>(random.below(3))),
        first_(static_cast<std::size_t>(random.below(500))) {}

  std::string of_table(std::size_t number) {
    switch (style_) {
      case Style::letters: return drawn(3, 1);
      case Style::numbers: return fmt::format("T_{:04}", first_ + 3 * number);
      case Style::groups: break;
    }
    return fmt::format("F{:02}{:02}", number / 7 + 1, number % 7 * 11 + 1);
  }

  std::string of_column(std::size_t number, const std::string &name) {
    switch (style_) {
      case Style::letters: return repeated(name);
      case Style::numbers: return fmt::format("fld_{:02}", number + 1);
      case Style::groups: break;
    }
    return fmt::format("{}{}{}", repeated(name).substr(0, 3), number / 10, number);
  }

 private:
  enum class Style : std::uint8_t {
    letters,  ///< KNA1, VBELN: columns of the same name have the same code.
    numbers,  ///< T_0042, fld_17
    groups,   ///< F0101, BKZ112
  };

  const std::string &repeated(const std::string &name) {
    std::string &code = codes_[name];
    if (code.empty()) code = drawn(5, 0);
    return code;
  }

  /// A code that was not drawn before.
  std::string drawn(std::size_t letters, std::size_t digits) {
    constexpr std::string_view consonants = "BCDFGHKLMNPRSTVWZ", numerals = "0123456789";
    for (;; ++letters) {  // there are too few codes of this size for some databases
      for (int attempt = 0; attempt < 8; ++attempt) {
        std::string code;
        for (std::size_t i = 0; i < letters; ++i) code += consonants[random_.below(17)];
        for (std::size_t i = 0; i < digits; ++i) code += numerals[random_.below(10)];
        if (taken_.insert(code).second) return code;
      }
    }
  }

  Random &random_;
  Style style_;
  std::size_t first_;
  std::map<std::string, std::string> codes_;  // of columns, by name
  std::set<std::string> taken_;
};

/// What people read instead of a code.
template <class Object>
std::string words_of(const Object &object) {
  return object.title.empty() ? spaced_words(object.name) : object.title;
}

template <class Object>
void describe_by_name(Object &object, std::string code) {
  std::string words = words_of(object);
  if (!object.description.empty()) words += ": " + object.description;
  object.description = std::move(words);
  object.name = code;
  object.title = std::move(code);
}

void clear_titles(DatabaseDefinition &database) {
  for (TableDefinition &table : database.tables) {
    table.title.clear();
    for (ColumnDefinition &column : table.columns) column.title.clear();
  }
}

void replace_names(DatabaseDefinition &database, Random &random) {
  NameCodes codes(random);
  for (std::size_t t = 0; t < database.tables.size(); ++t) {
    TableDefinition &table = database.tables[t];
    describe_by_name(table, codes.of_table(t));
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      ColumnDefinition &column = table.columns[c];
      describe_by_name(column, codes.of_column(c, column.name));
    }
  }
}

/// Moves the tables to the end of another database.
void append_tables(DatabaseDefinition from, bool are_qualified, DatabaseDefinition &to) {
  const std::size_t before = to.tables.size();
  for (TableDefinition &table : from.tables) {
    std::string &member = are_qualified ? table.qualifier : table.name;
    member = from.name + (member.empty() ? "" : (are_qualified ? "." : "_") + member);
    for (OriginDefinition &origin : table.origins) origin.source_table += before;
    to.tables.push_back(std::move(table));
  }
  for (ForeignKeyDefinition &key : from.foreign_keys) {
    key.table += before;
    key.referenced_table += before;
    to.foreign_keys.push_back(std::move(key));
  }
}

std::vector<DatabaseDefinition> merged(std::vector<DatabaseDefinition> databases, Random &random,
                                       std::vector<std::size_t> &place_of) {
  constexpr std::size_t fewest = 3, most = 8;
  std::vector<DatabaseDefinition> made;
  std::size_t left = 0;
  bool are_qualified = false;
  for (DatabaseDefinition &database : databases) {
    if (left == 0) {
      left = fewest + static_cast<std::size_t>(random.below(most - fewest + 1));
      are_qualified = random.unit() < 0.7;
      made.push_back({fmt::format("warehouse_{}", made.size() + 1)});
    }
    place_of.push_back(made.size() - 1);
    append_tables(std::move(database), are_qualified, made.back());
    --left;
  }
  return made;
}

/// The example in the new catalog, whose tables and columns have their old order.
RankerExample moved(RankerExample example, const RecutSource &source, DatabaseId database,
                    std::size_t first_table, std::size_t first_column) {
  const std::size_t old_table = source.catalog->tables(source.database)[0].index(),
                    old_column = source.catalog->columns(source.database)[0].index();
  example.database = database;
  for (TableId &table : example.tables) table = TableId(table.index() - old_table + first_table);
  for (ColumnId &column : example.columns)
    column = ColumnId(column.index() - old_column + first_column);
  return example;
}

}  // namespace

RecutCatalog recut_catalog(std::span<const RecutSource> sources, Recut how, std::uint64_t seed) {
  constexpr double coded_share = 0.6;
  Random random(seed);
  std::vector<DatabaseDefinition> definitions;
  std::set<std::string> taken;
  for (const RecutSource &source : sources) {
    DatabaseDefinition &of =
        definitions.emplace_back(source.catalog->database(source.database).definition());
    const bool is_coded = how == Recut::coded && random.unit() < coded_share;
    if (is_coded) {
      replace_names(of, random);
    } else {
      clear_titles(of);
    }
    const std::string name = of.name;
    for (std::size_t number = 2; !taken.insert(lower_ascii(of.name)).second; ++number)
      of.name = fmt::format("{}_{}", name, number);
  }
  std::vector<std::size_t> place_of;  // by source
  if (how == Recut::merged) {
    definitions = merged(std::move(definitions), random, place_of);
  } else {
    for (std::size_t s = 0; s < sources.size(); ++s) place_of.push_back(s);
  }
  RecutCatalog made;
  std::size_t tables = 0, columns = 0;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    for (const RankerExample &example : sources[s].examples)
      made.examples.push_back(moved(example, sources[s], DatabaseId(place_of[s]), tables, columns));
    const Database &database = sources[s].catalog->database(sources[s].database);
    tables += database.tables().size();
    columns += database.columns().size();
  }
  std::vector<std::shared_ptr<const Database>> databases;
  for (DatabaseDefinition &definition : definitions)
    databases.push_back(Database::make(std::move(definition)));
  made.catalog = Catalog::make(std::move(databases));
  return made;
}

}  // namespace sluice::inline v0::train_detail
