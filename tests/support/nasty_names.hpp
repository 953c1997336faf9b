#ifndef SLUICE_TESTS_SUPPORT_NASTY_NAMES_HPP
#define SLUICE_TESTS_SUPPORT_NASTY_NAMES_HPP

/// Names and questions with special characters of SQL, JSON, COPY, printf and shells. Code that
/// stores or searches them must return them byte for byte.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/schema/catalog.hpp"
#include "support.hpp"

namespace sluice::test {

/// Returns 500 texts that differ even ignoring case; the last one is a megabyte (a tenth of it with
/// a sanitizer, which is slow).
inline std::vector<std::string> nasty_names() {
  std::vector<std::string> names{"'",
                                 "''",
                                 "\"",
                                 "\\",
                                 "\\\\",
                                 "%",
                                 "%s",
                                 "%n%n",
                                 "{}",
                                 "{\"a\":[",
                                 "]}",
                                 "\\N",
                                 "\\.",
                                 "a\tb",
                                 "a\nb",
                                 "a\r\nb",
                                 std::string("\0", 1),
                                 std::string("a\0b", 3),
                                 "$1",
                                 "$$",
                                 "$x$",
                                 "--",
                                 "/*",
                                 "*/",
                                 ";",
                                 "'; DROP TABLE x; --",
                                 "\"; DROP SCHEMA sluice CASCADE; --",
                                 "' OR '1'='1",
                                 "E'\\x00'",
                                 "U&\"\\0041\"",
                                 "NULL",
                                 "true",
                                 "{\"match_all\":{}}",
                                 "\\u0000",
                                 "\\u0041",
                                 "&#0;",
                                 "<script>",
                                 "`id`",
                                 "$(id)",
                                 "a,b",
                                 "(1)",
                                 "[1,2]",
                                 "\x7F",
                                 "\x01\x02",
                                 "\xC3\xA9",
                                 "e\xCC\x81",
                                 "\xEF\xBF\xBF",
                                 "\xF0\x9F\x98\x80",
                                 "\xE2\x80\xAE",
                                 "\xEF\xBB\xBF",
                                 "_id",
                                 "_source",
                                 "*",
                                 "?",
                                 "~",
                                 "a.b",
                                 "a b",
                                 " a",
                                 "a ",
                                 "\x1b[31m"};
  const std::vector<std::string> parts = names;
  Random random(1);
  while (names.size() < 499) {
    std::string name = "n" + std::to_string(names.size()) + " ";
    for (std::uint64_t count = 1 + random.below(6); count > 0; --count) {
      name += parts[random.below(parts.size())];
      if (random.below(3) == 0) name += "word" + std::to_string(random.below(9));
    }
    names.push_back(name);
  }
  std::string large;
  while (large.size() < 1'000'000 / slowness) large += parts[random.below(parts.size())];
  names.push_back(large);
  return names;
}

/// Each name is used for a database, a table, a column, and all their other texts.
inline std::shared_ptr<const Catalog> nasty_catalog() {
  const std::vector<std::string> names = nasty_names();
  std::vector<std::shared_ptr<const Database>> databases;
  for (std::size_t at = 0; at < names.size();) {
    DatabaseDefinition database;
    database.name = names[at++];
    database.description = names[at % names.size()];
    for (int t = 0; t < 4 && at < names.size(); ++t) {
      TableDefinition &table = database.tables.emplace_back();
      table.name = names[at++];
      table.description = names[(at * 7) % 400];
      for (int c = 0; c < 5 && at < names.size(); ++c) {
        ColumnDefinition &column = table.columns.emplace_back();
        column.name = names[at++];
        column.title = names[(at * 11) % 400];
        column.type = names[(at * 13) % 400];
        column.description = names[(at * 17) % 400];
        column.samples = {names[(at * 19) % 400], names[(at * 23) % 400]};
      }
    }
    databases.push_back(Database::make(std::move(database)));
  }
  return Catalog::make(std::move(databases));
}

}  // namespace sluice::test

#endif
