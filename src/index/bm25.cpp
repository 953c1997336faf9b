#include "sluice/index/bm25.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/shared_map.hpp"
#include "core/shared_vector.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {

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

/// Document lengths; negative for hidden documents.
struct Bm25::Lengths {
  static constexpr int fraction_bits = 20;
  static std::int64_t whole(float length) {
    return std::llround(std::ldexp(length, fraction_bits));
  }

  detail::SharedVector<float, 1024> of;
  std::int64_t total;  // an integer, so that the order of additions does not affect it
};

/// Weighted occurrences of one term by document, in order of first occurrence.
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

/// Lengths of the visible documents of the granularity; negative for hidden documents.
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
    throw Error(ErrorCode::mismatch, "the visibility and the index belong to different catalogs");
  }
  const std::vector<float> lengths = document_lengths(*index_, options_, seen_);
  size_ = lengths.size();
  auto made = std::make_shared<Lengths>(
      Lengths{detail::SharedVector<float, 1024>(std::span<const float>(lengths)), 0});
  for (const float length : lengths) {
    if (length < 0) continue;
    ++visible_count_;
    made->total += Lengths::whole(length);
  }
  lengths_ = std::move(made);
  weigh_lengths();
}

void Bm25::weigh_lengths() {
  const double total = std::ldexp(static_cast<double>(lengths_->total), -Lengths::fraction_bits);
  const double mean = total > 0 ? total / static_cast<double>(visible_count_) : 1.0;
  min_norm_ = options_.k1 * (1 - options_.b);
  norm_by_length_ = static_cast<float>(double{options_.k1} * double{options_.b} / mean);
}

bool Bm25::visible(std::size_t document) const noexcept { return lengths_->of[document] >= 0; }

float Bm25::score(float rarity, float count, std::size_t document) const noexcept {
  const float norm = min_norm_ + norm_by_length_ * lengths_->of[document];
  return rarity * count / (count + norm);
}

/// The documents whose text includes the object's; empty if the object is hidden.
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

/// A document that contains a term.
struct Bm25::Part {
  std::uint32_t document;
  float count;  // weighted

  friend bool operator==(const Part &, const Part &) = default;
};

/// The documents of each term, ascending.
struct Bm25::Prepared {
  struct List {
    std::shared_ptr<const void> owner;
    std::span<const Part> parts;
  };
  static List list_of(std::vector<Part> parts) {
    auto owner = std::make_shared<const std::vector<Part>>(std::move(parts));
    const std::span<const Part> view(*owner);
    return {std::move(owner), view};
  }

  detail::SharedMap<List> lists;
};

std::vector<Bm25::Part> Bm25::parts_of(std::span<const Posting> postings, Hits &hits) const {
  collect(postings, hits);
  std::vector<Part> parts;
  parts.reserve(hits.documents.size());
  for (const std::size_t document : hits.documents)
    parts.push_back({static_cast<std::uint32_t>(document), hits.counts[document]});
  std::ranges::sort(parts, {}, &Part::document);
  return parts;
}

void Bm25::prepare() {
  if (index_->has_external_postings()) return;
  auto all = std::make_shared<std::vector<Part>>();
  std::vector<std::pair<std::string_view, std::size_t>> ends;
  Hits hits(size());
  index_->each_term([&](std::string_view term, std::span<const Posting> postings) {
    const std::vector<Part> parts = parts_of(postings, hits);
    if (parts.empty()) return;  // most terms, under a mask that shows little
    all->insert(all->end(), parts.begin(), parts.end());
    ends.emplace_back(term, all->size());
  });
  all->shrink_to_fit();
  std::vector<detail::SharedMap<Prepared::List>::Entry> entries;
  std::size_t first = 0;
  for (const auto &[term, end] : ends) {
    const auto parts = std::span<const Part>(*all).subspan(first, end - first);
    entries.push_back({std::string(term), {all, parts}});
    first = end;
  }
  prepared_ = std::make_shared<const Prepared>(
      Prepared{detail::SharedMap<Prepared::List>(std::move(entries))});
}

Bm25 Bm25::after(std::shared_ptr<const LexicalIndex> index,
                 std::span<const LexicalChange> changes) const {
  if (seen_) throw Error(ErrorCode::invalid_argument, "scores under a mask cannot be updated");
  Bm25 now = *this;
  now.index_ = std::move(index);
  if (now.index_->lengths(options_.granularity).size() != size())
    throw Error(ErrorCode::mismatch, "the changed index has another size");
  auto lengths = std::make_shared<Lengths>(*lengths_);
  const auto prepared = prepared_ ? std::make_shared<Prepared>(*prepared_) : nullptr;
  for (const LexicalChange &change : changes) {
    const Posting whole{change.database.value, 1, Level::database, TextField::name};
    const auto [first, last] = documents_of(whole);
    const std::vector<float> old_lengths = document_lengths(*change.before, options_, seen_);
    const std::vector<float> new_lengths = document_lengths(*change.after, options_, seen_);
    if (old_lengths.size() != last - first || new_lengths.size() != last - first)
      throw Error(ErrorCode::mismatch, "the changed database has another shape than in the index");
    if (old_lengths != new_lengths) lengths->of.set(first, std::span<const float>(new_lengths));
    for (const float length : old_lengths) lengths->total -= Lengths::whole(length);
    for (const float length : new_lengths) lengths->total += Lengths::whole(length);
    if (!prepared) continue;

    const Bm25 before(change.before, options_), after(change.after, options_);
    Hits hits(last - first);
    const auto exchange = [&, begin = first, end = last](std::string_view term) {
      const std::vector<Part> old_parts = before.parts_of(change.before->postings(term), hits);
      const std::vector<Part> new_parts = after.parts_of(change.after->postings(term), hits);
      if (old_parts == new_parts) return;
      const Prepared::List *known = prepared->lists.find(term);
      const auto list = known != nullptr ? known->parts : std::span<const Part>();
      const auto from = std::ranges::lower_bound(list, begin, {}, &Part::document);
      const auto behind = std::ranges::lower_bound(list, end, {}, &Part::document);
      std::vector<Part> parts;
      parts.reserve(list.size() - old_parts.size() + new_parts.size());
      parts.insert(parts.end(), list.begin(), from);
      for (const Part &part : new_parts)
        parts.push_back({static_cast<std::uint32_t>(part.document + begin), part.count});
      parts.insert(parts.end(), behind, list.end());
      if (parts.empty()) {
        prepared->lists.erase(term);
      } else {
        prepared->lists.set(term, Prepared::list_of(std::move(parts)));
      }
    };
    change.after->each_term(
        [&](std::string_view term, std::span<const Posting>) { exchange(term); });
    change.before->each_term([&](std::string_view term, std::span<const Posting>) {
      if (change.after->postings(term).empty()) exchange(term);
    });
  }
  now.lengths_ = std::move(lengths);
  now.weigh_lengths();
  now.prepared_ = prepared;
  return now;
}

void Bm25::add_scores(std::span<const std::string> terms, std::span<float> scores,
                      float weight) const {
  if (prepared_ != nullptr && weight == 1) {
    for (const std::string &term : terms) {
      const Prepared::List *found = prepared_->lists.find(term);
      if (found == nullptr) continue;
      const float rare = rarity(idf_of(found->parts.size()), 1);
      for (const Part &part : found->parts)
        scores[part.document] += score(rare, part.count, part.document);
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
  if (prepared_ != nullptr) {
    const Prepared::List *known = prepared_->lists.find(term);
    const auto parts = known != nullptr ? known->parts : std::span<const Part>();
    found.idf = idf_of(parts.size());
    auto part = parts.begin();
    for (std::size_t i = 0; i < documents.size(); ++i) {
      part = std::ranges::lower_bound(part, parts.end(), documents[i], {}, &Part::document);
      if (part == parts.end()) break;
      if (part->document == documents[i]) found.counts[i] = part->count;
    }
    return found;
  }
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
    // Within a level, postings and the objects that contain them are ascending.
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

}  // namespace sluice::inline v0
