#ifndef SLUICE_SRC_RETRIEVE_EXPLANATION_HPP
#define SLUICE_SRC_RETRIEVE_EXPLANATION_HPP

/// Which of a question's words are reasons to choose a column.

#include <span>
#include <string>
#include <vector>

#include "sluice/index/lexical_index.hpp"
#include "sluice/retrieve/subset.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// One question's words looked up in an index, which must outlive it. Thread-safe.
class Explanation {
 public:
  /// Uses the first 64 distinct written words that are not stop words.
  Explanation(const LexicalIndex &index, const Question &question);

  /// A reason for each of the question's words that the column's own text or its table's name
  /// holds: the column's name first, then its table's, then values. O(words × log postings).
  std::vector<Reason> reasons(ColumnId column) const;

 private:
  struct Word {
    std::string text;  // as the question spells it
    std::span<const Posting> postings;
  };

  const LexicalIndex &index_;
  std::vector<Word> words_;
};

}  // namespace sluice::inline v0

#endif
