#ifndef SLUICE_SRC_ROUTE_SIGNAL_SINK_HPP
#define SLUICE_SRC_ROUTE_SIGNAL_SINK_HPP

/// Where the signals of a question come together, in one order.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "channel_cover.hpp"
#include "schema_layout.hpp"
#include "sentence_cosines.hpp"

namespace sluice::detail {

/// Names the signals as well, where it is given somewhere to put the names: "channel" + "_name".
class SignalSink {
 public:
  SignalSink(const SchemaLayout &layout, std::vector<std::string> *database_names,
             std::vector<std::string> *table_names)
      : layout_(layout), database_names_(database_names), table_names_(table_names) {}

  void database(std::string_view channel, std::string_view name, std::vector<float> values);
  void table(std::string_view channel, std::string_view name, std::vector<float> values);

  /// By database: the greatest, and the sum of the two greatest, of its visible tables.
  std::pair<std::vector<float>, std::vector<float>> best_two(
      const std::vector<float> &by_table) const;

  void cover(std::string_view channel, CoverSignals signals);
  void names(std::string_view channel, NameSignals signals);
  void sentences(std::string_view channel, SentenceCosines signals);

  /// By feature, then database: each signal, then each one's gap to the best other visible
  /// database. Those of hidden databases are 0.
  std::vector<float> database_features() const;
  /// By signal, then table. Ends it.
  std::vector<std::vector<float>> take_tables() { return std::move(tables_); }

 private:
  const SchemaLayout &layout_;
  std::vector<std::string> *database_names_;
  std::vector<std::string> *table_names_;
  std::vector<std::vector<float>> databases_, tables_;
};

}  // namespace sluice::detail

#endif
