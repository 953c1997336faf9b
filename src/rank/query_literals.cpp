#include "query_literals.hpp"

#include <algorithm>

#include "sluice/sql/print.hpp"

namespace sluice::inline v0::rank {

QueryLiterals::QueryLiterals(const LabelSchema &schema, const LabelEvidence &evidence,
                             const LabelQuestion &question)
    : schema_(schema),
      evidence_(evidence),
      question_(question),
      used_(question.literals.size(), 0) {}

std::string QueryLiterals::number(std::string_view otherwise) {
  for (std::size_t l = 0; l < used_.size(); ++l) {
    if (used_[l] != 0 || !question_.literals[l].is_number) continue;
    used_[l] = 1;
    return question_.literals[l].text;
  }
  return std::string(otherwise);
}

std::optional<std::string> QueryLiterals::take(std::uint32_t column, ColumnLabel label) {
  const bool is_number = schema_.columns()[column].type == ColumnType::number;
  const bool wants_number =
      is_number || (label != ColumnLabel::where_equal && label != ColumnLabel::where_unequal &&
                    label != ColumnLabel::where_like);
  if (label != ColumnLabel::where_like && !wants_number) {
    for (const LabelValue &of : evidence_.values) {
      if (of.column != column || !of.is_whole || is_taken(of.words)) continue;
      taken_words_.push_back(of.words);
      for (std::size_t l = 0; l < used_.size(); ++l) {
        if (question_.literals[l].text == of.words) used_[l] = 1;
      }
      return sql::quote_string(of.value);
    }
  }
  for (const bool any : {false, true}) {
    for (std::size_t l = 0; l < used_.size(); ++l) {
      const LabelLiteral &of = question_.literals[l];
      if (used_[l] != 0 || (!any && of.is_number != wants_number)) continue;
      used_[l] = 1;
      if (label == ColumnLabel::where_like) return sql::quote_string('%' + of.text + '%');
      return of.is_number && (is_number || wants_number) ? of.text : sql::quote_string(of.text);
    }
  }
  return std::nullopt;
}

bool QueryLiterals::is_taken(const std::string &words) const {
  return std::ranges::find(taken_words_, words) != taken_words_.end();
}

}  // namespace sluice::inline v0::rank
