#include "channel_cover.hpp"

#include <algorithm>

#include <Eigen/Core>

namespace sluice::detail {
namespace {

void raise_to(float &value, float at_least) { value = std::max(value, at_least); }

void raise_all(std::vector<float> &values, const std::vector<float> &others) {
  const auto size = static_cast<Eigen::Index>(values.size());
  Eigen::Map<Eigen::ArrayXf> greater(values.data(), size);
  greater = greater.max(Eigen::Map<const Eigen::ArrayXf>(others.data(), size));
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

}  // namespace

ChannelCover::ChannelCover(const SchemaLayout &layout, const WordWeights &words,
                           std::span<const std::vector<StemMatch>> matches)
    : names(layout.visible_table.size() * words.stride(), 0),
      whole(names.size(), 0),
      databases(layout.visible_database.size() * words.stride(), 0),
      strongest(layout.stems.size(), 0),
      weighted(layout.stems.size(), 0),
      touched(layout.visible_table.size(), 0),
      touched_database(layout.visible_database.size(), 0) {
  const std::size_t stride = words.stride();
  for (std::size_t w = 0; w < matches.size(); ++w) {
    for (const StemMatch &match : matches[w]) {
      const float strength = words.weights[w] * match.strength;
      raise_to(strongest[match.stem], match.strength);
      raise_to(weighted[match.stem], strength);
      for (const std::uint32_t table : layout.in_table_name[match.stem]) {
        touched[table] = 1;
        raise_to(names[table * stride + w], strength);
        raise_to(whole[table * stride + w], strength);
      }
      for (const std::uint32_t table : layout.in_columns[match.stem]) {
        touched[table] = 1;
        raise_to(whole[table * stride + w], strength);
      }
      for (const std::uint32_t database : layout.in_database_name[match.stem]) {
        touched_database[database] = 1;
        raise_to(databases[database * stride + w], strength);
      }
    }
  }
}

void ChannelCover::raise(const ChannelCover &other) {
  const std::size_t stride = touched.empty() ? 0 : names.size() / touched.size();
  for (std::size_t t = 0; t < touched.size(); ++t) {
    if (other.touched[t] == 0) continue;
    touched[t] = 1;
    for (std::size_t i = t * stride; i < (t + 1) * stride; i += WordWeights::step) {
      four(&names[i]) = four(&names[i]).max(four(&other.names[i]));
      four(&whole[i]) = four(&whole[i]).max(four(&other.whole[i]));
    }
  }
  for (std::size_t d = 0; d < touched_database.size(); ++d)
    touched_database[d] |= other.touched_database[d];
  raise_all(databases, other.databases);
  raise_all(strongest, other.strongest);
  raise_all(weighted, other.weighted);
}

CoverSignals::CoverSignals(const SchemaLayout &layout, const WordWeights &words,
                           const ChannelCover &cover, std::span<const float> counted) {
  switch (words.stride() / WordWeights::step) {
    case 1: fill<1>(layout, words, cover, counted); break;
    case 2: fill<2>(layout, words, cover, counted); break;
    case 3: fill<3>(layout, words, cover, counted); break;
    default: fill<0>(layout, words, cover, counted);
  }
}

template <std::size_t Steps>
void CoverSignals::fill(const SchemaLayout &layout, const WordWeights &words,
                        const ChannelCover &cover, std::span<const float> counted) {
  const std::size_t stride = Steps == 0 ? words.stride() : Steps * WordWeights::step;
  const std::size_t tables = layout.owner.size(), databases = layout.visible_database.size();
  covered = best_table = table_names = database_name = uncovered = std::vector<float>(databases, 0);
  table = name = unique = std::vector<float>(tables, 0);
  const auto row_of = [&](std::size_t t) { return cover.whole.data() + t * stride; };
  const auto name_of = [&](std::size_t t) { return cover.names.data() + t * stride; };

  float of_all = 0;  // uncovered where nothing is covered
  for (std::size_t w = 0; w < counted.size(); ++w) of_all += words.weights[w] > 0 ? counted[w] : 0;
  std::vector<float> whole(stride, 0), named(stride, 0), shares(stride, 0);
  bool any = false;
  for (std::size_t d = 0, t = 0, end = 0; d < databases; ++d, t = end) {
    if (any) {
      for (auto *words_of : {&whole, &named, &shares}) std::ranges::fill(*words_of, 0.0F);
    }
    any = false;
    while (end < tables && layout.owner[end] == d) ++end;
    for (std::size_t i = t; i < end && !any; ++i) any = cover.touched[i] != 0;
    if (any) {
      for (std::size_t w = 0; w < stride; w += WordWeights::step) {
        Four of_whole = Four::Zero(), of_named = Four::Zero(), of_shares = Four::Zero();
        for (std::size_t i = t; i < end; ++i) {
          if (cover.touched[i] == 0) continue;
          const Four in_whole = four(row_of(i) + w), in_name = four(name_of(i) + w);
          of_whole = of_whole.max(in_whole);
          of_named = of_named.max(in_name);
          of_shares += in_whole;
        }
        four(&whole[w]) = of_whole;
        four(&named[w]) = of_named;
        four(&shares[w]) = of_shares;
      }
      // A word's part in a table counts less where others of the database have it too.
      for (std::size_t w = 0; w < stride; w += WordWeights::step) {
        const Four weight = four(&words.weights[w]);
        const Four share = weight / weight.max(four(&shares[w]));
        four(&shares[w]) = (weight > 0).select(share, Four::Zero());
      }
      for (std::size_t i = t; i < end; ++i) {
        if (cover.touched[i] == 0) continue;
        Four in_whole = Four::Zero(), in_name = Four::Zero(), alone = Four::Zero();
        for (std::size_t w = 0; w < stride; w += WordWeights::step) {
          const Four of_row = four(row_of(i) + w);
          in_whole += of_row;
          in_name += four(name_of(i) + w);
          alone += of_row * four(&shares[w]);
        }
        table[i] = total(in_whole);
        name[i] = total(in_name);
        unique[i] = total(alone);
        raise_to(best_table[d], table[i]);
      }
      table_names[d] = sum(named.data(), stride);
    }
    if (!any && cover.touched_database[d] == 0) {
      uncovered[d] = of_all;
      continue;
    }
    const float *own_name = cover.databases.data() + d * stride;
    for (std::size_t w = 0; w < stride; ++w) {
      const float in_all = std::max(whole[w], own_name[w]);
      covered[d] += in_all;
      const float weight = words.weights[w];
      if (w < counted.size() && weight > 0) uncovered[d] += counted[w] * (1 - in_all / weight);
    }
    database_name[d] = sum(own_name, stride);
  }
  best_pair = best_table;
  pair = table;
  for (const auto &[a, b] : layout.joined) {
    if (cover.touched[a] == 0 && cover.touched[b] == 0) continue;
    const float both = sum_of_greater(row_of(a), row_of(b), stride);
    raise_to(pair[a], both);
    raise_to(pair[b], both);
    raise_to(best_pair[layout.owner[a]], both);
  }
}

NameSignals::NameSignals(const SchemaLayout &layout, const Catalog &catalog,
                         const ChannelCover &cover)
    : name(catalog.table_count(), 0), columns(catalog.table_count(), 0) {
  constexpr float nearly_whole = 0.75F;
  std::vector<float> rare_strength(cover.strongest.size());
  for (std::size_t s = 0; s < rare_strength.size(); ++s)
    rare_strength[s] = cover.strongest[s] * layout.rarity[s];
  std::vector<float> rare_names(layout.different_names.size());
  for (std::size_t n = 0; n < rare_names.size(); ++n) {
    const auto stems = layout.different_names[n];
    float strength = 0, rare = 0;
    for (const StemId stem : stems) {
      strength += cover.strongest[stem];
      rare += rare_strength[stem];
    }
    rare_names[n] = strength > nearly_whole * static_cast<float>(stems.size()) ? rare : 0;
  }
  for (const TableId table : catalog.tables()) {
    if (cover.touched[table.index()] == 0) continue;
    const auto stems = layout.table_names[table.index()];
    float matched = 0;
    for (const StemId stem : stems) matched += cover.strongest[stem];
    if (!stems.empty()) name[table.index()] = matched / static_cast<float>(stems.size());
    float rarity = 0;
    for (const ColumnId column : catalog.columns(table))
      rarity += rare_names[layout.name_of_column[column.index()]];
    columns[table.index()] = rarity / 10;
  }
}

}  // namespace sluice::detail
