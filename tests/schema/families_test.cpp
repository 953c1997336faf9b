#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "schema/families.hpp"
#include "schema/family_marks.hpp"
#include "sluice/core/file.hpp"
#include "sluice/schema/load.hpp"
#include "support/definition_text.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using schema_detail::fold_families;
using schema_detail::MarkKind;
using schema_detail::marks_of;
using test::column_in;
using test::table_in;
using test::text_of;

ColumnDefinition column(std::string name, std::string type = "INT64", bool nested = false) {
  ColumnDefinition made;
  made.name = std::move(name);
  made.type = std::move(type);
  made.nested = nested;
  return made;
}

TableDefinition table(std::string name, const std::vector<std::string> &columns = {"a", "b"}) {
  TableDefinition made;
  made.name = std::move(name);
  for (const std::string &name_of_column : columns) made.columns.push_back(column(name_of_column));
  return made;
}

DatabaseDefinition database(std::vector<TableDefinition> tables) {
  DatabaseDefinition made;
  made.name = "d";
  made.tables = std::move(tables);
  return made;
}

/// The names of the tables after folding; of families with "count first last".
std::string folded(const std::vector<std::string> &names) {
  std::vector<TableDefinition> tables;
  for (const std::string &name : names) tables.push_back(table(name));
  DatabaseDefinition made = database(std::move(tables));
  fold_families(made);
  Database::make(made);
  std::vector<std::string> texts;
  for (const TableDefinition &kept : made.tables) {
    texts.push_back(kept.name);
    if (kept.kind == TableKind::family) {
      texts.back() += ' ' + std::to_string(kept.members.count) + ' ' + kept.members.first + ' ' +
                      kept.members.last;
    }
  }
  return test::joined(texts);
}

/// The kind of the only mark.
MarkKind kind_in(std::string_view name) {
  const auto marks = marks_of(name);
  REQUIRE(marks.size() == 1);
  return marks.front().kind;
}

}  // namespace

TEST_CASE("dates of each form are one mark of a name") {
  CHECK(kind_in("events_20201231") == MarkKind::day);
  CHECK(kind_in("events_2020_12_31") == MarkKind::day);
  CHECK(kind_in("events_202012") == MarkKind::month);
  CHECK(kind_in("events_2020-12") == MarkKind::month);
  CHECK(kind_in("2020_q1") == MarkKind::quarter);
  CHECK(kind_in("x2020Q4") == MarkKind::quarter);
  CHECK(kind_in("Q4_2020") == MarkKind::quarter);
  CHECK(kind_in("events_2020_w53") == MarkKind::week);
  CHECK(kind_in("gsod1929") == MarkKind::year);
  CHECK(kind_in("ghcnd_1763") == MarkKind::year);
  CHECK(kind_in("events_20201331") == MarkKind::number);
  CHECK(kind_in("events_202013") == MarkKind::number);
  CHECK(kind_in("part_7") == MarkKind::number);
  CHECK(marks_of("hash_1234567890123456789012").empty());
}

TEST_CASE("tables whose names agree up to a date are one family") {
  CHECK(folded({"events_20210102", "users", "events_20201231", "events_20210101"}) ==
        "events_* 3 events_20201231 events_20210102, users");
  CHECK(folded({"gsod1929", "gsod1930"}) == "gsod* 2 gsod1929 gsod1930");
  CHECK(folded({"state_2010_1yr", "state_2011_1yr"}) ==
        "state_*_1yr 2 state_2010_1yr state_2011_1yr");
  CHECK(folded({"2020_q4", "2021_q1"}) == "* 2 2020_q4 2021_q1");
  CHECK(folded({"q4_2020", "q1_2021"}) == "* 2 q4_2020 q1_2021");
  CHECK(folded({"_201101", "_201102"}) == "_* 2 _201101 _201102");
}

TEST_CASE("years long ago are of one family with those of today") {
  CHECK(folded({"ghcnd_1763", "ghcnd_1900", "ghcnd_2020", "ghcnd_states"}) ==
        "ghcnd_* 3 ghcnd_1763 ghcnd_2020, ghcnd_states");
}

TEST_CASE("two dates are enough for a family, of other numbers it takes three") {
  CHECK(folded({"part_1", "part_2"}) == "part_1, part_2");
  CHECK(folded({"part_9", "part_10", "part_8"}) == "part_* 3 part_8 part_10");
  CHECK(folded({"codes1990", "codes1991"}) == "codes* 2 codes1990 codes1991");
}

TEST_CASE("a number in a word makes a family of eight and more only") {
  CHECK(folded({"agecode12", "agecode27", "agecode52"}) == "agecode12, agecode27, agecode52");
  std::vector<std::string> chromosomes;
  for (int i = 1; i <= 8; ++i) chromosomes.push_back("genomes__chr" + std::to_string(i));
  CHECK(folded(chromosomes) == "genomes__chr* 8 genomes__chr1 genomes__chr8");
}

TEST_CASE("a number beside a number makes no family") {
  CHECK(folded({"photos_v_0_1", "photos_v_0_2", "photos_v_0_3"}) ==
        "photos_v_0_1, photos_v_0_2, photos_v_0_3");
  CHECK(folded({"core_1662_2000", "core_2001_2004"}) == "core_1662_2000, core_2001_2004");
}

TEST_CASE("dated tables stay apart beside the table that they are copies of") {
  CHECK(folded({"orders", "orders_2019", "orders_2020"}) == "orders, orders_2019, orders_2020");
  CHECK(folded({"2019_orders", "2020_orders", "ORDERS"}) == "2019_orders, 2020_orders, ORDERS");
  CHECK(folded({"orders_2019_old", "orders_2020_old"}) == "orders_2019_old, orders_2020_old");
  CHECK(folded({"orders_backup_2019", "orders_backup_2020"}) ==
        "orders_backup_2019, orders_backup_2020");
  // A view of that name may show all of them.
  std::vector<TableDefinition> tables{table("orders"), table("orders_2019"), table("orders_2020")};
  tables[0].kind = TableKind::view;
  DatabaseDefinition made = database(std::move(tables));
  fold_families(made);
  CHECK(made.tables.size() == 2);
}

TEST_CASE("tables of different schemas are no family") {
  DatabaseDefinition made = database({table("t_2019"), table("t_2020")});
  made.tables[0].qualifier = "x";
  fold_families(made);
  CHECK(made.tables.size() == 2);
  made.tables[1].qualifier = "x";
  fold_families(made);
  REQUIRE(made.tables.size() == 1);
  CHECK(text_of(made.tables[0]) == "x.t_*(a INT64, b INT64)");
}

TEST_CASE("three quarters of all columns have to agree in name and type") {
  DatabaseDefinition apart =
      database({table("t_2019", {"a", "b", "c"}), table("t_2020", {"a", "b", "d"})});
  fold_families(apart);
  CHECK(apart.tables.size() == 2);
  DatabaseDefinition types = database({table("t_2019"), table("t_2020")});
  types.tables[1].columns[1].type = "STRING";
  fold_families(types);
  CHECK(types.tables.size() == 2);
  DatabaseDefinition together =
      database({table("t_2019", {"a", "b", "c"}), table("t_2020", {"a", "b", "c", "d"})});
  fold_families(together);
  REQUIRE(together.tables.size() == 1);
  CHECK(together.tables[0].columns.size() == 4);
}

TEST_CASE("sizes in types, and the fields that a type lists, do not keep tables apart") {
  DatabaseDefinition made = database({table("t_2019", {}), table("t_2020", {})});
  made.tables[0].columns = {column("s", "STRUCT<x INT64>"), column("s.x", "INT64", true),
                            column("n", "VARCHAR(20)"), column("m")};
  made.tables[1].columns = {column("s", "STRUCT<x INT64, y INT64>"), column("s.x", "INT64", true),
                            column("s.y", "INT64", true), column("n", "varchar(30)"), column("m")};
  fold_families(made);
  REQUIRE(made.tables.size() == 1);
  CHECK(made.tables[0].columns[0].type == "STRUCT<x INT64, y INT64>");
}

TEST_CASE("a few members with other columns stay apart") {
  DatabaseDefinition made = database({table("t_2012", {"x", "y"}), table("t_2013"), table("t_2014"),
                                      table("t_2015"), table("t_2016", {"z"})});
  fold_families(made);
  CHECK(text_of(made) == "t_2012(x INT64, y INT64)\nt_*(a INT64, b INT64)\nt_2016(z INT64)\n");
  CHECK(made.tables[1].members.first == "t_2013");
  CHECK(made.tables[1].members.last == "t_2015");
}

TEST_CASE("a family has the union of columns, in the order of the newest member") {
  std::vector<std::string> old{"old", "c", "b", "a", "d", "e"},
      recent{"a", "b", "c", "d", "e", "f"};
  DatabaseDefinition made = database({table("t_2019", old), table("t_2020", recent)});
  made.tables[0].columns[3].nullable = made.tables[1].columns[0].nullable = false;
  made.tables[0].columns[2].nullable = false;
  made.tables[0].columns[3].description = "old words";
  made.tables[0].columns[2].description = "only words";
  made.tables[1].columns[0].description = "new words";
  made.tables[1].description = "newest";
  fold_families(made);
  // Five of seven agree: not enough.
  CHECK(made.tables.size() == 2);
  made.tables[0].columns.push_back(column("g"));
  made.tables[1].columns.push_back(column("g"));
  fold_families(made);
  REQUIRE(made.tables.size() == 1);
  const TableDefinition &family = made.tables[0];
  CHECK(text_of(family) == "t_*(a INT64!, b INT64, c INT64, d INT64, e INT64, f INT64, g INT64, "
                           "old INT64)");
  CHECK(family.description == "newest");
  CHECK(column_in(family, "a").description == "new words");
  CHECK(column_in(family, "b").description == "only words");
}

TEST_CASE("fields that only old members have stay within their column") {
  DatabaseDefinition made = database({table("t_2019", {}), table("t_2020", {})});
  const std::vector<std::string> plain{"a", "b", "c", "d"};
  for (TableDefinition &member : made.tables) {
    member.columns = {column("s", "STRUCT"), column("s.t", "STRUCT", true),
                      column("s.t.x", "INT64", true)};
    if (member.name == "t_2019") {
      member.columns.push_back(column("s.t.old", "INT64", true));
      member.columns.push_back(column("s.old", "INT64", true));
    }
    for (const std::string &name : plain) member.columns.push_back(column(name));
  }
  fold_families(made);
  REQUIRE(made.tables.size() == 1);
  CHECK(text_of(made.tables[0]) ==
        "t_*(s STRUCT, >s.t STRUCT, >s.t.x INT64, >s.t.old INT64, >s.old INT64, a INT64, b INT64, "
        "c INT64, d INT64)");
}

TEST_CASE("keys and origins follow the columns of a family, and keys within it are dropped") {
  DatabaseDefinition made = database({table("view", {"a"}), table("t_2019", {"b", "a", "c", "d"}),
                                      table("t_2020", {"a", "b", "c", "d"}), table("u", {"id"})});
  made.tables[0].kind = TableKind::view;
  made.tables[0].origins = {{0, 1, 1}};
  made.tables[1].primary_key = {1};
  made.tables[2].primary_key = {0};
  made.foreign_keys = {
      {1, {0}, 3, {0}}, {2, {1}, 3, {0}}, {1, {2}, 2, {2}}, {2, {3}, 2, {0}}, {3, {0}, 1, {1}}};
  fold_families(made);
  CHECK(text_of(made) == "view(a INT64)\n"
                         "t_*(a INT64, b INT64, c INT64, d INT64) key(a)\n"
                         "u(id INT64)\n"
                         "t_*(b) -> u(id)\n"
                         "t_*(d) -> t_*(a)\n"
                         "u(id) -> t_*(a)\n");
  CHECK(made.tables[0].origins[0].source_table == 1);
  CHECK(made.tables[0].origins[0].source_column == 0);
  Database::make(made);
}

TEST_CASE("dates are taken before numbers, and each table is in one family at most") {
  CHECK(folded(
            {"s_2019_r_1", "s_2019_r_2", "s_2019_r_3", "s_2020_r_1", "s_2020_r_2", "s_2020_r_3"}) ==
        "s_*_r_1 2 s_2019_r_1 s_2020_r_1, s_*_r_2 2 s_2019_r_2 s_2020_r_2, "
        "s_*_r_3 2 s_2019_r_3 s_2020_r_3");
}

TEST_CASE("a family does not take the name of a table") {
  CHECK(folded({"t_*", "t_2019", "t_2020"}) == "t_*, t_2019, t_2020");
}

TEST_CASE("folding again changes nothing") {
  std::vector<TableDefinition> tables;
  for (int year = 2000; year < 2020; ++year) tables.push_back(table("t_" + std::to_string(year)));
  DatabaseDefinition made = database(std::move(tables));
  fold_families(made);
  const std::string once = text_of(made);
  fold_families(made);
  CHECK(text_of(made) == once);
}

TEST_CASE("names full of numbers and thousands of members are folded in time") {
  std::vector<TableDefinition> tables;
  for (int i = 0; i < 3000; ++i) {
    std::string name = "t";
    for (int k = 0; k < 50; ++k) name += '_' + std::to_string(i % (k + 2));
    tables.push_back(table(name + '_' + std::to_string(i)));
    tables.push_back(table("day_" + std::to_string(20000101 + i)));
    tables.push_back(table("v_" + std::to_string(1000 + i % 2000) + '_' + std::to_string(i)));
  }
  DatabaseDefinition made = database(std::move(tables));
  fold_families(made);
  CHECK(table_in(made, "day_*").members.count > 300);
}

TEST_CASE("a published catalog whose shards are folded keeps its other tables") {
  const auto file = test::data_directory() / "real_catalogs/spider2_lite/catalog.json.gz";
  if (!std::filesystem::exists(file)) return test::skip("no published catalogs under SLUICE_DATA");
  std::vector<std::string> fresh;
  for (const auto &loaded : load_catalog_json(read_file(file.string()), file.string())) {
    DatabaseDefinition made = loaded->definition();
    for (TableDefinition &kept : made.tables) {
      const std::size_t dot = kept.name.rfind('.');
      if (dot == kept.name.npos) continue;
      kept.qualifier = kept.name.substr(0, dot);
      kept.name.erase(0, dot + 1);
    }
    fold_families(made);
    for (const TableDefinition &kept : made.tables) {
      if (kept.kind == TableKind::family) fresh.push_back(kept.name);
    }
  }
  // Only those that are numbered by chromosome.
  CHECK(test::joined(fresh) == "v2_1_1_exomes__chr*, v2_1_1_genomes__chr*, v3_genomes__chr*");
}

}  // namespace sluice
