#ifndef SLUICE_SRC_RANK_QUERY_LITERALS_HPP
#define SLUICE_SRC_RANK_QUERY_LITERALS_HPP

/// The values and literals of a question as SQL, for comparisons.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/rank/label_evidence.hpp"
#include "sluice/rank/query_labels.hpp"

namespace sluice::inline v0::rank {

/// Returns known values of columns and the question's literals, in order, each once. Keeps
/// references to its arguments.
class QueryLiterals {
 public:
  QueryLiterals(const LabelSchema &schema, const LabelEvidence &evidence,
                const LabelQuestion &question);

  /// The next number; `otherwise` if none is left.
  std::string number(std::string_view otherwise);
  /// The next value to compare a column with; nullopt if none is left.
  std::optional<std::string> take(std::uint32_t column, ColumnLabel label);

 private:
  bool is_taken(const std::string &words) const;

  const LabelSchema &schema_;
  const LabelEvidence &evidence_;
  const LabelQuestion &question_;
  std::vector<std::uint8_t> used_;  // by literal
  std::vector<std::string> taken_words_;
};

}  // namespace sluice::inline v0::rank

#endif
