/// How the binder resolves names, and what a query reads, compared with SQLite 3.40.1.

#include "sluice/sql/bind.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sample_names.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/reads.hpp"
#include "support/support.hpp"

namespace sluice::sql {
namespace {

const test::SampleNames names({{"a", {{"x"}, {"y"}, {"z"}}},
                               {"b", {{"x"}, {"w"}}},
                               {"p", {{"id", "INTEGER"}, {"n"}}, {0}},
                               {"q", {{"id", "INT"}, {"n"}}, {0}}});

/// "a.x b.": the reads in the format of SQLite's authorizer, in order; a table without a column
/// means that only its rows are read.
std::string reads_of(const std::string &sql) {
  const SyntaxTree tree = parse(sql);
  std::string text;
  for (const ColumnRead &read : reads(tree, bind(tree, names))) {
    if (!text.empty()) text += ' ';
    text += std::string(names.table_name(read.table)) + '.';
    if (read.column != no_position) text += names.column_name(read.table, read.column);
  }
  return text;
}

std::string problems_of(const std::string &sql) {
  const SyntaxTree tree = parse(sql);
  const Bindings bindings = bind(tree, names);
  std::string text;
  for (const BindProblem &problem : bindings.problems()) {
    text += (text.empty() ? "" : "; ") + problem.message;
  }
  return text;
}

/// "x=a.0 k=result1 …": the meaning of each column node, in the order of the nodes.
std::string meanings_of(const std::string &sql) {
  const SyntaxTree tree = parse(sql);
  const Bindings bindings = bind(tree, names);
  std::string text;
  for (std::size_t i = 1; i < tree.size(); ++i) {
    const NodeId id(i);
    if (tree.kind(id) != NodeKind::column) continue;
    const Binding &binding = bindings[id];
    if (!text.empty()) text += ' ';
    text += std::string(tree.text(id)) + '=';
    switch (binding.meaning) {
      case Meaning::unknown: text += "unknown"; break;
      case Meaning::column: text += names.table_name(binding.table); break;
      case Meaning::rowid: text += "rowid"; break;
      case Meaning::derived: text += "derived" + std::to_string(binding.column); break;
      case Meaning::result: text += "result" + std::to_string(binding.column); break;
      case Meaning::string: text += "string"; break;
      case Meaning::excluded: text += "excluded"; break;
    }
    text += std::string(binding.levels, '^');
  }
  return text;
}

TEST_CASE("reads reports the columns that SQLite's authorizer reports") {
  struct Example {
    const char *sql, *reads;
  };
  // Right sides as SQLite 3.40.1 reports them for tables a(x,y,z), b(x,w), p(id INTEGER PRIMARY
  // KEY,n), q(id INT PRIMARY KEY,n).
  const Example examples[] = {
      {"select y from a natural join b", "a.y"},
      {"select x from a join b using(x)", "a.x"},
      {"select * from a join b using(x)", "a.x a.y a.z b.w"},
      {"select a.y from (a join b on a.x=b.x)", "a.x a.y b.x"},
      {"select y from (a join b on a.x=b.x) t", "a.x a.y a.z b.x b.w"},
      {"select y from (a,b)", "a.y b."},
      {"select id from p", "p.id p."},
      {"select count(*) from p", "p."},
      {"select rowid from p", "p.id p."},
      {"select n from p where id=1", "p.id p.n"},
      {"select n from q where id=1", "q.id q.n"},
      {"with c as (select x from a) select 1", ""},
      {"with c as (select x from a) select 1 from b", "b."},
      {"select 1 from a where exists (select 1 from b)", "a. b."},
      {"select 1 from a where exists (select * from b)", "a. b.x b.w"},
      {"select 1 from a where x in (select x from b)", "a.x b.x"},
      {"select 1 from a t1, a t2 where t1.x=1", "a.x a."},
      {"select t1.x from a t1 left join p on p.id=t1.x", "a.x p.id p."},
      {"select y as k from a where k=1 order by k", "a.y"},
      {"select count(*) from a union select n from p", "a. p.n"},
      {"values(1)", ""},
      {"select \"foo\" from a", "a."},
      {"select (select x) from a", "a.x"},
      {"select x from (select * from a)", "a.x a.y a.z"},
      {"select 1 from a order by y limit (select 1 from b)", "a.y b."},
      {"select x from a group by 1", "a.x"},
      {"select x from a union select x from b order by x", "a.x b.x"},
      {"select x+0 as q from a union select x from b order by x+0", "a.x b.x"},
      {"select 1 from a where (x,y)=(select x,w from b)", "a.x a.y b.x b.w"},
      {"select json_each.value,a.x from a,json_each(a.y)", "a.x a.y"},
      {"with recursive c(n) as (select 1 union all select n+1 from c where n<3) select n from c",
       ""},
      {"with c as (select x from a) select d.x from c d", "a.x"},
      {"insert into a select x,w,1 from b", "b.x b.w"},
      {"delete from a where x=1", "a.x"},
      {"update a set y=x where z=1", "a.x a.z"},
      {"select sum(x) over (partition by y order by z) from a", "a.x a.y a.z"},
      {"select x from a where x > (select avg(w) from b where b.x=a.y)", "a.x a.y b.x b.w"},
      {"select count(distinct x) filter (where y) from a", "a.x a.y"},
  };
  for (const Example &example : examples) {
    CAPTURE(example.sql);
    // A set: a table that is also used without a column comes last among its own columns.
    std::multiset<std::string> expected, found;
    const auto split = [](const std::string &text, std::multiset<std::string> &out) {
      for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        out.insert(text.substr(begin, end - begin));
        begin = end + 1;
      }
    };
    split(example.reads, expected);
    split(reads_of(example.sql), found);
    CHECK(found == expected);
    CHECK(problems_of(example.sql).empty());
  }
}

TEST_CASE("a name is bound to the innermost object that SQLite would bind it to") {
  CHECK(meanings_of("select x, nope from a") == "x=a nope=unknown");
  CHECK(meanings_of("select \"x\", \"nope\" from a") == "x=a nope=string");
  CHECK(meanings_of("select [nope] from a") == "nope=unknown");
  CHECK(meanings_of("select a.\"nope\" from a") == "nope=unknown");
  // In WHERE a column takes precedence over an alias, in ORDER BY the reverse.
  CHECK(meanings_of("select x as y from a where y=1") == "x=a y=a");
  CHECK(meanings_of("select x as y from a order by y") == "x=a y=result0");
  CHECK(meanings_of("select x as y from a order by y+1") == "x=a y=a");
  CHECK(meanings_of("select x as k from a where k group by k having k") ==
        "x=a k=result0 k=result0 k=result0");
  CHECK(meanings_of("select x from a where exists (select 1 from b where w = y)") ==
        "x=a w=b y=a^");
  CHECK(meanings_of("select k from (select x as k, y from a)") == "k=derived0 x=a y=a");
  CHECK(meanings_of("with c(k) as (select y from a) select k from c") == "y=a k=derived0");
  CHECK(meanings_of("select T.X from A as t") == "X=a");
  CHECK(meanings_of("select main.a.x from a") == "x=a");
  CHECK(meanings_of("select id, rowid, oid from p") == "id=rowid rowid=rowid oid=rowid");
  CHECK(
      meanings_of("insert into a(x) values (1) on conflict(x) do update set y = excluded.y + y") ==
      "x=a y=excluded y=a");
}

TEST_CASE("an unknown or ambiguous name is a problem with SQLite's message") {
  CHECK(problems_of("select nope from a") == "no such column: nope");
  CHECK(problems_of("select x from a, b") == "ambiguous column name: x");
  CHECK(problems_of("select x from nope") == "no such table: nope");
  CHECK(problems_of("select b.x from a") == "no such column: b.x");
  CHECK(problems_of("select a.x from a as t") == "no such column: a.x");
  CHECK(problems_of("select *") == "no tables specified");
  CHECK(problems_of("select t.* from a") == "no such table: t");
  CHECK(problems_of("select 1 from a join b using(w)") ==
        "cannot join using column w - column not present in both tables");
  CHECK(problems_of("select x from a full join b using(x)").empty());
  CHECK(problems_of("select (select y limit x) from a") == "no such column: x");
  // GROUP BY and ORDER BY of an inner query do not see the outer query.
  CHECK(problems_of("select 1 from a where exists (select w from b order by y)") ==
        "no such column: y");
  CHECK(problems_of("select k from b where k = (select x as k2 from a where k = 1)") != "");
}

TEST_CASE("common tables are visible to later queries, to themselves and to each other") {
  CHECK(problems_of("with c as (select x from d), d as (select x from a) select x from c").empty());
  CHECK(problems_of("with a as (select w from b) select w from a").empty());
  CHECK(problems_of("with a as (select w from b) select x from a") == "no such column: x");
  CHECK(problems_of("with recursive t(i, j) as (select 1, 2 union select i + 1, j from t) "
                    "select i, j from t order by j")
            .empty());
  CHECK(problems_of("select * from (with c as (select 1 as k) select k from c) where k").empty());
}

TEST_CASE("queries nested up to the depth limit can be bound") {
  std::string sql = "x";
  for (int i = 0; i < 150; ++i) sql = "(select " + sql + " from a)";
  CHECK(problems_of("select " + sql).empty());
}

TEST_CASE("the reads of Spider's gold queries equal those that SQLite reports") {
  const std::filesystem::path tables = test::data_directory() / "spider/tables.json.gz";
  const std::filesystem::path recorded =
      test::data_directory() / "sql_corpus/sqlite_reads_spider_train_dev.jsonl.gz";
  if (!std::filesystem::exists(recorded) || !std::filesystem::exists(tables)) {
    test::skip("no Spider reads under SLUICE_DATA");
    return;
  }
  const auto catalog = Catalog::make(load(tables.string()));
  using Reads = std::set<std::pair<std::string, std::string>>;
  std::size_t checked = 0, columns = 0;
  each_json_line(read_file(recorded.string()), "reads", [&](JsonValue line) {
    Reads expected, found;
    for (const JsonValue read : line.at("reads")) {
      auto part = read.begin();
      const std::string table((*part).as_string());
      ++part;
      expected.emplace(table, std::string((*part).as_string()));
    }
    const std::string sql(line.at("sql").as_string());
    const Database &database =
        catalog->database(*catalog->find_database(line.at("db").as_string()));
    const SqlNames schema(database);
    const SyntaxTree tree = parse(sql);
    for (const ColumnRead &read : reads(tree, bind(tree, schema))) {
      const bool named = read.column != no_position;
      found.emplace(lower_ascii(schema.table_name(read.table)),
                    named ? lower_ascii(schema.column_name(read.table, read.column)) : "");
    }
    CAPTURE(sql);
    CHECK(found == expected);
    ++checked;
    columns += expected.size();
  });
  CHECK(checked == 9690);
  CHECK(columns > 20'000);
}

}  // namespace
}  // namespace sluice::sql
