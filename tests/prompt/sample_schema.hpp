#ifndef SLUICE_TESTS_PROMPT_SAMPLE_SCHEMA_HPP
#define SLUICE_TESTS_PROMPT_SAMPLE_SCHEMA_HPP

/// A catalog of two small databases with everything that a prompt may have to print.

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/retrieve/subset.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::test {

inline ColumnDefinition column(std::string name, std::string type, std::string title = "",
                               std::string description = "",
                               std::vector<std::string> samples = {}) {
  return {std::move(name), std::move(title), std::move(type), std::move(description),
          std::move(samples)};
}

/// "transcripts": departments, degree_programs (→ departments), and enrolment with a composite key
/// and a composite foreign key. "odd": names that need quotes.
inline std::shared_ptr<const Catalog> sample_catalog() {
  DatabaseDefinition transcripts;
  transcripts.name = "transcripts";
  transcripts.tables = {{"Departments",
                         "departments",
                         "",
                         {column("department_id", "number", "department id"),
                          column("department_name", "text", "department name", "",
                                 {"engineer", "statistics", "medical", "law"})},
                         {0}},
                        {"Degree_Programs",
                         "",
                         "what can be studied",
                         {column("degree_program_id", "number"),
                          column("department_id", "number", "", "the department that offers it"),
                          column("summary", "text", "degree summary name",
                                 "in the department's own words", {"PHD", "Master"})},
                         {0}},
                        {"enrolment",
                         "",
                         "",
                         {column("program", ""), column("year", "int"),
                          column("previous_program", ""), column("previous_year", "int")},
                         {0, 1}}};
  transcripts.foreign_keys = {{1, {1}, 0, {0}}, {2, {0}, 1, {0}}, {2, {2, 3}, 2, {0, 1}}};

  DatabaseDefinition odd;
  odd.name = "odd";
  odd.tables = {{"Order",
                 "",
                 "",
                 {column("running time", "INTEGER"), column("2nd", "TEXT"),
                  column("say \"hi\"", ""), column("größe", "REAL"), column("group", "TEXT")},
                 {1}}};
  return Catalog::make({Database::make(transcripts), Database::make(odd)});
}

/// The columns of these paths, "database.table.column", chosen in that order.
inline Subset subset_of(const std::shared_ptr<const Catalog> &catalog,
                        const std::vector<std::string_view> &paths) {
  Subset subset{catalog, {}};
  for (const std::string_view path : paths) {
    bool found = false;
    for (const ColumnId id : catalog->columns()) {
      if (catalog->path(id) != path) continue;
      subset.columns.push_back({id, 1.0, {}});
      found = true;
    }
    REQUIRE_MESSAGE(found, "no column ", path);
  }
  return subset;
}

inline Subset everything(const std::shared_ptr<const Catalog> &catalog) {
  Subset subset{catalog, {}};
  for (const ColumnId id : catalog->columns()) subset.columns.push_back({id, 1.0, {}});
  return subset;
}

}  // namespace sluice::test

#endif
