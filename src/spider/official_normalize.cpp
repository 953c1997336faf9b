/// Normalizes a query as the script does before it compares.

#include <algorithm>

#include "sluice/spider/exact_set_match.hpp"
#include "sluice/spider/official_query.hpp"

namespace sluice::inline v0 {
namespace {

void drop_values(OfficialQuery &query, ExactSetRules rules);

void drop_value(OfficialValue &value, bool keep_columns, ExactSetRules rules) {
  if (auto *subquery = std::get_if<OfficialSubquery>(&value)) {
    drop_values(*subquery->query, rules);
  } else if (!keep_columns || !std::holds_alternative<OfficialColumn>(value)) {
    value = {};
  }
}

/// Only at even positions, like the script.
void drop_values(OfficialConditions &conditions, bool keep_columns, ExactSetRules rules) {
  for (std::size_t i = 0; i < conditions.size(); i += 2) {
    drop_value(conditions[i].first, keep_columns, rules);
    drop_value(conditions[i].second, keep_columns, rules);
  }
}

/// Queries in FROM keep their values.
void drop_values(OfficialQuery &query, ExactSetRules rules) {
  drop_values(query.on, rules == ExactSetRules::adapted, rules);
  drop_values(query.having, false, rules);
  drop_values(query.where, false, rules);
  if (query.arm.query != nullptr) drop_values(*query.arm.query, rules);
}

/// Replaces each column by its representative if its table is in the outermost FROM.
class Columns {
 public:
  Columns(const OfficialQuery &outermost, const OfficialSchema &schema) : schema_(schema) {
    for (const OfficialSource &source : outermost.from) {
      if (const auto *table = std::get_if<OfficialName>(&source)) tables_.push_back(*table);
    }
  }

  void operator()(OfficialQuery &query, ExactSetRules rules) const {
    for (OfficialResult &result : query.select) unite(result.term);
    if (rules == ExactSetRules::official) unite(query.on);
    unite(query.where);
    for (OfficialColumn &column : query.group_by) unite(column);
    for (OfficialTerm &term : query.order_by) unite(term);
    unite(query.having);
    if (query.arm.query != nullptr) (*this)(*query.arm.query, rules);
    query.distinct = false;
  }

 private:
  void unite(OfficialColumn &column) const {
    const OfficialName table = schema_.table_of(column.name);
    if (table != OfficialSchema::all &&
        std::find(tables_.begin(), tables_.end(), table) != tables_.end()) {
      column.name = schema_.representative(column.name);
    }
    column.distinct = false;
  }
  void unite(OfficialTerm &term) const {
    unite(term.left);
    if (term.right) unite(*term.right);
  }
  void unite(OfficialConditions &conditions) const {
    for (std::size_t i = 0; i < conditions.size(); i += 2) unite(conditions[i].term);
  }

  const OfficialSchema &schema_;
  std::vector<OfficialName> tables_;
};

}  // namespace

void normalize_official(OfficialQuery &query, const OfficialSchema &schema, ExactSetRules rules) {
  drop_values(query, rules);
  Columns(query, schema)(query, rules);
}

}  // namespace sluice::inline v0
