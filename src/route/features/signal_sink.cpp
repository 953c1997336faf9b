#include "signal_sink.hpp"

#include <algorithm>
#include <utility>

#include "route/features/kernels/ranker_kernels.hpp"

namespace sluice::inline v0::route_detail {

SignalSink::SignalSink(const SchemaLayout &layout, const Room &room, Names *names)
    : layout_(layout), names_(names) {
  databases_.reserve(2 * room.databases * layout.grid.databases());  // with their gaps
  tables_.reserve(room.tables * layout.grid.size());
}

std::size_t SignalSink::add_database(std::string_view channel, std::string_view name) {
  if (names_ != nullptr) names_->databases.push_back(std::string(channel) + std::string(name));
  const std::size_t places = layout_.grid.databases(), before = databases_.size();
  databases_.resize(before + places);
  return places == 0 ? 0 : before / places;
}

std::size_t SignalSink::add_table(std::string_view channel, std::string_view name) {
  if (names_ != nullptr) names_->tables.push_back(std::string(channel) + std::string(name));
  const std::size_t places = layout_.grid.size(), before = tables_.size();
  tables_.resize(before + places);
  return places == 0 ? 0 : before / places;
}

std::span<float> SignalSink::database(std::size_t signal) noexcept {
  const std::size_t places = layout_.grid.databases();
  return std::span(databases_).subspan(signal * places, places);
}

std::span<float> SignalSink::table(std::size_t signal) noexcept {
  const std::size_t places = layout_.grid.size();
  return std::span(tables_).subspan(signal * places, places);
}

void SignalSink::database(std::string_view channel, std::string_view name,
                          std::span<const float> by_id) {
  const std::span<float> signal = database(add_database(channel, name));
  for (std::size_t d = 0; d < by_id.size(); ++d)
    signal[layout_.grid.place_of_database[d]] = by_id[d];
}

std::size_t SignalSink::table(std::string_view channel, std::string_view name,
                              std::span<const float> by_id) {
  const std::size_t added = add_table(channel, name);
  const std::span<float> signal = table(added);
  for (std::size_t t = 0; t < by_id.size(); ++t) signal[layout_.grid.place_of[t]] = by_id[t];
  return added;
}

std::vector<float> SignalSink::placed(std::span<const float> tables) const {
  std::vector<float> by_place(layout_.grid.size(), 0);
  for (std::size_t t = 0; t < tables.size(); ++t) by_place[layout_.grid.place_of[t]] = tables[t];
  return by_place;
}

void SignalSink::best_two(std::string_view channel, std::span<const float> tables,
                          std::string_view best, std::string_view both) {
  const std::size_t first = add_database(channel, best);
  const std::size_t second = both.empty() ? first : add_database(channel, both);
  const TableSignal signal{tables.data(), layout_.table_bounds.data(), layout_.grid.first_row,
                           layout_.grid.databases()};
  ranker_kernels().best_two(signal, database(first).data(),
                            both.empty() ? nullptr : database(second).data());
}

void SignalSink::fuse(std::span<const float> weights, float bias) {
  const std::span<float> sum = table(add_table("fused", ""));
  ranker_kernels().fuse(tables_.data(), sum.size(), weights.data(), weights.size(), bias,
                        sum.data());
  best_two("fused", sum, "_table", "_two_tables");
}

std::size_t SignalSink::cover(std::string_view channel, const ChannelCover &cover, bool uncovered) {
  if (!uncovered) unused_.resize(layout_.grid.databases());
  const std::size_t lacking = uncovered ? add_database(channel, "_uncovered") : 0;
  const std::size_t first = add_database(channel, "_cover");
  for (const char *name : {"_best_table", "_table_names", "_database_name", "_best_pair"})
    add_database(channel, name);
  const std::size_t of_tables = add_table(channel, "_table");
  for (const char *name : {"_name", "_pair", "_unique"}) add_table(channel, name);
  const auto of_database = [&](std::size_t signal) { return database(first + signal).data(); };
  const auto of_table = [&](std::size_t signal) { return table(of_tables + signal).data(); };
  cover.fill({.covered = of_database(0),
              .uncovered = uncovered ? database(lacking).data() : unused_.data(),
              .table_names = of_database(2),
              .database_name = of_database(3),
              .best_table = of_database(1),
              .best_pair = of_database(4),
              .table = of_table(0),
              .name = of_table(1),
              .unique = of_table(3),
              .pair = of_table(2)});
  return first;
}

void SignalSink::names(std::string_view channel, const StemSignals &stems, std::size_t of_stems,
                       std::span<const StemId> matched) {
  const std::size_t name = add_table(channel, "_whole_name");
  const std::size_t columns = add_table(channel, "_whole_columns");
  fill_names(layout_, stems, of_stems, matched, table(name).data(), table(columns).data());
  best_two(channel, table(name), "_whole_name", "_whole_names");
  best_two(channel, table(columns), "_whole_columns");
}

std::vector<float> SignalSink::sentences(std::string_view channel, const SentenceVectors &vectors,
                                         const SentenceAdapters::Pair &adapters,
                                         const Catalog &catalog, std::span<const float> question) {
  SentenceCosines cosines(catalog, layout_, vectors, adapters, question);
  const std::size_t tables = table(channel, "_table", cosines.tables);
  const std::size_t qualified = table(channel, "_qualified", cosines.qualified);
  const std::size_t columns = table(channel, "_column", cosines.best_columns);
  best_two(channel, table(tables), "_table", "_two_tables");
  best_two(channel, table(qualified), "_qualified", "_two_qualified");
  database(channel, "_mean", cosines.mean);
  if (vectors.of == SentencesOf::databases) database(channel, "_database", cosines.databases);
  best_two(channel, table(columns), "_column");
  database(channel, "_five_columns", cosines.five_columns);
  return std::move(cosines.columns);
}

std::vector<float> SignalSink::words(std::string_view channel, WordCosines cosines) {
  const std::size_t tables = table(channel, "_words", cosines.tables);
  best_two(channel, table(tables), "_words_table", "_words_two_tables");
  database(channel, "_words", cosines.databases);
  database(channel, "_words_five_columns", cosines.five_columns);
  return std::move(cosines.columns);
}

std::vector<std::vector<float>> SignalSink::hallucination(std::string_view channel,
                                                          HallucinationSignals signals) {
  table(channel, "_made_up_share", signals.share);
  table(channel, "_made_up_greatest", signals.greatest_share);
  table(channel, "_made_up_table", signals.cosine);
  database(channel, "_made_up_columns", signals.of_columns);
  database(channel, "_made_up_tables", signals.of_tables);
  std::vector<std::vector<float>> of_columns;
  for (auto *of : {&signals.column, &signals.in_database, &signals.of_database, &signals.in_table,
                   &signals.of_table}) {
    of_columns.push_back(std::move(*of));
  }
  return of_columns;
}

std::vector<float> SignalSink::take_database_features() {
  const std::size_t places = layout_.grid.databases(), half = databases_.size();
  databases_.resize(2 * half);
  for (std::size_t at = 0; at < half; at += places) {
    float *signal = databases_.data() + at;
    ranker_kernels().compare_databases(signal, layout_.database_bounds.data(), places,
                                       signal + half);
    for (const std::uint32_t place : layout_.no_databases) signal[place] = signal[half + place] = 0;
  }
  return std::move(databases_);
}

}  // namespace sluice::inline v0::route_detail
