#ifndef SLUICE_TESTS_JUDGE_SPIDER_DEV_HPP
#define SLUICE_TESTS_JUDGE_SPIDER_DEV_HPP

/// Spider's dev questions, the predictions of several systems, and the verdicts of the official
/// script.

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/spider/exact_set_match.hpp"
#include "sluice/spider/hardness.hpp"
#include "sluice/spider/official_schema.hpp"
#include "sluice/spider/score_item.hpp"
#include "support/support.hpp"

namespace sluice::test {

inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

struct GoldQuery {
  std::string sql;
  std::string database;
};

/// `SQL<TAB>database`; an empty line gives an entry with an empty database.
inline std::vector<GoldQuery> read_gold(const std::filesystem::path &path) {
  std::vector<GoldQuery> golds;
  for (const std::string &line : lines_of(read_file(path.string()))) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) {
      golds.emplace_back();
    } else {
      golds.push_back({line.substr(0, tab), line.substr(tab + 1)});
    }
  }
  return golds;
}

/// Replaces each `value` with 1, as the script does.
inline std::string as_judged(std::string text) {
  for (std::size_t at = 0; (at = text.find("value", at)) != std::string::npos; ++at)
    text.replace(at, 5, "1");
  return text;
}

/// The schemas of all databases by name, with the foreign keys of tables.json.
class DevSchemas {
 public:
  explicit DevSchemas(const std::filesystem::path &tables_json)
      : schemas_(read_file(tables_json.string()), "tables.json") {}
  const OfficialSchema &at(const std::string &name) const {
    const OfficialSchema *schema = schemas_.find(name);
    if (schema == nullptr) throw Error(ErrorCode::not_found, name);
    return *schema;
  }

 private:
  mutable OfficialSchemas schemas_;
};

/// Judges a pair as the script does.
inline ScoreItem judge(const GoldQuery &gold, const std::string &predicted,
                       const OfficialSchema &schema,
                       ExactSetRules rules = ExactSetRules::official) {
  ScoreItem item;
  item.database = gold.database;
  item.gold = gold.sql;
  item.predicted = as_judged(predicted);
  auto gold_query = parse_official(item.gold, schema);
  if (!gold_query) throw Error(ErrorCode::malformed, "gold: " + gold.sql);
  item.hardness = hardness_of(*gold_query);
  OfficialQuery query = parse_official(item.predicted, schema).value_or(OfficialQuery());
  normalize_official(*gold_query, schema, rules);
  normalize_official(query, schema, rules);
  item.exact = exact_set_match(*gold_query, query, schema, rules);
  return item;
}

}  // namespace sluice::test

#endif
