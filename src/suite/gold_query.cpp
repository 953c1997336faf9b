#include "sluice/suite/gold_query.hpp"

#include "judge/loose_tokens.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/parse.hpp"

namespace sluice::inline v0 {

GoldQuery::GoldQuery(std::string_view text, const Database &database)
    : text_(text), database_(&database) {
  for (const judge_detail::LooseToken &token : judge_detail::first_statement(text_)) {
    tokens_.push_back(token.text);
  }
  try {
    sql::parse(text_, tree_);
  } catch (const sql::SyntaxError &) {
    return;
  }
  if (sql::is_query(tree_.kind(tree_.root()))) {
    meanings_ = sql::bind(tree_, SqlNames(database));
  } else {
    tree_.clear({});
  }
}

}  // namespace sluice::inline v0
