#ifndef SLUICE_SRC_DB_POSTGRES_WORDS_HPP
#define SLUICE_SRC_DB_POSTGRES_WORDS_HPP

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace sluice::detail {

/// Functions that queries may not call, and what a text could call. The text is not read as SQL:
/// what looks like a call inside a string counts, so that no way of quoting hides one.
class PostgresCalls {
 public:
  void refuse(std::string_view function);

  /// What of the text is refused, such as "the function pg_sleep"; empty if nothing is.
  std::string refused(std::string_view sql) const;

 private:
  std::unordered_set<std::string> words_;  // folded to lower case
  std::vector<std::string> others_;        // names that only quotes can write
};

/// The statement's first word if it starts a statement that is no query, such as "INSERT".
std::string statement_that_is_no_query(std::string_view sql);

/// Of the functions and keywords whose results differ from run to run, those that the text names;
/// sorted.
std::vector<std::string> unstable_words(std::string_view sql);

}  // namespace sluice::detail

#endif
