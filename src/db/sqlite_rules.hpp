#ifndef SLUICE_SRC_DB_SQLITE_RULES_HPP
#define SLUICE_SRC_DB_SQLITE_RULES_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

#include "sqlite_additions.hpp"

namespace sluice::detail {

/// What SQL may do on a connection, and what it was refused last.
class SqliteRules {
 public:
  enum class Kind : std::uint8_t {
    reading,  ///< Queries, and PRAGMAs that describe the schema.
    query,    ///< Queries by people one does not know: no PRAGMA at all.
    script,   ///< Queries, and defining and filling tables.
  };

  explicit SqliteRules(Kind kind) : kind_(kind) {}
  /// With a bound of its own on the size of a value.
  SqliteRules(Kind kind, int value_bytes) : kind_(kind), value_bytes_(value_bytes) {}
  SqliteRules(const SqliteRules &) = delete;
  SqliteRules &operator=(const SqliteRules &) = delete;

  /// From here on, the rules hold on `database`, without what the host added to it, and besides
  /// SQLite's own precautions and bounds on sizes. This object must outlive the connection.
  void impose(sqlite3 *database);

  /// While on, statements that are prepared may do anything: they are our own.
  void trust(bool on) noexcept { trusting_ = on; }

  /// The name of what was refused, such as "ATTACH"; empty if nothing was.
  std::string refused() const;
  void forget_refused() noexcept { refused_action_ = 0; }

  /// Of the functions that statements used since the last call, those whose results may differ from
  /// run to run; those of dates only do when they are asked about "now".
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
  std::uint32_t unstable_ = 0;  // a bit a name
  int refused_action_ = 0;
  std::array<char, 64> refused_name_{};
};

}  // namespace sluice::detail

#endif
