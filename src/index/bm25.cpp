#include "sluice/index/bm25.hpp"

#include <cmath>
#include <unordered_map>
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

/// The documents that the object's text is part of; none, where the object is hidden.
Bm25::Documents Bm25::documents_of(const Posting &posting) const {
  constexpr Documents nothing{0, 0};
  const Hierarchy &hierarchy = index_->hierarchy();
  const auto all = [](auto ids) {
    const std::size_t first = ids.size() == 0 ? 0 : (*ids.begin()).index();
    return Documents{first, first + ids.size()};
  };
  const auto one = [](auto id) { return Documents{id.index(), id.index() + 1}; };
  switch (posting.level) {
    case Level::database: {
      const DatabaseId database(posting.object);
      if (!shows(seen_, database)) return nothing;
      if (options_.granularity == Level::database) return one(database);
      if (options_.granularity == Level::table) return all(hierarchy.tables(database));
      return all(hierarchy.columns(database));
    }
    case Level::table: {
      const TableId table(posting.object);
      if (!shows(seen_, table)) return nothing;
      if (options_.granularity == Level::table) return one(table);
      if (options_.granularity == Level::column) return all(hierarchy.columns(table));
      return one(hierarchy.database_of(table));
    }
    case Level::column: {
      const ColumnId column(posting.object);
      if (!shows(seen_, column)) return nothing;
      if (options_.granularity == Level::column) return one(column);
      if (options_.granularity == Level::table) return one(hierarchy.table_of(column));
      return one(hierarchy.database_of(column));
    }
  }
  return nothing;
}

void Bm25::collect(std::span<const Posting> postings, Hits &hits) const {
  hits.clear();
  for (const Posting &posting : postings) {
    const float weight = options_.weights(posting.level, posting.field);
    if (!(weight > 0)) continue;
    const auto [first, last] = documents_of(posting);
    for (std::size_t document = first; document < last; ++document) {
      if (visible(document)) hits.add(document, weight * static_cast<float>(posting.count));
    }
  }
}

float Bm25::idf_of(std::size_t frequency) const {
  const auto all = static_cast<double>(visible_count_);
  const auto holding = static_cast<double>(frequency);
  return static_cast<float>(std::log(1 + (all - holding + 0.5) / (holding + 0.5)));
}

float Bm25::idf(const std::string &term) const {
  Hits hits(size());
  collect(index_->postings(term), hits);
  return idf_of(hits.documents.size());
}

/// What each term adds to the documents that hold it.
struct Bm25::Prepared {
  struct Part {
    std::uint32_t document;
    float score;
  };
  std::unordered_map<std::string_view, std::span<const Part>> parts_of;  // by the index's terms
  std::vector<Part> parts;
};

void Bm25::prepare() {
  if (index_->is_kept_elsewhere()) return;
  auto prepared = std::make_shared<Prepared>();
  std::vector<std::pair<std::string_view, std::size_t>> ends;
  Hits hits(size());
  index_->each_term([&](std::string_view term, std::span<const Posting> postings) {
    collect(postings, hits);
    const float rare = rarity(idf_of(hits.documents.size()), 1);
    for (const std::size_t document : hits.documents) {
      prepared->parts.push_back(
          {static_cast<std::uint32_t>(document), score(rare, hits.counts[document], document)});
    }
    ends.emplace_back(term, prepared->parts.size());
  });
  prepared->parts.shrink_to_fit();
  std::size_t first = 0;
  for (const auto &[term, end] : ends) {
    prepared->parts_of.emplace(term, std::span(prepared->parts).subspan(first, end - first));
    first = end;
  }
  prepared_ = std::move(prepared);
}

void Bm25::add_scores(std::span<const std::string> terms, std::span<float> scores,
                      float weight) const {
  if (prepared_ != nullptr && weight == 1) {
    for (const std::string &term : terms) {
      const auto found = prepared_->parts_of.find(term);
      if (found == prepared_->parts_of.end()) continue;
      for (const Prepared::Part &part : found->second) scores[part.document] += part.score;
    }
    return;
  }
  index_->fetch(terms);
  Hits hits(size());
  for (const std::string &term : terms) {
    collect(index_->postings(term), hits);
    const float rare = rarity(idf_of(hits.documents.size()), weight);
    for (const std::size_t document : hits.documents)
      scores[document] += score(rare, hits.counts[document], document);
  }
}

Bm25::TermCounts Bm25::counts(std::string_view term,
                              std::span<const std::uint32_t> documents) const {
  TermCounts found{0, std::vector<float>(documents.size(), 0.0F)};
  std::vector<bool> met(size());
  std::size_t frequency = 0, next = 0;
  Level level = Level::database;
  for (const Posting &posting : index_->postings(term)) {
    const float weight = options_.weights(posting.level, posting.field);
    if (!(weight > 0)) continue;
    const auto [first, last] = documents_of(posting);
    for (std::size_t document = first; document < last; ++document) {
      if (!visible(document) || met[document]) continue;
      met[document] = true;
      ++frequency;
    }
    // Within a level, postings and what they are part of rise.
    if (posting.level != level) next = 0;
    level = posting.level;
    while (next < documents.size() && documents[next] < first) ++next;
    for (std::size_t i = next; i < documents.size() && documents[i] < last; ++i) {
      if (visible(documents[i])) found.counts[i] += weight * static_cast<float>(posting.count);
    }
  }
  found.idf = idf_of(frequency);
  return found;
}

void Bm25::add_scores(const TermCounts &term, std::span<const std::uint32_t> documents,
                      std::span<float> scores, float weight) const {
  const float rare = rarity(term.idf, weight);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (term.counts[i] > 0) scores[i] += score(rare, term.counts[i], documents[i]);
  }
}

std::vector<float> Bm25::scores(std::span<const std::string> terms) const {
  std::vector<float> scores(size(), 0.0F);
  add_scores(terms, scores);
  return scores;
}

}  // namespace sluice
