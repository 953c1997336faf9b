#ifndef SLUICE_SRC_RETRIEVE_EXPLANATION_HPP
#define SLUICE_SRC_RETRIEVE_EXPLANATION_HPP

/// Finds the words of a question that are reasons to choose a column.

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

  /// One reason per word of the question that is in the column's text or its table's name: first
  /// words of the column's name, then of its table's, then of values. In scripts without spaces,
  /// the longest parts of the words that are in it. O(words × log postings).
  std::vector<Reason> reasons(ColumnId column) const;

 private:
  struct Word {
    std::string text;  // as the question spells it, or its term in a script without spaces
    std::span<const Posting> postings;
    bool is_pair = false;  // of characters in a script without spaces
    std::string more;      // what the pair adds to the one before it, which it overlaps
  };

  const LexicalIndex &index_;
  std::vector<Word> words_;
};

}  // namespace sluice::inline v0

#endif
