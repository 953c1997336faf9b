#ifndef SLUICE_SRC_RETRIEVE_EXPLANATION_HPP
#define SLUICE_SRC_RETRIEVE_EXPLANATION_HPP

/// Finds the words of a question that are reasons to choose a column.

#include <span>
#include <string>
#include <vector>

#include "sluice/index/lexical_index.hpp"
#include "sluice/retrieve/subset.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// One question's words looked up in a catalog and its index, which must outlive it. Thread-safe.
class Explanation {
 public:
  /// Uses the first 64 distinct written words that are not stop words.
  Explanation(const Catalog &catalog, const LexicalIndex &index, const Question &question);

  /// One reason per word of the question that is in the column's text or its table's name: first
  /// words of the column's name, then of its table's, then of values, then of the description; if
  /// there is none, words of the table's description. Of a word such as "custAddr2", a name may
  /// have some parts only, which are the reasons then; a text has it whole. In scripts without
  /// spaces, the longest parts of the words that are in it. O(words × log postings); if a
  /// text has all parts of a word, plus O(text), of which the first 16 KiB are read.
  std::vector<Reason> reasons(ColumnId column) const;

 private:
  struct Term {
    std::string text;
    std::string part;  // of the written word
    std::span<const Posting> postings;
  };
  struct Word {
    std::string text;  // as the question spells it, or its term in a script without spaces
    std::vector<Term> terms = {};
    bool is_opaque = false;
    bool is_pair = false;   // of characters in a script without spaces
    std::string more = {};  // what the pair adds to the one before it, which it overlaps
  };
  struct Place;

  void add(const Question &question, const QuestionWord &word);
  void add_reasons(const Place &place, std::vector<Reason> &reasons) const;
  /// Of its texts, up to a limit, each with an empty term after it.
  std::vector<std::string> terms_of(const Place &place) const;

  const Catalog &catalog_;
  const LexicalIndex &index_;
  std::vector<Word> words_;
};

}  // namespace sluice::inline v0

#endif
