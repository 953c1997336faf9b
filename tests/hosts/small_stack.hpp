#ifndef SLUICE_TESTS_HOSTS_SMALL_STACK_HPP
#define SLUICE_TESTS_HOSTS_SMALL_STACK_HPP

/// Work on threads with small stacks, and SQL that nests deeply.

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstddef>
#include <string>

#include <sluice/core/function_ref.hpp>

#include "host.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HOST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HOST_SANITIZED 1
#endif
#endif

namespace sluice::test {

#if defined(HOST_SANITIZED)  // frames are many times larger
inline constexpr std::size_t stack_bytes = std::size_t{4096} << 10;
#else
inline constexpr std::size_t stack_bytes = std::size_t{128} << 10;
#endif

inline std::string current;  // name of the current call

#if !defined(HOST_SANITIZED)
inline void on_overflow(int) {
  static_cast<void>(!::write(2, current.data(), current.size()));
  static_cast<void>(!::write(2, ": the stack is too small\n", 25));
  ::_exit(1);
}
#endif

inline void *run(void *work) {
#if !defined(HOST_SANITIZED)
  static char reserve[1 << 16];
  stack_t other{};
  other.ss_sp = reserve;
  other.ss_size = sizeof reserve;
  ::sigaltstack(&other, nullptr);
#endif
  (*static_cast<sluice::function_ref<void()> *>(work))();
  return nullptr;
}

inline void in_thread(const std::string &name, sluice::function_ref<void()> work) {
  current = name;
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  if (pthread_create(&thread, &attributes, run, &work) != 0) {
    HOST_CHECK(false && "a thread starts");
  } else {
    pthread_join(thread, nullptr);
  }
  pthread_attr_destroy(&attributes);
}

/// Runs one call on a small stack and checks its status.
inline void in_thread(const std::string &name, sluice_status expected,
                      sluice::function_ref<sluice_status(sluice_error **)> call) {
  in_thread(name, [&] {
    sluice_error *error = nullptr;
    const sluice_status status = call(&error);
    host_expect(__FILE__, __LINE__, name.c_str(), expected, status, error);
  });
}

/// A nested text: `open` repeated, the middle, `close` repeated.
struct Shape {
  const char *name, *before, *open, *middle, *close, *after;
};

inline constexpr Shape shapes[] = {
    {"AND", "SELECT b FROM t WHERE 1", " AND a>1", "", "", ""},
    {"OR", "SELECT b FROM t WHERE 1", " OR a>1", "", "", ""},
    {"+", "SELECT a", " + a", "", "", " FROM t"},
    {"||", "SELECT b", " || b", "", "", " FROM t"},
    {"=", "SELECT a", " = a", "", "", " FROM t"},
    {"LIKE", "SELECT a", " LIKE b", "", "", " FROM t"},
    {"BETWEEN", "SELECT a", " BETWEEN 1 AND 2", "", "", " FROM t"},
    {"BETWEEN low", "SELECT ", "a BETWEEN ", "2", " AND 3", " FROM t"},
    {"BETWEEN high", "SELECT ", "1 BETWEEN 2 AND (", "a", ")", " FROM t"},
    {"ESCAPE", "SELECT ", "b LIKE b ESCAPE (", "b", ")", " FROM t"},
    {"ISNULL", "SELECT a", " ISNULL", "", "", " FROM t"},
    {"COLLATE", "SELECT a", " COLLATE nocase", "", "", " FROM t"},
    {"IN behind", "SELECT a", " IN (1)", "", "", " FROM t"},
    {"precedence", "SELECT ", "1 OR 2 AND 3 = 4 < 5 & 6 + 7 * 8 || (", "9", ")", " FROM t"},
    {"NOT", "SELECT b FROM t WHERE ", "NOT ", "a", "", ""},
    {"NOT (", "SELECT b FROM t WHERE ", "NOT (a AND ", "a", ")", ""},
    {"-", "SELECT ", "- ", "a", "", " FROM t"},
    {"~", "SELECT ", "~", "a", "", " FROM t"},
    {"(", "SELECT ", "(", "a", ")", " FROM t"},
    {"(+", "SELECT ", "(1 + ", "a", ")", " FROM t"},
    {"(OR", "SELECT b FROM t WHERE ", "(a = 1 OR ", "a = 2", ")", ""},
    {"row", "SELECT ", "(1, ", "a", ")", " FROM t"},
    {"CASE WHEN", "SELECT ", "CASE WHEN ", "a", " THEN 1 ELSE 2 END", " FROM t"},
    {"CASE THEN", "SELECT ", "CASE WHEN a THEN ", "1", " END", " FROM t"},
    {"CASE ELSE", "SELECT ", "CASE WHEN a = 1 THEN 2 ELSE ", "a", " END", " FROM t"},
    {"CASE operand", "SELECT ", "CASE ", "a", " WHEN 1 THEN 2 END", " FROM t"},
    {"function", "SELECT ", "abs(", "a", ")", " FROM t"},
    {"iif", "SELECT ", "iif(a, 1, ", "a", ")", " FROM t"},
    {"CAST", "SELECT ", "CAST(", "a", " AS INTEGER)", " FROM t"},
    {"IN list", "SELECT b FROM t WHERE ", "a IN (1, ", "a", ")", ""},
    {"IN long", "SELECT b FROM t WHERE a IN (1", ", 2", "", "", ")"},
    {"IN query", "SELECT b FROM t", " WHERE a IN (SELECT a FROM t", "", ")", ""},
    {"EXISTS", "SELECT b FROM t", " WHERE EXISTS (SELECT 1 FROM u", "", ")", ""},
    {"scalar", "SELECT ", "(SELECT ", "1", ")", ""},
    {"scalar in WHERE", "SELECT ", "(SELECT a FROM t WHERE a = ", "1", ")", " FROM t"},
    {"FROM query", "SELECT * FROM ", "(SELECT * FROM ", "t", ")", ""},
    {"FROM (", "SELECT * FROM ", "(", "t", ")", ""},
    {"FROM (JOIN", "SELECT * FROM ", "(t JOIN ", "u", ")", ""},
    {"JOIN query", "SELECT * FROM t", " JOIN (SELECT * FROM t", "", ") ON 1", ""},
    {"JOIN", "SELECT 1 FROM t", " JOIN t", "", "", ""},
    {"OVER", "SELECT ", "sum(1) OVER (ORDER BY ", "a", ")", " FROM t"},
    {"FILTER", "SELECT ", "count(*) FILTER (WHERE ", "a", ")", " FROM t"},
    {"WITH", "", "WITH w AS (", "SELECT a FROM t", ") SELECT a FROM w", ""},
    {"WITH unnamed", "", "WITH a AS (", "SELECT 1", ") SELECT 1", ""},
    {"UNION", "SELECT a FROM t", " UNION SELECT a FROM t", "", "", ""},
    {"UNION ALL", "SELECT a FROM t", " UNION ALL SELECT a FROM t", "", "", " ORDER BY a"},
    {"UNION in FROM", "", "SELECT 1 UNION SELECT * FROM (", "SELECT 1", ")", ""},
    {"JSON", "SELECT length(json('", "[", "", "]", "')) FROM t"},
    {"JSON path", "SELECT json_extract('{}', '$", "[0]", "", "", "')"},
    {"VALUES", "SELECT ", "(VALUES (", "1", "))", ""},
    {"GROUP BY", "SELECT b FROM t GROUP BY ", "(a + ", "a", ")", ""},
    {"HAVING", "SELECT b FROM t GROUP BY b HAVING 1", " AND count(*) > 1", "", "", ""},
    {"ORDER BY", "SELECT b FROM t ORDER BY ", "(a + ", "a", ")", ""},
    {"LIMIT", "SELECT b FROM t LIMIT ", "(1 + ", "1", ")", ""},
    {"::", "SELECT a", "::integer", "", "", " FROM t"},
    {"subscript", "SELECT a", "[1]", "", "", " FROM t"},
    {"subscript in", "SELECT ", "a[", "1", "]", " FROM t"},
    {"(query", "", "(", "SELECT 1", ")", ""},
    {"(UNION", "", "(SELECT 1 UNION ", "SELECT 1", ")", ""},
    {"ANY", "SELECT ", "a = ANY (SELECT ", "1", ")", ""},
    {"LIMIT UNION", "SELECT 1 LIMIT 1", " UNION SELECT 1 LIMIT 1", "", "", ""},
    {"ARRAY", "SELECT ", "ARRAY[", "1", "]", ""},
    {"WITH DELETE", "", "WITH w AS (DELETE FROM t WHERE a IN (", "1", ") RETURNING *) SELECT 1",
     ""},
    {"FROM in a call", "SELECT ", "f(a FROM ", "1", ")", ""},
    {"INTERVAL", "SELECT ", "INTERVAL - (", "1", ")", ""},
    {"UPDATE", "UPDATE t SET a = ", "(", "1", ")", ""},
    {"CHECK", "CREATE TABLE z (a CHECK (", "(", "1", ")", "))"},
};

#if defined(HOST_SANITIZED) || !defined(__OPTIMIZE__)
inline constexpr bool is_slow = true;
#else
inline constexpr bool is_slow = false;
#endif

/// Additional nesting depths for what SQLite runs, since it accepts less than we do.
inline constexpr std::size_t depths[] = {90, 480};
inline constexpr std::size_t building_depth = 20;

inline std::string nested(const Shape &shape, std::size_t times) {
  std::string sql = shape.before;
  for (std::size_t i = 0; i < times; ++i) sql += shape.open;
  sql += shape.middle;
  for (std::size_t i = 0; i < times; ++i) sql += shape.close;
  return sql + shape.after;
}

inline constexpr const char *definitions =
    "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c REAL);"
    "CREATE TABLE u (a INTEGER REFERENCES t (a), d TEXT);"
    "INSERT INTO t VALUES (1, 'x', 2.5), (2, 'y', 3.5); INSERT INTO u VALUES (1, 'z');";

/// Long chains in a view, a check and a generated column.
inline std::string deep_definitions() {
  std::string chain = "a";
  for (int i = 0; i < 480; ++i) chain += " + 1";
  return std::string(definitions) + "CREATE VIEW v AS SELECT " + chain + " AS a FROM t;" +
         "CREATE TABLE w (a INTEGER CHECK (" + chain + " > 0), b AS (" + chain + "));" +
         "INSERT INTO w VALUES (1);";
}

}  // namespace sluice::test

#endif
