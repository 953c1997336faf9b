#ifndef SLUICE_SRC_DB_POSTGRES_POSTGRES_WORDS_HPP
#define SLUICE_SRC_DB_POSTGRES_POSTGRES_WORDS_HPP

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sluice::inline v0::db_detail {

/// Functions that queries may not call, and a search for calls of them. The text is not parsed as
/// SQL: anything inside a string that looks like a call counts, so that no quoting can hide one.
class PostgresCalls {
 public:
  enum class Encoding { utf8, other };
  /// `server` is the encoding of names on the server. Encodings other than UTF-8 may fold non-ASCII
  /// letters, so then all non-ASCII letters are treated as equal.
  explicit PostgresCalls(Encoding server = Encoding::utf8) : encoding_(server) {}

  /// `takes_one`: whether it can be called with one argument, as in `(x).function`.
  void refuse(std::string_view function, bool takes_one);

  /// What is refused in the text, such as "the function pg_sleep"; empty if nothing is.
  std::string refused(std::string_view sql) const;

 private:
  std::string key_of(std::string_view name) const;

  Encoding encoding_;
  std::unordered_map<std::string, bool> words_;  // by key, and whether it takes one
  std::vector<std::string> others_;              // names that can only be written in quotes
};

/// The statement's first word if it starts a statement other than a query, such as "INSERT".
std::string statement_that_is_no_query(std::string_view sql);

/// The functions and keywords in the text whose results vary between runs; sorted.
std::vector<std::string> unstable_words(std::string_view sql);

}  // namespace sluice::inline v0::db_detail

#endif
