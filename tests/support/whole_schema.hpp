#ifndef SLUICE_TESTS_SUPPORT_WHOLE_SCHEMA_HPP
#define SLUICE_TESTS_SUPPORT_WHOLE_SCHEMA_HPP

/// A schema that has at least one of everything that a schema can have.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sluice/schema/database.hpp"

namespace sluice::test {

inline ColumnDefinition column_of(std::string name, std::string type,
                                  std::string description = {}) {
  ColumnDefinition column;
  column.name = std::move(name);
  column.type = std::move(type);
  column.description = std::move(description);
  return column;
}

inline ColumnDefinition required(ColumnDefinition column) {
  column.nullable = false;
  return column;
}

inline ColumnDefinition with_values(ColumnDefinition column, std::vector<std::string> values) {
  column.values = std::move(values);
  return column;
}

inline ColumnDefinition computed(ColumnDefinition column) {
  column.generated = true;
  return column;
}

inline TableDefinition table_of(std::string name, std::vector<ColumnDefinition> columns,
                                std::vector<std::size_t> primary_key = {}) {
  TableDefinition table;
  table.name = std::move(name);
  table.columns = std::move(columns);
  table.primary_key = std::move(primary_key);
  return table;
}

/// The positions of its tables.
enum WholeTable : std::size_t {
  whole_line,
  whole_order,
  whole_customer,
  whole_employee,
  whole_department,
  whole_category,
  whole_odd,
  whole_events,
  whole_archive,
  whole_search,
  whole_recent,
  whole_totals,
};

inline DatabaseDefinition whole_schema(sql::Dialect dialect) {
  DatabaseDefinition database;
  database.name = "whole";
  database.dialect = dialect;

  database.tables.push_back(table_of(
      "line",
      {required(column_of("customer_id", "INTEGER")), required(column_of("number", "INTEGER")),
       required(column_of("position", "SMALLINT")),
       column_of("code", "VARCHAR(12)", "What was sold"),
       column_of("amount", "DECIMAL(12, 2)", "In euros; 'net'"), column_of("tax", "DECIMAL(12, 2)"),
       computed(column_of("total", "DECIMAL(12, 2)", "With tax"))},
      {0, 1, 2}));
  database.tables.back().description = "Lines of an order\nin the order of its printed form";

  database.tables.push_back(
      table_of("order",
               {required(column_of("customer_id", "INTEGER", "Who ordered")),
                required(column_of("number", "INTEGER")), column_of("placed_at", "TIMESTAMP"),
                with_values(column_of("status", "VARCHAR(10)"), {"new", "paid", "it's sent"}),
                with_values(column_of("priority", "INTEGER", "From 1 to 3"), {"1", "2", "3"})},
               {0, 1}));
  database.tables.back().qualifier = "sales";
  database.tables.back().description = "What customers ordered";

  database.tables.push_back(
      table_of("customer",
               {required(column_of("id", "INTEGER")),
                required(column_of("name", "VARCHAR(40)", "The customer's \"name\"")),
                required(column_of("code", "VARCHAR(12)", "100 % unique, C:\\codes -- really")),
                column_of("born_on", "DATE")},
               {0}));
  database.tables.back().title = "Customers";

  database.tables.push_back(
      table_of("employee",
               {required(column_of("id", "INTEGER")), required(column_of("name", "VARCHAR(40)")),
                column_of("department_id", "INTEGER")},
               {0}));
  database.tables.push_back(
      table_of("department",
               {required(column_of("id", "INTEGER")),
                required(column_of("head_id", "INTEGER", "The employee who heads it"))},
               {0}));
  database.tables.push_back(table_of(
      "category", {required(column_of("id", "INTEGER")), column_of("parent_id", "INTEGER")}, {0}));

  database.tables.push_back(table_of("we\"ird] `name` Größe",
                                     {required(column_of("a \"b\" c]", "INTEGER")),
                                      column_of("`tick`", "INTEGER", "*/ $$ \t /* # ; GO"),
                                      column_of("select", "INTEGER", "北京")},
                                     {0}));

  database.tables.push_back(
      table_of("events", {column_of("id", "INTEGER"), column_of("at", "TIMESTAMP")}));
  database.tables.back().kind = TableKind::family;
  database.tables.back().members = {366, "events_20200101", "events_20201231"};
  database.tables.push_back(table_of("archive", {column_of("id", "INTEGER")}));
  database.tables.back().kind = TableKind::external;
  database.tables.push_back(table_of("search", {column_of("body", "VARCHAR(200)")}));
  database.tables.back().kind = TableKind::virtual_table;

  database.tables.push_back(
      table_of("recent", {column_of("number", "INTEGER", "Of the order"),
                          column_of("name", "VARCHAR(40)"), column_of("guess", "")}));
  database.tables.back().kind = TableKind::view;
  database.tables.back().description = "Orders of this year";
  database.tables.push_back(table_of("totals", {column_of("year", "INTEGER")}));
  database.tables.back().kind = TableKind::materialized_view;
  database.tables.back().qualifier = "sales";

  const auto key = [&](std::size_t table, std::vector<std::size_t> columns, std::size_t referenced,
                       std::vector<std::size_t> referenced_columns,
                       KeyEvidence evidence = KeyEvidence::declared) {
    database.foreign_keys.push_back(
        {table, std::move(columns), referenced, std::move(referenced_columns), evidence});
  };
  key(whole_line, {0, 1}, whole_order, {0, 1});
  key(whole_line, {3}, whole_customer, {2});  // not its primary key
  key(whole_order, {0}, whole_customer, {0});
  key(whole_employee, {2}, whole_department, {0});
  key(whole_department, {1}, whole_employee, {0});
  key(whole_category, {1}, whole_category, {0});
  key(whole_events, {0}, whole_customer, {0}, KeyEvidence::view);
  key(whole_archive, {0}, whole_customer, {0}, KeyEvidence::tested);
  return database;
}

}  // namespace sluice::test

#endif
