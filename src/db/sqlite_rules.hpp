#ifndef SLUICE_SRC_DB_SQLITE_RULES_HPP
#define SLUICE_SRC_DB_SQLITE_RULES_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

#include "sqlite_additions.hpp"

namespace sluice::inline v0::db_detail {

/// What SQL may do on a connection, and what was refused last.
class SqliteRules {
 public:
  enum class Kind : std::uint8_t {
    reading,  ///< Queries, and PRAGMAs that describe the schema.
    query,    ///< Untrusted queries: no PRAGMA at all.
    script,   ///< Queries, and statements that define and fill tables.
  };

  explicit SqliteRules(Kind kind) : kind_(kind) {}
  /// `value_bytes` limits the size of a value.
  SqliteRules(Kind kind, int value_bytes) : kind_(kind), value_bytes_(value_bytes) {}
  SqliteRules(const SqliteRules &) = delete;
  SqliteRules &operator=(const SqliteRules &) = delete;

  /// Applies the rules to `database` from now on, together with SQLite's own safety settings and
  /// size limits, and removes what the host added to the connection. This object must outlive the
  /// connection.
  void impose(sqlite3 *database);

  /// While on, statements are prepared without restrictions, because they are our own.
  void trust(bool on) noexcept { trusting_ = on; }

  /// What was refused, such as "ATTACH"; empty if nothing was.
  std::string refused() const;
  void forget_refused() noexcept { refused_action_ = 0; }

  /// Functions used by statements since the last call whose results may vary between runs. Date
  /// functions vary only when called with "now".
  std::vector<std::string_view> take_unstable();
  static bool is_of_dates(std::string_view function) noexcept;

 private:
  static int on_authorize(void *rules, int action, const char *first, const char *second,
                          const char *schema, const char *origin) noexcept;
  int judge(int action, const char *first, const char *second) noexcept;
  int judge_function(const char *name) noexcept;
  int judge_pragma(const char *name, const char *argument) const noexcept;
  void bound_sizes(sqlite3 *database) const;

  Kind kind_;
  SqliteAdditions additions_;
  int value_bytes_ = 0;
  bool trusting_ = false;
  std::uint32_t unstable_ = 0;  // one bit per name
  int refused_action_ = 0;
  std::array<char, 64> refused_name_{};
};

}  // namespace sluice::inline v0::db_detail

#endif
