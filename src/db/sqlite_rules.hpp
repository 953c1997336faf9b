#ifndef SLUICE_SRC_DB_SQLITE_RULES_HPP
#define SLUICE_SRC_DB_SQLITE_RULES_HPP

#include <array>
#include <cstdint>
#include <string>

#include <sqlite3.h>

namespace sluice::detail {

/// What SQL may do on a connection, and what it was refused last.
class SqliteRules {
 public:
  enum class Kind : std::uint8_t {
    reading,  ///< Queries, and PRAGMAs that describe the schema.
    script,   ///< And defining and filling tables.
  };

  explicit SqliteRules(Kind kind) : kind_(kind) {}
  SqliteRules(const SqliteRules &) = delete;
  SqliteRules &operator=(const SqliteRules &) = delete;

  /// From here on, the rules hold on `database`, besides SQLite's own precautions and bounds on
  /// sizes. This object must outlive the connection.
  void impose(sqlite3 *database);

  /// The name of what was refused, such as "ATTACH"; empty if nothing was.
  std::string refused() const;
  void forget_refused() noexcept { refused_action_ = 0; }

 private:
  static int on_authorize(void *rules, int action, const char *first, const char *second,
                          const char *schema, const char *origin) noexcept;
  int judge(int action, const char *first, const char *second) const noexcept;
  int judge_pragma(const char *name, const char *argument) const noexcept;

  Kind kind_;
  int refused_action_ = 0;
  std::array<char, 64> refused_name_{};
};

}  // namespace sluice::detail

#endif
