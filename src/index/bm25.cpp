#include "sluice/index/bm25.hpp"

#include <cmath>
#include <utility>

#include "sluice/core/error.hpp"

namespace sluice {

FieldWeights FieldWeights::names() {
  FieldWeights weights;
  for (auto &level : weights.values) level[static_cast<std::size_t>(TextField::name)] = 1;
  return weights;
}

FieldWeights FieldWeights::names_and_implied(float implied) {
  FieldWeights weights = names();
  for (auto &level : weights.values) level[static_cast<std::size_t>(TextField::implied)] = implied;
  return weights;
}

FieldWeights FieldWeights::without(Level level) const {
  FieldWeights weights = *this;
  weights.values[static_cast<std::size_t>(level)].fill(0);
  return weights;
}

/// Weighted occurrences of one term by document, in order of first meeting.
struct Bm25::Hits {
  explicit Hits(std::size_t size) : counts(size, 0) {}

  void add(std::size_t document, float count) {
    if (counts[document] == 0) documents.push_back(document);
    counts[document] += count;
  }
  void clear() {
    for (const std::size_t document : documents) counts[document] = 0;
    documents.clear();
  }

  std::vector<float> counts;
  std::vector<std::size_t> documents;
};

namespace {

template <class Id>
bool shows(const std::optional<Visibility> &seen, Id id) {
  return !seen || seen->visible(id);
}

float weighted(const FieldCounts &counts, const FieldWeights &weights, Level level) {
  float sum = 0;
  for (std::size_t field = 0; field < field_count; ++field) {
    sum += static_cast<float>(counts[field]) * weights(level, static_cast<TextField>(field));
  }
  return sum;
}

/// Length of every visible document of the granularity; hidden ones stay negative.
std::vector<float> document_lengths(const LexicalIndex &index, const Bm25Options &options,
                                    const std::optional<Visibility> &seen) {
  const Hierarchy &hierarchy = index.hierarchy();
  const auto own = [&](Level level, std::size_t object) {
    return weighted(index.lengths(level)[object], options.weights, level);
  };
  const std::size_t documents = index.lengths(options.granularity).size();
  std::vector<float> lengths(documents, -1.0F);
  for (const DatabaseId database : hierarchy.databases()) {
    if (!shows(seen, database)) continue;
    const float database_length = own(Level::database, database.index());
    float below_database = 0;
    for (const TableId table : hierarchy.tables(database)) {
      if (!shows(seen, table)) continue;
      const float table_length = own(Level::table, table.index());
      float below_table = 0;
      for (const ColumnId column : hierarchy.columns(table)) {
        if (!shows(seen, column)) continue;
        const float column_length = own(Level::column, column.index());
        below_table += column_length;
        if (options.granularity == Level::column) {
          lengths[column.index()] = database_length + table_length + column_length;
        }
      }
      if (options.granularity == Level::table) {
        lengths[table.index()] = database_length + table_length + below_table;
      }
      below_database += table_length + below_table;
    }
    if (options.granularity == Level::database) {
      lengths[database.index()] = database_length + below_database;
    }
  }
  return lengths;
}

}  // namespace

Bm25::Bm25(std::shared_ptr<const LexicalIndex> index, Bm25Options options,
           std::optional<Visibility> visible)
    : index_(std::move(index)), options_(options), seen_(visible) {
  const Hierarchy &hierarchy = index_->hierarchy();
  if (seen_ && (seen_->databases.size() != hierarchy.count(Level::database) ||
                seen_->tables.size() != hierarchy.count(Level::table) ||
                seen_->columns.size() != hierarchy.count(Level::column))) {
    throw Error(ErrorCode::mismatch, "the visibility is of another catalog than the index");
  }
  norms_ = document_lengths(*index_, options_, seen_);
  double total = 0;
  for (const float length : norms_) {
    if (length < 0) continue;
    ++visible_count_;
    total += length;
  }
  const auto mean =
      total > 0 ? static_cast<float>(total / static_cast<double>(visible_count_)) : 1.0F;
  for (float &norm : norms_) {
    if (norm >= 0) norm = options_.k1 * (1 - options_.b + options_.b * norm / mean);
  }
}

/// Counts a posting for every visible document that the object's text is part of.
void Bm25::spread(const Posting &posting, float count, Hits &hits) const {
  const Hierarchy &hierarchy = index_->hierarchy();
  const auto add_all = [&](auto ids) {
    for (const auto id : ids) {
      if (norms_[id.index()] >= 0) hits.add(id.index(), count);
    }
  };
  switch (posting.level) {
    case Level::database: {
      const DatabaseId database(posting.object);
      if (!shows(seen_, database)) return;
      if (options_.granularity == Level::database) return hits.add(database.index(), count);
      if (options_.granularity == Level::table) return add_all(hierarchy.tables(database));
      return add_all(hierarchy.columns(database));
    }
    case Level::table: {
      const TableId table(posting.object);
      if (!shows(seen_, table)) return;
      if (options_.granularity == Level::table) return hits.add(table.index(), count);
      if (options_.granularity == Level::column) return add_all(hierarchy.columns(table));
      return hits.add(hierarchy.database_of(table).index(), count);
    }
    case Level::column: {
      const ColumnId column(posting.object);
      if (!shows(seen_, column)) return;
      if (options_.granularity == Level::column) return hits.add(column.index(), count);
      if (options_.granularity == Level::table) {
        return hits.add(hierarchy.table_of(column).index(), count);
      }
      return hits.add(hierarchy.database_of(column).index(), count);
    }
  }
}

void Bm25::collect(std::string_view term, Hits &hits) const {
  hits.clear();
  for (const Posting &posting : index_->postings(term)) {
    const float weight = options_.weights(posting.level, posting.field);
    if (weight > 0) spread(posting, weight * static_cast<float>(posting.count), hits);
  }
}

float Bm25::idf_of(std::size_t frequency) const {
  const auto all = static_cast<double>(visible_count_);
  const auto holding = static_cast<double>(frequency);
  return static_cast<float>(std::log(1 + (all - holding + 0.5) / (holding + 0.5)));
}

float Bm25::idf(const std::string &term) const {
  Hits hits(size());
  collect(term, hits);
  return idf_of(hits.documents.size());
}

void Bm25::add_scores(std::span<const std::string> terms, std::span<float> scores,
                      float weight) const {
  index_->fetch(terms);
  Hits hits(size());
  for (const std::string &term : terms) {
    collect(term, hits);
    const float rarity = weight * idf_of(hits.documents.size()) * (options_.k1 + 1);
    for (const std::size_t document : hits.documents) {
      const float count = hits.counts[document];
      scores[document] += rarity * count / (count + norms_[document]);
    }
  }
}

std::vector<float> Bm25::scores(std::span<const std::string> terms) const {
  std::vector<float> scores(size(), 0.0F);
  add_scores(terms, scores);
  return scores;
}

}  // namespace sluice
