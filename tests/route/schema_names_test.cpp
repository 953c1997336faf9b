#include "route/schema_names.hpp"

#include <doctest/doctest.h>

#include "sluice/schema/definition.hpp"

namespace sluice {

using route_detail::is_code;
using route_detail::name_in;
using route_detail::plain_name;

TEST_CASE("names without a word are codes") {
  for (const char *code : {"VBELN", "KNA1", "T_0042", "fld_17", "F0101", "col3"}) {
    INFO(code);
    CHECK(is_code(code));
  }
  for (const char *name : {"id", "age", "order_id", "KNA1_date", "customername", "基金净值"}) {
    INFO(name);
    CHECK_FALSE(is_code(name));
  }
}

TEST_CASE("the first words of a description can be a name") {
  CHECK(name_in(" Sales document: items (since 2004)") == "Sales document");
  CHECK(name_in("Net weight. In kilograms") == "Net weight");
  CHECK(name_in("one two three four five six seven eight") == "one two three four five six");
  CHECK(name_in("").empty());
  CHECK(name_in(" \n").empty());
  CHECK(name_in("(none)").empty());
}

TEST_CASE("a description replaces a code, but neither a title nor a name of words") {
  const ColumnDefinition code{"VBELN", {}, {}, "Sales document"};
  CHECK(plain_name(code) == "Sales document");
  CHECK(plain_name(ColumnDefinition{"VBELN", "document", {}, "Sales document"}) == "document");
  CHECK(plain_name(ColumnDefinition{"order_id", {}, {}, "Sales document"}) == "order_id");
  CHECK(plain_name(ColumnDefinition{"VBELN", {}, {}, "(none)"}) == "VBELN");
  CHECK(plain_name(ColumnDefinition{"VBELN"}) == "VBELN");
  CHECK(route_detail::spaced_name(code) == "sales document");
}

}  // namespace sluice
