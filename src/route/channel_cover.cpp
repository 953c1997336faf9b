#include "channel_cover.hpp"

#include <algorithm>

namespace sluice::detail {
namespace {

void raise_to(float &value, float at_least) { value = std::max(value, at_least); }

void raise_all(std::vector<float> &values, const std::vector<float> &others) {
  for (std::size_t i = 0; i < values.size(); ++i) raise_to(values[i], others[i]);
}

float sum(const float *row, std::size_t size) {
  float total = 0;
  for (std::size_t i = 0; i < size; ++i) total += row[i];
  return total;
}

/// Sum of the greater of two rows; four sums at a time, which add up in a fixed order.
float sum_of_greater(const float *a, const float *b, std::size_t size) {
  float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (std::size_t i = 0; i < size; i += WordWeights::step) {
    s0 += a[i] > b[i] ? a[i] : b[i];
    s1 += a[i + 1] > b[i + 1] ? a[i + 1] : b[i + 1];
    s2 += a[i + 2] > b[i + 2] ? a[i + 2] : b[i + 2];
    s3 += a[i + 3] > b[i + 3] ? a[i + 3] : b[i + 3];
  }
  return (s0 + s1) + (s2 + s3);
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
      for (std::size_t w = 0; w < stride; ++w) {
        raise_to(whole[w], row[w]);
        raise_to(named[w], in_name[w]);
        shares[w] += row[w];
      }
    }
    // A word's part in a table counts less where others of the database have it too.
    for (std::size_t w = 0; w < stride; ++w) {
      const float weight = words.weights[w];
      shares[w] = weight > 0 ? weight / std::max(weight, shares[w]) : 0;
    }
    for (; t < end; ++t) {
      const float *row = cover.whole.data() + t * stride;
      float own = 0;
      for (std::size_t w = 0; w < stride; ++w) own += row[w] * shares[w];
      unique[t] = own;
    }
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
    const float both = sum_of_greater(cover.whole.data() + a * stride,
                                      cover.whole.data() + b * stride, stride);
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
