#ifndef SLUICE_TESTS_RANDOM_HIERARCHY_HPP
#define SLUICE_TESTS_RANDOM_HIERARCHY_HPP

/// Small random texts to index, and random visibility.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/core/visibility.hpp"
#include "sluice/index/lexical_index.hpp"

namespace sluice::test {

/// Up to 4 databases with up to 4 tables with up to 5 columns, each with texts over the words a to
/// j.
struct RandomTexts {
  struct Text {
    Level level;
    TextField field;
    std::size_t object;
    std::string text;
  };

  std::size_t databases;
  std::vector<std::uint32_t> database_of_table;
  std::vector<std::uint32_t> table_of_column;
  std::vector<Text> texts;

  explicit RandomTexts(Random &random) : databases(1 + random.below(4)) {
    for (std::uint32_t d = 0; d < databases; ++d) {
      add_texts(random, Level::database, d);
      for (std::uint64_t t = 1 + random.below(4); t > 0; --t) {
        const auto table = static_cast<std::uint32_t>(database_of_table.size());
        database_of_table.push_back(d);
        add_texts(random, Level::table, table);
        for (std::uint64_t c = 1 + random.below(5); c > 0; --c) {
          add_texts(random, Level::column, table_of_column.size());
          table_of_column.push_back(table);
        }
      }
    }
  }

  Hierarchy hierarchy() const { return {databases, database_of_table, table_of_column}; }

  std::shared_ptr<const LexicalIndex> index() const {
    LexicalIndexBuilder builder(hierarchy(), {}, 42);
    for (const Text &text : texts) builder.add(text.level, text.field, text.object, text.text);
    return builder.finish();
  }

  std::vector<std::string> query(Random &random) const {
    std::vector<std::string> terms;
    for (std::uint64_t n = random.below(6); n > 0; --n) terms.push_back(word(random));
    return terms;
  }

 private:
  static std::string word(Random &random) {
    return {1, static_cast<char>('a' + static_cast<char>(random.below(10)))};
  }

  void add_texts(Random &random, Level level, std::size_t object) {
    for (std::uint64_t n = random.below(4); n > 0; --n) {
      std::string text;
      for (std::uint64_t words = random.below(4); words > 0; --words) text += word(random) + ' ';
      texts.push_back({level, static_cast<TextField>(random.below(field_count)), object, text});
    }
  }
};

/// Flags that hide about a fifth of all objects, and everything inside hidden objects.
class RandomVisibility {
 public:
  RandomVisibility(Random &random, const Hierarchy &hierarchy)
      : databases_(hierarchy.count(Level::database)),
        tables_(hierarchy.count(Level::table)),
        columns_(hierarchy.count(Level::column)) {
    const auto shown = [&] { return random.below(5) > 0; };
    for (auto &flag : databases_) flag = shown();
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      tables_[t] = databases_[hierarchy.database_of(TableId(t)).index()] != 0 && shown();
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      columns_[c] = tables_[hierarchy.table_of(ColumnId(c)).index()] != 0 && shown();
    }
  }

  Visibility view() const { return {databases_, tables_, columns_}; }

 private:
  std::vector<std::uint8_t> databases_;
  std::vector<std::uint8_t> tables_;
  std::vector<std::uint8_t> columns_;
};

}  // namespace sluice::test

#endif
