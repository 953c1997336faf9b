#ifndef SLUICE_SRC_ROUTE_CHANNEL_COVER_HPP
#define SLUICE_SRC_ROUTE_CHANNEL_COVER_HPP

/// Which of a question's words stand where, by one channel. Word by word, and only what a word
/// touches: most words stand in few tables.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "schema_layout.hpp"
#include "sluice/route/stem_signals.hpp"

namespace sluice::detail {

/// Where one word of the question stands: its strengths times its weight, 0 where it does not.
class WordCells {
 public:
  struct Table {
    float whole = 0;  ///< In its name or a column's.
    float name = 0;
  };

  explicit WordCells(const SchemaLayout &layout);

  /// The word means the stem so strongly, above 0. O(places).
  void spread(StemId stem, float strength);
  void raise(std::uint32_t table, Table to) {
    Table &cell = tables_[table];
    if (!(cell.whole > 0)) touched_tables_.push_back(table);
    if (cell.whole < to.whole) cell.whole = to.whole;
    if (cell.name < to.name) cell.name = to.name;
  }
  /// The greater of both, everywhere.
  void raise(const WordCells &other);
  /// For the next word. O(what was touched).
  void clear();

 private:
  friend class ChannelCover;

  void raise_database(std::uint32_t database, float to) {
    float &cell = databases_[database];
    if (!(cell > 0)) touched_databases_.push_back(database);
    if (cell < to) cell = to;
  }

  const SchemaLayout *layout_;
  std::vector<Table> tables_;
  std::vector<float> databases_;  // in their names
  std::vector<std::uint32_t> touched_tables_, touched_databases_;
};

/// What a cover says of each database and table.
struct CoverSignals {
  std::vector<float> covered, best_table, table_names, database_name, best_pair;  // by database
  std::vector<float> uncovered;  ///< What is not, of the words that were counted.
  std::vector<float> table, name, pair, unique;  // by table
};

/// Adds up a question's words.
class ChannelCover {
 public:
  explicit ChannelCover(const SchemaLayout &layout);

  /// `weight`: of the word, above 0; `counted`: its part in what is uncovered where it does not
  /// stand. O(what the word touches, and its joins).
  void add(const WordCells &word, float weight, float counted);
  /// Ends it. O(tables + joins).
  CoverSignals take();

 private:
  struct Database {
    float whole = 0;  // of the word, greatest of its tables
    float name = 0;
    float sum = 0;  // of its tables
  };

  const SchemaLayout *layout_;
  CoverSignals signals_;
  std::vector<float> pairs_;         // by pair of joined tables
  std::vector<Database> databases_;  // of the word at hand
  std::vector<std::uint32_t> touched_;
  float counted_ = 0;
};

/// How much of the names is matched: of each table's, and of its columns'.
struct NameSignals {
  std::vector<float> name;     ///< By table: the mean strength over the stems of its name.
  std::vector<float> columns;  ///< By table: rarity of names of columns that are matched nearly
                               ///< whole.

  /// O(names that hold a matched stem).
  NameSignals(const SchemaLayout &layout, const StemSignals &stems, std::size_t channel);
};

}  // namespace sluice::detail

#endif
