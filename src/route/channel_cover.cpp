#include "channel_cover.hpp"

#include <algorithm>

#include <Eigen/Core>

namespace sluice::detail {
namespace {

void raise_to(float &value, float at_least) { value = std::max(value, at_least); }

void raise_all(std::vector<float> &values, const std::vector<float> &others) {
  for (std::size_t i = 0; i < values.size(); ++i) raise_to(values[i], others[i]);
}

/// Four words of a row. Rows are whole steps of them; sums of the four add up in a fixed order.
using Four = Eigen::Array4f;
static_assert(WordWeights::step == 4);

Eigen::Map<const Four> four(const float *at) { return Eigen::Map<const Four>(at); }
Eigen::Map<Four> four(float *at) { return Eigen::Map<Four>(at); }

float total(const Four &sums) { return (sums[0] + sums[1]) + (sums[2] + sums[3]); }

float sum(const float *row, std::size_t size) {
  Four sums = Four::Zero();
  for (std::size_t i = 0; i < size; i += WordWeights::step) sums += four(row + i);
  return total(sums);
}

float sum_of_greater(const float *a, const float *b, std::size_t size) {
  Four sums = Four::Zero();
  for (std::size_t i = 0; i < size; i += WordWeights::step) sums += four(a + i).max(four(b + i));
  return total(sums);
}

float sum_of_products(const float *a, const float *b, std::size_t size) {
  Four sums = Four::Zero();
  for (std::size_t i = 0; i < size; i += WordWeights::step) sums += four(a + i) * four(b + i);
  return total(sums);
}

}  // namespace

ChannelCover::ChannelCover(const SchemaLayout &layout, const WordWeights &words,
                           std::span<const std::vector<StemMatch>> matches)
    : names(layout.visible_table.size() * words.stride(), 0),
      whole(names.size(), 0),
      databases(layout.visible_database.size() * words.stride(), 0),
      strongest(layout.stems.size(), 0),
      weighted(layout.stems.size(), 0) {
  const std::size_t stride = words.stride();
  for (std::size_t w = 0; w < matches.size(); ++w) {
    for (const StemMatch &match : matches[w]) {
      const float strength = words.weights[w] * match.strength;
      raise_to(strongest[match.stem], match.strength);
      raise_to(weighted[match.stem], strength);
      for (const std::uint32_t table : layout.in_table_name[match.stem]) {
        raise_to(names[table * stride + w], strength);
        raise_to(whole[table * stride + w], strength);
      }
      for (const std::uint32_t table : layout.in_columns[match.stem])
        raise_to(whole[table * stride + w], strength);
      for (const std::uint32_t database : layout.in_database_name[match.stem])
        raise_to(databases[database * stride + w], strength);
    }
  }
}

void ChannelCover::raise(const ChannelCover &other) {
  raise_all(names, other.names);
  raise_all(whole, other.whole);
  raise_all(databases, other.databases);
  raise_all(strongest, other.strongest);
  raise_all(weighted, other.weighted);
}

CoverSignals::CoverSignals(const SchemaLayout &layout, const WordWeights &words,
                           const ChannelCover &cover, std::span<const DatabaseId> owners,
                           std::span<const float> counted) {
  const std::size_t stride = words.stride();
  const std::size_t tables = owners.size(), databases = layout.visible_database.size();
  const auto by_database = [&] { return std::vector<float>(databases, 0); };
  covered = best_table = table_names = database_name = best_pair = uncovered = by_database();
  table.resize(tables);
  name.resize(tables);
  pair.resize(tables);
  unique.resize(tables);

  std::vector<float> whole(stride), named(stride), shares(stride);
  for (std::size_t t = 0; t < tables;) {
    const std::size_t d = owners[t].index();
    std::ranges::fill(whole, 0.0F);
    std::ranges::fill(named, 0.0F);
    std::ranges::fill(shares, 0.0F);
    std::size_t end = t;
    for (; end < tables && owners[end].index() == d; ++end) {
      const float *row = cover.whole.data() + end * stride;
      const float *in_name = cover.names.data() + end * stride;
      table[end] = pair[end] = sum(row, stride);
      name[end] = sum(in_name, stride);
      raise_to(best_table[d], table[end]);
      for (std::size_t w = 0; w < stride; w += WordWeights::step) {
        four(&whole[w]) = four(&whole[w]).max(four(row + w));
        four(&named[w]) = four(&named[w]).max(four(in_name + w));
        four(&shares[w]) += four(row + w);
      }
    }
    // A word's part in a table counts less where others of the database have it too.
    for (std::size_t w = 0; w < stride; ++w) {
      const float weight = words.weights[w];
      shares[w] = weight > 0 ? weight / std::max(weight, shares[w]) : 0;
    }
    for (; t < end; ++t)
      unique[t] = sum_of_products(cover.whole.data() + t * stride, shares.data(), stride);
    const float *own_name = cover.databases.data() + d * stride;
    for (std::size_t w = 0; w < stride; ++w) {
      const float in_all = std::max(whole[w], own_name[w]);
      covered[d] += in_all;
      const float weight = words.weights[w];
      if (w < counted.size() && weight > 0) uncovered[d] += counted[w] * (1 - in_all / weight);
    }
    table_names[d] = sum(named.data(), stride);
    database_name[d] = sum(own_name, stride);
  }
  best_pair = best_table;
  for (const auto &[a, b] : layout.joined) {
    const float both =
        sum_of_greater(cover.whole.data() + a * stride, cover.whole.data() + b * stride, stride);
    raise_to(pair[a], both);
    raise_to(pair[b], both);
    raise_to(best_pair[owners[a].index()], both);
  }
}

NameSignals::NameSignals(const SchemaLayout &layout, const Catalog &catalog,
                         const ChannelCover &cover)
    : name(catalog.table_count(), 0), columns(catalog.table_count(), 0) {
  constexpr float nearly_whole = 0.75F;
  for (const TableId table : catalog.tables()) {
    const auto stems = layout.table_names[table.index()];
    float matched = 0;
    for (const StemId stem : stems) matched += cover.strongest[stem];
    if (!stems.empty()) name[table.index()] = matched / static_cast<float>(stems.size());
    float rarity = 0;
    for (const ColumnId column : catalog.columns(table)) {
      const auto of_column = layout.column_names[column.index()];
      float strength = 0, rare = 0;
      for (const StemId stem : of_column) {
        strength += cover.strongest[stem];
        rare += cover.strongest[stem] * layout.rarity[stem];
      }
      if (strength > nearly_whole * static_cast<float>(of_column.size())) rarity += rare;
    }
    columns[table.index()] = rarity / 10;
  }
}

}  // namespace sluice::detail
