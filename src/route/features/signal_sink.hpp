#ifndef SLUICE_SRC_ROUTE_FEATURES_SIGNAL_SINK_HPP
#define SLUICE_SRC_ROUTE_FEATURES_SIGNAL_SINK_HPP

/// Collects the signals of a question, in a fixed order, by place in the grid.

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

namespace sluice::inline v0::route_detail {

/// Also collects the names of the signals, "channel" + "_name", if `names` is not nullptr.
class SignalSink {
 public:
  struct Names {
    std::vector<std::string> databases, tables;
  };
  /// The numbers of signals to reserve space for; more can be added.
  struct Room {
    std::size_t databases = 0, tables = 0;
  };
  SignalSink(const SchemaLayout &layout, const Room &room, Names *names);

  /// Adds a signal of zeros. Returns its number.
  std::size_t add_database(std::string_view channel, std::string_view name);
  std::size_t add_table(std::string_view channel, std::string_view name);
  /// The values by place. Invalidated when a signal is added.
  std::span<float> database(std::size_t signal) noexcept;
  std::span<float> table(std::size_t signal) noexcept;

  // Adds a signal whose values are given by id.
  void database(std::string_view channel, std::string_view name, std::span<const float> by_id);
  std::size_t table(std::string_view channel, std::string_view name, std::span<const float> by_id);

  /// Reorders values of tables from ids to places.
  std::vector<float> placed(std::span<const float> tables) const;
  /// Adds, by database, the greatest of the values (by place) of its visible tables and, if `both`
  /// is not empty, the sum of the two greatest.
  void best_two(std::string_view channel, std::span<const float> tables, std::string_view best,
                std::string_view both = {});

  /// Adds the weighted sum of all signals of tables added so far, and its best two by database. One
  /// weight per signal.
  void fuse(std::span<const float> weights, float bias);

  /// Adds the sums of a cover for databases and tables, with `uncovered` also for the words that a
  /// database lacks. Returns the number of the signal of the covered share by database.
  std::size_t cover(std::string_view channel, const ChannelCover &cover, bool uncovered);
  void names(std::string_view channel, const StemSignals &stems, std::size_t of_stems,
             std::span<const StemId> matched);
  /// Adds the cosines of sentences for databases and tables. Returns those of columns.
  std::vector<float> sentences(std::string_view channel, const SentenceVectors &vectors,
                               const SentenceAdapters::Pair &adapters, const Catalog &catalog,
                               std::span<const float> question);
  /// The same for the words of the question.
  std::vector<float> words(std::string_view channel, WordCosines cosines);

  /// Adds the signals for databases and tables. Returns those of columns; an empty list means
  /// zeros.
  std::vector<std::vector<float>> hallucination(std::string_view channel,
                                                HallucinationSignals signals);

  /// By feature, then database: the signals, then their gaps to the best other visible database.
  /// Those of hidden databases are 0. No more signals of databases can be added.
  std::vector<float> take_database_features();
  /// By signal, then table. No more signals of tables can be added.
  std::vector<float> take_tables() { return std::move(tables_); }

 private:
  const SchemaLayout &layout_;
  Names *names_;
  std::vector<float> databases_, tables_;
  std::vector<float> unused_;  // for sums of covers that are not needed
};

}  // namespace sluice::inline v0::route_detail

#endif
