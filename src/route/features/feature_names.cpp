#include "feature_names.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "question_reading.hpp"
#include "route/evidence/evidence_features.hpp"
#include "route/zero_shot/sentence_vectors.hpp"
#include "schema_layout.hpp"
#include "value_signals.hpp"

namespace sluice::inline v0 {

std::vector<route_detail::Channel> route_detail::channels_of(bool encoder) {
  std::vector<Channel> channels{
      {"ex", true}, {"ibm", false}, {"wn", encoder}, {"sta", encoder}, {"rel", false}};
  if (encoder) channels.push_back({"mlm", true});
  channels.push_back({"mix", false});
  return channels;
}

void RankerFeatures::name_features(SignalNames of_signals) {
  const bool encoder = schema_.encoder_ != nullptr;
  database_names_ = std::move(of_signals.databases);
  table_names_ = std::move(of_signals.tables);
  database_signals_ = database_names_.size();
  table_signals_ = table_names_.size();
  fusible_ = of_signals.fusible;
  for (auto *names : {&database_names_, &table_names_}) {
    for (std::size_t i = 0, signals = names->size(); i < signals; ++i)
      names->push_back("gap_" + (*names)[i]);
  }
  for (const std::string_view signal :
       {"bm", "lm", "ex_table", "mix_table", "mix_name", "mix_pair", "mix_unique", "stas_table",
        "sent_table", "sent_qualified", "stas_made_up_share", "sent_made_up_share"}) {
    const auto at = std::ranges::find(table_names_, signal) - table_names_.begin();
    if (static_cast<std::size_t>(at) < table_names_.size())
      partner_signals_.push_back(static_cast<std::size_t>(at));
  }
  std::vector<std::string> partner_names;
  for (const std::size_t signal : partner_signals_) {
    partner_names.push_back("partner_" + table_names_[signal]);
    partner_names.push_back("partner_gap_" + table_names_[signal]);
  }
  for (const char *name : {"degree", "columns", "junction", "tables"})
    table_names_.emplace_back(name);

  const std::vector<route_detail::Channel> channels = route_detail::channels_of(encoder);
  for (std::size_t c = 0; c + 1 < channels.size(); ++c) {
    for (const char *name : {"_table_name", "_table", "_database_name"})
      word_names_.push_back(std::string(channels[c].name) + name);
  }
  if (schema_.values_ != nullptr) {
    for (const char *name : {"val_whole", "val_any", "val_marked"}) word_names_.emplace_back(name);
  }
  for (const char *name : {"rarity", "name", "share"}) word_names_.emplace_back(name);
  for (const route_detail::Channel &channel : channels) {
    for (const char *name : {"_mass", "_own", "_whole", "_strongest"})
      column_names_.push_back(std::string(channel.name) + name);
  }
  column_names_.emplace_back("lm");
  const auto name_sentences = [&](const std::string &channel,
                                  const route_detail::SentenceVectors &of) {
    column_names_.push_back(channel);
    if (route_detail::QuestionReading::knows_words(of.model))
      column_names_.push_back(channel + "_word");
  };
  name_sentences("stas", *schema_.table_);
  if (encoder) name_sentences("sent", *schema_.encoder_);
  for (const char *channel : {"stas", "sent"}) {
    if (channel == std::string_view("sent") && !encoder) continue;
    for (const char *name : {"", "_in_database", "_of_database", "_in_table", "_of_table"})
      column_names_.push_back(std::string(channel) + "_made_up" + name);
  }
  if (schema_.values_ != nullptr) {
    for (const std::string_view name : route_detail::ValueSignals::names)
      column_names_.push_back("val" + std::string(name));
  }
  for (std::size_t i = 0, signals = column_names_.size(); i < signals; ++i)
    column_names_.push_back("gap_" + column_names_[i]);
  for (const char *name :
       {"key", "join", "first", "id", "name", "number", "phrase", "columns", "words", "rarity"}) {
    column_names_.emplace_back(name);
  }
  column_names_.insert(column_names_.end(), partner_names.begin(), partner_names.end());

  namespace evidence = route_detail::evidence;
  repeated_by_databases_ = route_detail::learned_positions(
      evidence::databases, std::span(database_names_).first(database_signals_));
  repeated_by_columns_ = route_detail::learned_positions(evidence::columns, column_names_);
}

}  // namespace sluice::inline v0
