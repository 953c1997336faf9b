#include <algorithm>
#include <array>
#include <utility>

#include "lexical_storage.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {

void LexicalIndex::each_term(
    function_ref<void(std::string_view term, std::span<const Posting> postings)> visit) const {
  if (storage_->external)
    throw Error(ErrorCode::unsupported, "external postings cannot all be visited");
  if (!storage_->base) return each_own_term(visit);
  std::vector<std::pair<std::string_view, std::span<const Posting>>> all_changed;
  storage_->changed.each([&](const std::string &term, const auto &postings) {
    all_changed.emplace_back(term, *postings);
  });
  std::ranges::sort(all_changed, {}, [](const auto &entry) { return entry.first; });
  auto changed = all_changed.begin();
  const auto visit_changed_before = [&](const std::string_view *term) {
    for (; changed != all_changed.end() && (term == nullptr || changed->first < *term); ++changed) {
      if (!changed->second.empty()) visit(changed->first, changed->second);
    }
  };
  storage_->base->each_own_term([&](std::string_view term, std::span<const Posting> postings) {
    visit_changed_before(&term);
    if (changed == all_changed.end() || changed->first != term) visit(term, postings);
  });
  visit_changed_before(nullptr);
}

std::unique_ptr<LexicalIndex::Storage> LexicalIndex::flat() const {
  auto made = std::make_unique<Storage>();
  each_term(
      [&](std::string_view term, std::span<const Posting> postings) { made->add(term, postings); });
  for (std::size_t level = 0; level < level_count; ++level) {
    made->lengths[level].assign(lengths_[level].begin(), lengths_[level].end());
  }
  return made;
}

std::size_t LexicalIndex::term_count() const noexcept {
  if (storage_->external) return storage_->external->term_count();
  if (!storage_->base) return term_ends_.size();
  std::size_t count = storage_->base->term_count();
  storage_->changed.each([&](const std::string &term, const auto &postings) {
    const bool was_there = !storage_->base->own_postings(term).empty();
    if (was_there && postings->empty()) --count;
    if (!was_there && !postings->empty()) ++count;
  });
  return count;
}

namespace {

/// The objects of one database within a larger hierarchy.
class DatabaseSpan {
 public:
  DatabaseSpan(const Hierarchy &whole, DatabaseId database)
      : first_{database.index(), first_of(whole.tables(database)),
               first_of(whole.columns(database))},
        count_{1, whole.tables(database).size(), whole.columns(database).size()} {}

  std::size_t first(Level level) const { return first_[static_cast<std::size_t>(level)]; }
  std::size_t count(Level level) const { return count_[static_cast<std::size_t>(level)]; }
  bool holds(const Posting &posting) const {
    return posting.object >= first(posting.level) &&
           posting.object - first(posting.level) < count(posting.level);
  }
  Posting placed(Posting posting) const {
    posting.object += static_cast<std::uint32_t>(first(posting.level));
    return posting;
  }
  /// Whether `part` has the same number of tables, with the same numbers of columns.
  bool has_shape_of(const Hierarchy &whole, const Hierarchy &part) const {
    for (const Level level : {Level::database, Level::table, Level::column}) {
      if (part.count(level) != count(level)) return false;
    }
    const auto owners = whole.table_of_column().subspan(first(Level::column), count(Level::column));
    return std::ranges::equal(owners, part.table_of_column(), {},
                              [&](std::uint32_t table) { return table - first(Level::table); });
  }

 private:
  template <class Range>
  static std::size_t first_of(const Range &range) {
    return range.size() == 0 ? 0 : (*range.begin()).index();
  }

  std::array<std::size_t, level_count> first_;
  std::array<std::size_t, level_count> count_;
};

/// `list` with the postings of one database replaced by those of `part`, which are numbered within
/// that database.
std::vector<Posting> replaced(std::span<const Posting> list, const DatabaseSpan &span,
                              std::span<const Posting> part) {
  std::vector<Posting> made;
  made.reserve(list.size() + part.size());
  std::size_t next = 0;
  for (const Posting &posting : list) {
    if (span.holds(posting)) continue;
    for (; next < part.size() &&
           index_detail::place_of(span.placed(part[next])) < index_detail::place_of(posting);
         ++next) {
      made.push_back(span.placed(part[next]));
    }
    made.push_back(posting);
  }
  for (; next < part.size(); ++next) made.push_back(span.placed(part[next]));
  return made;
}

}  // namespace

std::shared_ptr<const LexicalIndex> LexicalIndex::change(
    const std::shared_ptr<const LexicalIndex> &index, std::span<const LexicalChange> changes,
    std::uint64_t fingerprint) {
  if (index->storage_->external) {
    throw Error(ErrorCode::unsupported, "external postings must be changed where they are stored");
  }
  const Storage &old = *index->storage_;
  auto storage = std::make_unique<Storage>();
  storage->base = old.base ? old.base : index;
  storage->changed = old.changed;
  storage->changed_lengths = old.changed_lengths;
  std::array<std::vector<FieldCounts>, level_count> lengths;
  for (const LexicalChange &change : changes) {
    const DatabaseSpan span(*index->hierarchy_, change.database);
    for (const auto &part : {change.before, change.after}) {
      if (span.has_shape_of(*index->hierarchy_, *part->hierarchy_) && !part->storage_->base) {
        continue;
      }
      throw Error(ErrorCode::mismatch, "the changed database has another shape than in the index");
    }
    const auto exchange = [&](std::string_view term, std::span<const Posting> now) {
      const auto *known = storage->changed.find(term);
      const auto list =
          known != nullptr ? std::span<const Posting>(**known) : storage->base->own_postings(term);
      storage->changed.set(term,
                           std::make_shared<const std::vector<Posting>>(replaced(list, span, now)));
    };
    change.after->each_own_term([&](std::string_view term, std::span<const Posting> now) {
      if (!std::ranges::equal(now, change.before->own_postings(term))) exchange(term, now);
    });
    change.before->each_own_term([&](std::string_view term, std::span<const Posting>) {
      if (change.after->own_postings(term).empty()) exchange(term, {});
    });
    for (std::size_t level = 0; level < level_count; ++level) {
      const auto now = change.after->lengths_[level];
      if (std::ranges::equal(now, change.before->lengths_[level])) continue;
      const auto all = index->lengths_[level];
      if (lengths[level].empty()) lengths[level].assign(all.begin(), all.end());
      std::ranges::copy(now, lengths[level].begin() + static_cast<std::ptrdiff_t>(
                                                          span.first(static_cast<Level>(level))));
    }
  }
  for (std::size_t level = 0; level < level_count; ++level) {
    if (lengths[level].empty()) continue;
    storage->changed_lengths[level] =
        std::make_shared<const std::vector<FieldCounts>>(std::move(lengths[level]));
  }
  return std::shared_ptr<const LexicalIndex>(
      new LexicalIndex(index->hierarchy_, index->analyzer_, fingerprint, std::move(storage)));
}

}  // namespace sluice::inline v0
