#include "need_features.hpp"

#include <algorithm>
#include <cmath>

#include "feature_sink.hpp"
#include "rank/label_reading.hpp"
#include "sluice/core/error.hpp"
#include "sluice/rank/schema_pruner.hpp"

namespace sluice::inline v0::rank_detail {
namespace {

float log_odds_of(float probability) {
  const float p = std::clamp(probability, 1e-4F, 1 - 1e-4F);
  return std::log(p / (1 - p));
}

/// P(any label holds), and the probability of the most likely label.
struct AnyLabel {
  float any = 0;
  float highest = 0;
};

template <std::size_t Labels>
AnyLabel any_label_of(const std::array<float, Labels> &labels) {
  AnyLabel of;
  float none = 1;
  for (const float label : labels) {
    none *= 1 - label;
    of.highest = std::max(of.highest, label);
  }
  of.any = 1 - none;
  return of;
}

std::vector<std::uint8_t> flags_of(std::span<const std::uint32_t> positions, std::size_t size) {
  std::vector<std::uint8_t> flags(size);
  for (const std::uint32_t at : positions) flags[at] = 1;
  return flags;
}

float mentioned_share(const LabelSchema::Element &of, const LabelQuestion &question) {
  if (of.stems.empty()) return 0;
  const auto found = std::ranges::count_if(of.stems, [&](std::uint64_t stem) {
    return std::ranges::find(question.words, stem, &LabelWord::stem) != question.words.end();
  });
  return static_cast<float>(found) / static_cast<float>(of.stems.size());
}

/// log(1 + rank) of each, by descending probability.
std::vector<float> log_ranks_of(std::span<const float> probabilities) {
  std::vector<float> ranks(probabilities.size());
  float place = 0;
  for (const std::uint32_t at : best_of(probabilities)) ranks[at] = std::log1p(place++);
  return ranks;
}

/// The features of a table or a column on its own.
struct KnownElement {
  float probability = 0;  // from the ranker
  AnyLabel labels;
  float is_guessed = 0;
  float mention = 0;
  float label_rank = 0;
  float rank = 0;
};

class NeedExtractor {
 public:
  explicit NeedExtractor(const NeedEvidence &of) : of_(of), database_(of.schema.database()) {
    const PrunedSchema guess = elements_of(of.reading.query.sql, database_);
    const auto known_of = [&](std::span<const LabelSchema::Element> elements,
                              std::span<const float> probabilities, const auto &scores,
                              std::span<const std::uint32_t> guessed,
                              std::vector<KnownElement> &known) {
      std::vector<float> any;
      const std::vector<std::uint8_t> is_guessed = flags_of(guessed, elements.size());
      const std::vector<float> ranks = log_ranks_of(probabilities);
      for (std::size_t i = 0; i < elements.size(); ++i) {
        known.push_back({probabilities[i], any_label_of(scores[i]),
                         static_cast<float>(is_guessed[i]),
                         mentioned_share(elements[i], of.reading.question), 0, ranks[i]});
        any.push_back(known.back().labels.any);
      }
      const std::vector<float> label_ranks = log_ranks_of(any);
      for (std::size_t i = 0; i < known.size(); ++i) known[i].label_rank = label_ranks[i];
    };
    known_of(of.schema.tables(), of.evidence.tables, of.reading.scores.tables, guess.tables,
             tables_);
    known_of(of.schema.columns(), of.evidence.columns, of.reading.scores.columns, guess.columns,
             columns_);
    look_at_tables();
    look_at_keys();
    look_at_values();
  }

  ElementFeatures features() const {
    ElementFeatures made;
    for (std::uint32_t t = 0; t < tables_.size(); ++t) {
      NeedFeatures &row = made.of_tables.emplace_back();
      const auto &labels = of_.reading.scores.tables[t];
      fill(row, tables_[t], t, {labels[0], labels[1]});
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const LabelSchema::Element &of = of_.schema.columns()[c];
      NeedFeatures &row = made.of_columns.emplace_back();
      const auto &labels = of_.reading.scores.columns[c];
      const auto label = [&](ColumnLabel l) { return labels[static_cast<std::size_t>(l)]; };
      const std::size_t at =
          fill(row, columns_[c], of.table,
               {label(ColumnLabel::select),
                std::max(label(ColumnLabel::inner_select), label(ColumnLabel::inner_where))});
      row[at] = named_[c];
      row[at + 1] = static_cast<float>(of.type);
      row[at + 2] = of.is_primary ? 1.0F : 0.0F;
      row[at + 3] = of.is_foreign ? 1.0F : 0.0F;
      row[at + 4] = of.is_repeated ? 1.0F : 0.0F;
      row[at + 5] = log_odds_of(partner_[c]);
      row[at + 6] = log_odds_of(partner_labels_[c]);
    }
    return made;
  }

 private:
  void look_at_tables() {
    about_.resize(tables_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const LabelSchema::Element &of = of_.schema.columns()[c];
      AboutTable &about = about_[of.table];
      const float any = columns_[c].labels.any;
      about.best = std::max(about.best, columns_[c].probability);
      about.best_label = std::max(about.best_label, any);
      if (!of.is_primary && !of.is_foreign)
        about.best_plain_label = std::max(about.best_plain_label, any);
      about.labels += any;
      all_columns_ += any;
    }
    for (const KnownElement &of : tables_) all_tables_ += of.labels.any;
  }

  void look_at_keys() {
    partner_.resize(columns_.size());
    partner_labels_.resize(columns_.size());
    const auto join = [&](std::uint32_t table, std::span<const std::uint32_t> columns,
                          std::uint32_t other) {
      const KnownElement &of = tables_[other];
      const std::size_t first = database_.tables()[table].first_column;
      for (const std::uint32_t column : columns) {
        float &partner = partner_[first + column];
        partner = std::max(partner, of.probability);
        float &labels = partner_labels_[first + column];
        labels = std::max(labels, of.labels.any);
      }
      AboutTable &about = about_[table];
      about.best_neighbor = std::max(about.best_neighbor, of.labels.any);
      about.likely_neighbors += of.labels.any > 0.3F ? 1.0F : 0.0F;
    };
    for (const ForeignKey &key : database_.foreign_keys()) {
      join(key.table, key.columns, key.referenced_table);
      join(key.referenced_table, key.referenced_columns, key.table);
    }
  }

  void look_at_values() {
    named_.resize(columns_.size());
    for (const LabelValue &value : of_.evidence.values)
      named_[value.column] = std::max(named_[value.column], value.is_whole ? 2.0F : 1.0F);
  }

  /// Sets the features that tables and columns share; returns the number set.
  std::size_t fill(NeedFeatures &row, const KnownElement &of, std::uint32_t table,
                   std::array<float, 2> labels) const {
    std::size_t at = 0;
    const auto set = [&](float value) { row[at++] = value; };
    const KnownElement &its_table = tables_[table];
    const AboutTable &about = about_[table];
    set(log_odds_of(of.probability));
    set(log_odds_of(of.labels.any));
    set(log_odds_of(of.labels.highest));
    set(of.is_guessed);
    set(of.mention);
    set(of.label_rank);
    set(of.rank);
    for (const float label : labels) set(label);
    set(log_odds_of(its_table.probability));
    set(log_odds_of(its_table.labels.any));
    set(its_table.is_guessed);
    set(its_table.mention);
    set(log_odds_of(about.best));
    set(log_odds_of(about.best_label));
    set(log_odds_of(about.best_plain_label));
    set(std::log1p(about.labels));
    set(log_odds_of(about.best_neighbor));
    set(about.likely_neighbors);
    // Features of the whole question.
    set(static_cast<float>(of_.reading.query.log_probability));
    set(all_tables_);
    set(std::log1p(all_columns_));
    set(std::log(static_cast<float>(tables_.size() + columns_.size())));
    set(std::log(static_cast<float>(tables_.size())));
    set(static_cast<float>(of_.reading.question.words.size()));
    for (const Clause clause :
         {Clause::frame_plain, Clause::frame_not_in, Clause::frame_in, Clause::columns_1,
          Clause::group_no, Clause::order_none, Clause::conditions_0, Clause::tables_1,
          Clause::tables_2, Clause::tables_more})
      set(of_.reading.scores.clauses[static_cast<std::size_t>(clause)]);
    return at;
  }

  struct AboutTable {
    float best = 0;
    float best_label = 0;
    float best_plain_label = 0;  // of columns that are not keys
    float labels = 0;            // sum
    float best_neighbor = 0;     // by labels, among the tables that a key joins to it
    float likely_neighbors = 0;
  };

  const NeedEvidence &of_;
  const Database &database_;
  std::vector<KnownElement> tables_, columns_;
  std::vector<AboutTable> about_;  // by table
  float all_tables_ = 0, all_columns_ = 0;
  std::vector<float> named_;  // by column: 1: part of a value is named, 2: a whole value
  std::vector<float> partner_, partner_labels_;  // by column: best among the tables that it joins
};

}  // namespace

ElementFeatures need_features(const NeedEvidence &of) {
  const std::size_t tables = of.schema.tables().size(), columns = of.schema.columns().size();
  if (of.evidence.tables.size() != tables || of.evidence.columns.size() != columns ||
      of.reading.scores.tables.size() != tables || of.reading.scores.columns.size() != columns) {
    throw Error(ErrorCode::mismatch, "needs evidence and scores for each table and column",
                {std::string(of.schema.database().name())});
  }
  return NeedExtractor(of).features();
}

}  // namespace sluice::inline v0::rank_detail
