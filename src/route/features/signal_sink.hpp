#ifndef SLUICE_SRC_ROUTE_FEATURES_SIGNAL_SINK_HPP
#define SLUICE_SRC_ROUTE_FEATURES_SIGNAL_SINK_HPP

/// Where the signals of a question come together, in one order, by place in the grid.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "channel_cover.hpp"
#include "hallucination_signals.hpp"
#include "schema_layout.hpp"
#include "sentence_cosines.hpp"
#include "word_cosines.hpp"

namespace sluice::inline v0::detail {

/// Names the signals as well, where it is given somewhere to put the names: "channel" + "_name".
class SignalSink {
 public:
  struct Names {
    std::vector<std::string> databases, tables;
  };
  /// Has room for that many signals, and makes more.
  struct Room {
    std::size_t databases = 0, tables = 0;
  };
  SignalSink(const SchemaLayout &layout, const Room &room, Names *names);

  /// Adds a signal, zeros at first. Returns its number.
  std::size_t add_database(std::string_view channel, std::string_view name);
  std::size_t add_table(std::string_view channel, std::string_view name);
  /// By place, until the next signal is added.
  std::span<float> database(std::size_t signal) noexcept;
  std::span<float> table(std::size_t signal) noexcept;

  // Signals that are there by id.
  void database(std::string_view channel, std::string_view name, std::span<const float> by_id);
  std::size_t table(std::string_view channel, std::string_view name, std::span<const float> by_id);

  /// What stands by id, by place.
  std::vector<float> placed(std::span<const float> tables) const;
  /// Adds, by database, the greatest of its visible tables' values, by place; the sum of the two
  /// greatest where that has a name.
  void best_two(std::string_view channel, std::span<const float> tables, std::string_view best,
                std::string_view both = {});

  /// Adds the weighted sum of the signals of tables so far, one weight each, its best two by
  /// database too.
  void fuse(std::span<const float> weights, float bias);

  /// Adds what the cover says of databases and tables. `uncovered`: that of words which it lacks,
  /// too. Returns the number of the share that each database covers.
  std::size_t cover(std::string_view channel, const ChannelCover &cover, bool uncovered);
  void names(std::string_view channel, const StemSignals &stems, std::size_t of_stems,
             std::span<const StemId> matched);
  /// Returns the cosines of columns.
  std::vector<float> sentences(std::string_view channel, const SentenceVectors &vectors,
                               const SentenceAdapters::Pair &adapters, const Catalog &catalog,
                               std::span<const float> question);
  /// The same for the question's words.
  std::vector<float> words(std::string_view channel, WordCosines cosines);

  /// Returns the signals of columns; empty ones are zeros.
  std::vector<std::vector<float>> hallucination(std::string_view channel,
                                                HallucinationSignals signals);

  /// By feature, then database: each signal, then each one's gap to the best other visible
  /// database. Those of hidden databases are 0. Ends them.
  std::vector<float> take_database_features();
  /// By signal, then table. Ends them.
  std::vector<float> take_tables() { return std::move(tables_); }

 private:
  const SchemaLayout &layout_;
  Names *names_;
  std::vector<float> databases_, tables_;
  std::vector<float> unused_;  // of covers
};

}  // namespace sluice::inline v0::detail

#endif
