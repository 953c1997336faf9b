#ifndef SLUICE_TESTS_SUITE_SUITES_HPP
#define SLUICE_TESTS_SUITE_SUITES_HPP

/// Sample databases in files, gold queries over them, and the suites built from both.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/suite/suite_builder.hpp"
#include "sluice/suite/suite_file.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice::test {

/// Some of the sample databases as SQLite files, with the first few sample queries for each.
class SampleGolds {
 public:
  explicit SampleGolds(std::vector<std::string> ids, std::size_t most = 2) {
    const auto data = source_directory() / "examples/data";
    for (const std::string &id : ids) {
      make_sqlite(path(id + ".sqlite"), read_file((data / (id + ".sql")).string()));
    }
    each_json_line(
        read_file((data / "questions.jsonl").string()), "questions", [&](JsonValue question) {
          const std::string id(question.at("db_id").as_string());
          if (std::find(ids.begin(), ids.end(), id) == ids.end()) return;
          const auto same = [&id](const GoldLine &gold) { return gold.database_id == id; };
          if (static_cast<std::size_t>(std::count_if(golds_.begin(), golds_.end(), same)) < most) {
            golds_.push_back({id, std::string(question.at("sql").as_string())});
          }
        });
  }

  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  std::string folder() const { return folder_.path().string(); }
  const std::vector<GoldLine> &golds() const noexcept { return golds_; }

  Suite build(SuiteOptions options = {}, std::vector<SuiteSchema> known = {}) const {
    return build_suite(golds_, folder(), {}, options, std::move(known));
  }

 private:
  TemporaryDirectory folder_;
  std::vector<GoldLine> golds_;
};

/// Few operators and databases, so that a suite is built quickly.
inline SuiteOptions quick_options() {
  SuiteOptions options;
  options.mutators = MutatorSet::tree;
  options.distill.random_databases = 3;
  options.distill.pursued = 2;
  return options;
}

/// Whether each predicted query is right; DISTINCT is significant.
inline std::vector<bool> verdicts_of(const DatabaseSource &source, const std::string &database_id,
                                     const std::string &gold,
                                     const std::vector<std::string> &predicted) {
  std::vector<EvaluationItem> items;
  for (const std::string &query : predicted) {
    EvaluationItem &item = items.emplace_back();
    item.index = items.size() - 1;
    item.database_id = database_id;
    item.golds = {gold};
    item.predicted = query;
  }
  ExecutionOptions options;
  options.keep_distinct = true;
  options.jobs = 1;
  std::vector<bool> right;
  for (const auto &verdict : score_execution(items, source, options).verdicts) {
    right.push_back(verdict.value().right);
  }
  return right;
}

}  // namespace sluice::test

#endif
