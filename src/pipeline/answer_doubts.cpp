#include "answer_doubts.hpp"

#include <set>
#include <vector>

#include "sluice/route/alternatives.hpp"

namespace sluice::inline v0::pipeline_detail {
namespace {

/// The databases and tables that a subset has columns of.
class UsedObjects {
 public:
  explicit UsedObjects(const Subset &subset) {
    for (const SubsetColumn &column : subset.columns) {
      const TableId table = subset.catalog->table_of(column.id);
      tables_.insert(table);
      databases_.insert(subset.catalog->database_of(table));
    }
  }

  bool operator()(DatabaseId id) const { return databases_.contains(id); }
  bool operator()(TableId id) const { return tables_.contains(id); }

 private:
  std::set<DatabaseId> databases_;
  std::set<TableId> tables_;
};

}  // namespace

void add_doubts(std::span<const Scored<DatabaseId>> databases, Answer &answer) {
  if (answer.subset.columns.empty()) return;
  const UsedObjects is_used(answer.subset);
  answer.alternatives.databases = about_as_likely(databases, is_used);
  AnswerLikelihood likelihood;
  likelihood.database = databases.front().score;
  if (answer.trained) {
    std::vector<Scored<TableId>> tables;
    for (const auto &of : answer.tables) {
      if (is_used(answer.subset.catalog->database_of(of.id))) tables.push_back(of);
    }
    answer.alternatives.tables = about_as_likely(std::span<const Scored<TableId>>(tables), is_used);
    likelihood.table = answer.tables.empty() ? 0 : answer.tables.front().score;
    likelihood.fits = answer.fits;
    likelihood.fits_threshold = answer.fits_threshold;
  }
  answer.unsure = is_unsure(likelihood);
}

void drop_used_alternatives(Answer &answer) {
  const UsedObjects is_used(answer.subset);
  std::erase_if(answer.alternatives.databases, [&](const auto &of) { return is_used(of.id); });
  std::erase_if(answer.alternatives.tables, [&](const auto &of) { return is_used(of.id); });
}

}  // namespace sluice::inline v0::pipeline_detail
