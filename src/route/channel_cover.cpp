#include "channel_cover.hpp"

#include <algorithm>
#include <utility>

namespace sluice::detail {
namespace {

void raise_to(float &value, float at_least) { value = std::max(value, at_least); }

}  // namespace

WordCells::WordCells(const SchemaLayout &layout)
    : layout_(&layout),
      tables_(layout.visible_table.size()),
      databases_(layout.visible_database.size(), 0) {}

void WordCells::spread(StemId stem, float strength) {
  for (const std::uint32_t table : layout_->in_table_name[stem]) raise(table, {strength, strength});
  for (const std::uint32_t table : layout_->in_columns[stem]) raise(table, {strength, 0});
  for (const std::uint32_t database : layout_->in_database_name[stem])
    raise_database(database, strength);
}

void WordCells::raise(const WordCells &other) {
  for (const std::uint32_t table : other.touched_tables_) raise(table, other.tables_[table]);
  for (const std::uint32_t database : other.touched_databases_)
    raise_database(database, other.databases_[database]);
}

void WordCells::clear() {
  for (const std::uint32_t table : touched_tables_) tables_[table] = {};
  for (const std::uint32_t database : touched_databases_) databases_[database] = 0;
  touched_tables_.clear();
  touched_databases_.clear();
}

ChannelCover::ChannelCover(const SchemaLayout &layout)
    : layout_(&layout), pairs_(layout.joined.size(), 0), databases_(layout.log_tables.size()) {
  const std::size_t databases = databases_.size(), tables = layout.owner.size();
  for (auto *signal : {&signals_.covered, &signals_.best_table, &signals_.table_names,
                       &signals_.database_name, &signals_.uncovered})
    signal->resize(databases, 0);
  for (auto *signal : {&signals_.table, &signals_.name, &signals_.unique})
    signal->resize(tables, 0);
}

void ChannelCover::add(const WordCells &word, float weight, float counted) {
  counted_ += counted;
  for (const std::uint32_t table : word.touched_tables_) {
    const WordCells::Table cell = word.tables_[table];
    const std::uint32_t owner = layout_->owner[table];
    Database &of = databases_[owner];
    if (!(of.sum > 0)) touched_.push_back(owner);
    raise_to(of.whole, cell.whole);
    raise_to(of.name, cell.name);
    of.sum += cell.whole;
    signals_.table[table] += cell.whole;
    signals_.name[table] += cell.name;
    for (const auto &[other, pair] : layout_->joins[table]) {
      const float beyond = word.tables_[other].whole;
      // A pair of which both are touched is met twice.
      if (table < other || !(beyond > 0)) pairs_[pair] += std::max(cell.whole, beyond);
    }
  }
  for (const std::uint32_t database : word.touched_databases_) {
    if (!(databases_[database].sum > 0)) touched_.push_back(database);
  }
  const float part = counted / weight;
  for (const std::uint32_t database : touched_) {
    Database &of = databases_[database];
    const float own_name = word.databases_[database];
    const float in_all = std::max(of.whole, own_name);
    signals_.covered[database] += in_all;
    signals_.uncovered[database] += part * in_all;
    signals_.table_names[database] += of.name;
    signals_.database_name[database] += own_name;
    // A word's part in a table counts less where others of the database have it too.
    of.whole = weight / std::max(weight, of.sum);
  }
  for (const std::uint32_t table : word.touched_tables_)
    signals_.unique[table] += word.tables_[table].whole * databases_[layout_->owner[table]].whole;
  for (const std::uint32_t database : touched_) databases_[database] = {};
  touched_.clear();
}

CoverSignals ChannelCover::take() {
  for (float &uncovered : signals_.uncovered) uncovered = std::max(counted_ - uncovered, 0.0F);
  for (std::size_t t = 0; t < signals_.table.size(); ++t)
    raise_to(signals_.best_table[layout_->owner[t]], signals_.table[t]);
  signals_.best_pair = signals_.best_table;
  signals_.pair = signals_.table;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const float both = pairs_[p];
    if (!(both > 0)) continue;
    const auto &[a, b] = layout_->joined[p];
    raise_to(signals_.pair[a], both);
    raise_to(signals_.pair[b], both);
    raise_to(signals_.best_pair[layout_->owner[a]], both);
  }
  return std::move(signals_);
}

NameSignals::NameSignals(const SchemaLayout &layout, const StemSignals &stems, std::size_t channel)
    : name(layout.owner.size(), 0), columns(layout.owner.size(), 0) {
  constexpr float nearly_whole = 0.75F;
  const auto strength_of = [&](StemId stem) { return stems[stem].strengths[channel]; };
  for (const StemId matched : stems.met()) {
    if (!(strength_of(matched) > 0)) continue;
    for (const std::uint32_t table : layout.in_table_name[matched]) {
      if (name[table] > 0) continue;  // met by another of its stems
      const auto of = layout.table_names[table];
      float strength = 0;
      for (const StemId stem : of) strength += strength_of(stem);
      if (!of.empty()) name[table] = strength / static_cast<float>(of.size());
    }
    for (const std::uint32_t place : layout.names_with_stem[matched]) {
      const auto of = layout.different_names[place];
      const auto is_matched = [&](StemId stem) { return strength_of(stem) > 0; };
      if (*std::ranges::find_if(of, is_matched) != matched) continue;  // counted by that one
      float strength = 0, rare = 0;
      for (const StemId stem : of) {
        strength += strength_of(stem);
        rare += strength_of(stem) * layout.rarity[stem];
      }
      if (!(strength > nearly_whole * static_cast<float>(of.size()))) continue;
      for (const std::uint32_t table : layout.tables_with_name[place]) columns[table] += rare;
    }
  }
  for (float &rarity : columns) rarity /= 10;
}

}  // namespace sluice::detail
