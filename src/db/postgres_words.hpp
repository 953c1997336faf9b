#ifndef SLUICE_SRC_DB_POSTGRES_WORDS_HPP
#define SLUICE_SRC_DB_POSTGRES_WORDS_HPP

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sluice::detail {

/// Functions that queries may not call, and what a text could call. The text is not read as SQL:
/// what looks like a call inside a string counts, so that no way of quoting hides one.
class PostgresCalls {
 public:
  enum class Encoding { utf8, other };
  /// `server`: how the server keeps names. In another encoding than UTF-8 it may take letters that
  /// are not ASCII for each other's capitals; then all of them are one here.
  explicit PostgresCalls(Encoding server = Encoding::utf8) : encoding_(server) {}

  /// `takes_one`: it can be called with one argument, which may stand before a dot: `(x).function`.
  void refuse(std::string_view function, bool takes_one);

  /// What of the text is refused, such as "the function pg_sleep"; empty if nothing is.
  std::string refused(std::string_view sql) const;

 private:
  std::string key_of(std::string_view name) const;

  Encoding encoding_;
  std::unordered_map<std::string, bool> words_;  // by key, and whether it takes one
  std::vector<std::string> others_;              // names that only quotes can write
};

/// The statement's first word if it starts a statement that is no query, such as "INSERT".
std::string statement_that_is_no_query(std::string_view sql);

/// Of the functions and keywords whose results differ from run to run, those that the text names;
/// sorted.
std::vector<std::string> unstable_words(std::string_view sql);

}  // namespace sluice::detail

#endif
