#include "question_evidence.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::inline v0::beam_detail {
namespace {

constexpr std::size_t first_table_start = database_features;
constexpr std::size_t next_table_start = first_table_start + first_table_features;
constexpr std::size_t end_start = next_table_start + next_table_features;

float size_feature(std::size_t count) { return std::log1p(static_cast<float>(count)) / 3; }

}  // namespace

QuestionEvidence::QuestionEvidence(std::span<const WordEvidence *const> words,
                                   const VisibleSchema &schema, const EvidenceSource &source)
    : schema_(schema),
      source_(source),
      words_(std::min(words.size(), max_words)),
      slots_(schema.catalog().table_count(), none),
      databases_(schema.catalog().database_count()) {
  words = words.first(words_);
  float total = 0;
  for (const WordEvidence *word : words) total += word->rarity;
  for (const WordEvidence *word : words) weights_.push_back(total > 0 ? word->rarity / total : 0);
  place_words(words);
  weigh_databases(words);
}

void QuestionEvidence::place_words(std::span<const WordEvidence *const> words) {
  std::uint32_t slots = 0;
  for (const WordEvidence *word : words) {
    for (const WordPlaces &place : word->tables) {
      if (slots_[place.object] == none) slots_[place.object] = slots++;
    }
  }
  cells_.assign(std::size_t{slots} * 2 * words_, 0.0F);
  for (std::size_t w = 0; w < words_; ++w) {
    for (const WordPlaces &place : words[w]->tables) {
      float *row = cells_.data() + slots_[place.object] * 2 * words_;
      row[w] = place.anywhere;
      row[words_ + w] = place.in_name;
    }
  }
}

float QuestionEvidence::pair_share(const float *a, const float *b) const {
  float sum = 0;
  for (std::size_t w = 0; w < words_; ++w) sum += weights_[w] * std::max(a[w], b[w]);
  return sum;
}

void QuestionEvidence::weigh_databases(std::span<const WordEvidence *const> words) {
  enum : std::size_t { cover, best_table, best_pair, own_name, best_name, exact, size };
  for (std::size_t w = 0; w < words_; ++w) {
    for (const WordPlaces &place : words[w]->databases) {
      auto &row = databases_[place.object];
      row[cover] += weights_[w] * place.anywhere;
      row[own_name] += weights_[w] * place.in_name;
      if (place.anywhere >= 1) row[exact] += weights_[w];
    }
  }
  for (const DatabaseId database : schema_.catalog().databases()) {
    auto &row = databases_[database.index()];
    for (const TableId table : schema_.catalog().tables(database)) {
      const float *cells = anywhere(table.index());
      if (cells == nullptr) continue;
      row[best_table] = std::max(row[best_table], pair_share(cells, cells));
      row[best_name] = std::max(row[best_name], pair_share(cells + words_, cells + words_));
      for (const TableId other : schema_.neighbors().of(table)) {
        const float *others = anywhere(other.index());
        if (other < table || others == nullptr) continue;
        row[best_pair] = std::max(row[best_pair], pair_share(cells, others));
      }
    }
    row[best_pair] = std::max(row[best_pair], row[best_table]);
    row[size] = size_feature(schema_.table_count(database));
  }
}

void QuestionEvidence::choose(ChosenTables &chosen, TableId table) const {
  chosen.tables.push_back(table);
  const float *cells = anywhere(table.index());
  if (cells == nullptr) return;
  for (std::size_t w = 0; w < words_; ++w) {
    chosen.explained[w] = std::max(chosen.explained[w], cells[w]);
  }
}

QuestionEvidence::Gain QuestionEvidence::gain(TableId table, const ChosenTables &chosen) const {
  Gain gain;
  const float *cells = anywhere(table.index());
  if (cells == nullptr) return gain;
  for (std::size_t w = 0; w < words_; ++w) {
    gain.anywhere += weights_[w] * std::max(0.0F, cells[w] - chosen.explained[w]);
    gain.in_name += weights_[w] * std::max(0.0F, cells[words_ + w] - chosen.explained[w]);
  }
  return gain;
}

QuestionEvidence::Part QuestionEvidence::features(DatabaseId database) const {
  Part part{0, database_features, {}};
  std::ranges::copy(databases_[database.index()], part.values.begin());
  return part;
}

QuestionEvidence::Part QuestionEvidence::features(TableId table, const ChosenTables &chosen) const {
  const float *cells = anywhere(table.index());
  float cover = 0;
  float name = 0;
  float named_words = 0;
  for (std::size_t w = 0; cells != nullptr && w < words_; ++w) {
    cover += weights_[w] * cells[w];
    name += weights_[w] * cells[words_ + w];
    named_words += weights_[w] > 0 ? cells[words_ + w] : 0;
  }
  const auto name_size = static_cast<float>(std::max<std::size_t>(source_.name_words(table), 1));
  const float fullness = std::min(1.0F, named_words / name_size);
  const auto neighbors = schema_.neighbors().of(table);
  const Gain own = gain(table, chosen);
  float onward = 0;
  for (const TableId neighbor : neighbors) {
    const bool is_chosen = std::ranges::find(chosen.tables, neighbor) != chosen.tables.end();
    if (!is_chosen) onward = std::max(onward, gain(neighbor, chosen).anywhere);
  }
  const float degree = size_feature(neighbors.size());
  const float columns = size_feature(schema_.column_count(table));
  if (chosen.tables.empty()) {
    return {
        first_table_start, first_table_features, {cover, name, fullness, onward, degree, columns}};
  }
  return {next_table_start,
          next_table_features,
          {cover, name, fullness, own.anywhere, own.in_name, onward, degree, columns}};
}

QuestionEvidence::Part QuestionEvidence::end(const ChosenTables &chosen,
                                             std::span<const TableId> next) const {
  Part part{end_start, end_features, {}};
  const std::size_t count = std::clamp<std::size_t>(chosen.tables.size(), 1, 4);
  part.values[count - 1] = 1;
  for (std::size_t w = 0; w < words_; ++w) part.values[4] += weights_[w] * chosen.explained[w];
  for (const TableId table : next) {
    const Gain further = gain(table, chosen);
    part.values[5] = std::max(part.values[5], further.anywhere);
    part.values[6] = std::max(part.values[6], further.in_name);
  }
  part.values[7] = size_feature(next.size());
  return part;
}

}  // namespace sluice::inline v0::beam_detail
