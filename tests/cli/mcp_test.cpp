/// Tests `sluice mcp`: its six tools, their limits, and hidden objects.

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "run.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using test::contains;

namespace {

/// Two databases and examples. `secrets` adds what the tests hide.
class Shops {
 public:
  explicit Shops(bool secrets) {
    const std::string ssn = secrets ? ", ssn TEXT NOT NULL" : "";
    test::make_sqlite(path("shop.sqlite"),
                      "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, email TEXT" + ssn +
                          ");"
                          "CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id REFERENCES "
                          "customer(id), wine TEXT, price REAL);"
                          "INSERT INTO customer VALUES (1, 'Zoë', 'zoe@example.org'" +
                          (secrets ? ", 'x-4711'" : "") +
                          ");"
                          "INSERT INTO purchase VALUES (1, 1, 'Rioja', 9.5), (2, 1, 'Mosel', 7);");
    test::make_sqlite(path("zoo.sqlite"),
                      "CREATE TABLE animal (id INTEGER PRIMARY KEY, species TEXT NOT NULL);"
                      "INSERT INTO animal VALUES (1, 'lynx')");
    if (secrets) {
      test::open_raw(path("shop.sqlite"),
                     "CREATE TABLE payroll (id INTEGER PRIMARY KEY, wage REAL, customer_id "
                     "REFERENCES customer(id)); INSERT INTO payroll VALUES (1, 99.25, 1)");
      test::make_sqlite(path("vault.sqlite"),
                        "CREATE TABLE bullion (id INTEGER PRIMARY KEY, carat TEXT); "
                        "INSERT INTO bullion VALUES (1, 'Krugerrand')");
    }
    std::string examples =
        R"({"question":"Who bought Rioja?","db_id":"shop","sql":"SELECT customer_id FROM purchase WHERE wine = 'Rioja'"})"
        "\n"
        R"({"question":"How many animals are there?","db_id":"zoo","sql":"SELECT count(*) FROM animal"})"
        "\n"
        R"({"question":"Which planes are old?","db_id":"airport","sql":"SELECT id FROM plane"})"
        "\n";
    if (secrets) {
      examples +=
          R"({"question":"What is Zoë's number?","db_id":"shop","sql":"SELECT ssn FROM customer"})"
          "\n"
          R"({"question":"And in quotes?","db_id":"shop","sql":"SELECT \"ssn\" FROM customer"})"
          "\n"
          R"({"question":"How many coins?","db_id":"vault","sql":"SELECT count(*) FROM bullion"})"
          "\n"
          R"({"question":"What else?","db_id":"airport","sql":"SELECT p.ssn FROM plane AS p"})"
          "\n";
    }
    test::write_bytes(path("examples.jsonl"), examples);
  }

  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }

 private:
  test::TemporaryDirectory folder_;
};

std::string call(const std::string &tool, const std::string &arguments) {
  return R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":")" + tool +
         R"(","arguments":)" + arguments + "}}";
}

const std::string handshake =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})";

/// Sends the lines to a server for the shops. Returns its answers, with that to the handshake
/// first.
std::vector<std::string> serve(const Shops &shops, const std::vector<std::string> &options,
                               const std::vector<std::string> &lines) {
  std::string input = handshake + "\n";
  for (const std::string &line : lines) input += line + "\n";
  const test::TemporaryDirectory folder;
  const std::string file = (folder.path() / "input").string();
  test::write_bytes(file, input);
  std::vector<std::string> arguments{"mcp", "--db", shops.path(""), "--examples",
                                     shops.path("examples.jsonl")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const test::CommandResult result = test::Command(arguments, "", file).wait();
  CAPTURE(result.error);
  REQUIRE(result.status == 0);
  CHECK(result.error.empty());
  std::vector<std::string> answers;
  for (std::size_t at = 0; at < result.out.size();) {
    const std::size_t end = result.out.find('\n', at);
    answers.push_back(result.out.substr(at, end - at));
    at = end + 1;
  }
  REQUIRE(answers.size() == lines.size() + 1);
  return answers;
}

std::string query(const std::string &sql, const std::string &more = "") {
  return call("check_sql", R"({"database":"shop","sql":")" + sql + "\"" + more + "}");
}

const std::vector<std::string> everything{
    R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})",
    call("find_schema", R"({"question":"Which customers bought Rioja, and for what price?"})"),
    call("find_schema", R"({"question":"the wage of Zoë, her number and email","columns":50})"),
    call("find_schema", R"({"question":"gold coins","databases":5,"form":"json"})"),
    call("find_schema", R"({"question":"what do you hold","database":"shop","form":"compact"})"),
    call("route", R"({"question":"Which customers bought Rioja?","databases":50,"tables":50})"),
    call("route", R"({"question":"the wage of Zoë, her number and a Krugerrand"})"),
    call("find_values", R"({"text":"Zoë Rioja Krugerrand 4711 x-4711 99.25 lynx"})"),
    call("find_values", R"({"text":"Rioja","database":"zoo"})"),
    call("find_examples", R"({"question":"What is the number of coins?","count":50})"),
    call("find_examples", R"({"question":"How many bought Rioja?","database":"shop"})"),
    query("SELECT customer.name FROM customer JOIN purchase ON customer.id = purchase.customer_id"),
    query("SELECT nme FROM customer"),
    query("SELECT name FROM"),
    query("DELETE FROM customer"),
    query("SELECT 1; SELECT 2"),
    query("SELECT name FROM pragma_table_info('customer')"),
    query("SELECT sql FROM sqlite_schema"),
    call("check_sql", R"({"database":"barn","sql":"SELECT 1"})"),
    call("compare_sql", R"({"database":"shop","gold":"SELECT count(*) FROM purchase",)"
                        R"("predicted":"SELECT count(wine) FROM purchase"})"),
    call("compare_sql", R"({"database":"shop","gold":"SELECT name FROM customer",)"
                        R"("predicted":"SELECT c.name FROM customer AS c"})"),
    call("compare_sql", R"({"database":"shop","gold":"SELECT nme FROM customer",)"
                        R"("predicted":"SELECT 1"})"),
    call("compare_sql", R"({"database":"zoo","gold":"SELECT count(*) FROM animal",)"
                        R"("predicted":"SELECT count(species) FROM animal"})"),
};

}  // namespace

TEST_CASE("each tool of the server works") {
  const auto answers = serve(Shops(false), {}, everything);
  const auto says = [&](std::size_t line, std::string_view part) {
    CAPTURE(answers[line + 1]);
    CHECK(contains(answers[line + 1], part));
  };
  for (const char *tool :
       {"find_schema", "route", "find_examples", "find_values", "check_sql", "compare_sql"})
    says(0, "{\"name\":\"" + std::string(tool) + '"');
  says(1, R"("database":"shop","table":"purchase","column":"price","type":"REAL")");
  says(1, "CREATE TABLE purchase");
  says(5, R"("databases":[{"name":"shop")");
  says(7, R"("table":"purchase","column":"wine","value":"Rioja")");
  says(8, R"("values":[])");
  says(10, R"({"question":"Who bought Rioja?","database":"shop")");
  says(11, R"("rows":[["Zoë"],["Zoë"]],"all_rows":true)");
  says(12, R"("ok":false,"fault":"name","message":"no such column: nme","offset":7)");
  says(13, R"("fault":"syntax")");
  says(14, R"("fault":"not_query")");
  says(16, R"("fault":"execution")");
  says(18, "the server shows no database \\\"barn\\\"");
  says(19, R"("verdict":"refuted")");
  says(19, "INSERT INTO purchase");
  says(20, R"("verdict":"proved")");
  says(21, "gold: no such column: nme");
  says(22, R"("verdict":"proved")");  // by NOT NULL, which only the file declares
}

TEST_CASE("hidden objects change nothing: answers are the same as without these objects") {
  const Shops with(true), without(false);
  // Queries of a partly hidden database must name their columns, as these do.
  const auto expected = serve(without, {}, everything);
  const auto hidden = serve(
      with, {"--hide", "customer.SSN", "--hide", "shop.payroll", "--hide", "v*lt"}, everything);
  const auto shown =
      serve(with, {"--show", "zoo", "--show", "shop", "--hide", "*.ssn", "--hide", "shop.payroll"},
            everything);
  for (std::size_t line = 0; line < expected.size(); ++line) {
    CAPTURE(everything[line == 0 ? 0 : line - 1]);
    // There are examples of databases that --show does not name.
    const bool is_of_others = line == 10 || line == 11;
    const bool is_engine = line == 17;  // whose messages are not passed on
    if (!is_engine) CHECK(hidden[line] == expected[line]);
    if (!is_engine && !is_of_others) CHECK(shown[line] == expected[line]);
    for (const char *secret :
         {"ssn", "payroll", "vault", "bullion", "wage\\\"", "x-4711", "Krugerrand", "99.25"}) {
      CHECK_FALSE(contains(hidden[line], secret));
      CHECK_FALSE(contains(shown[line], secret));
    }
  }
}

TEST_CASE("a query reads neither hidden objects nor excluded values") {
  const Shops shops(true);
  const std::vector<std::string> reaching{
      query("SELECT ssn FROM customer"),
      query("SELECT * FROM customer"),
      query("SELECT c.* FROM customer AS c"),
      query("SELECT \\\"ssn\\\" FROM customer"),
      query("SELECT wage FROM payroll"),
      query("SELECT count(*) FROM customer NATURAL JOIN purchase"),
      query("SELECT name FROM customer ORDER BY ssn"),
      query("SELECT name FROM customer WHERE EXISTS (SELECT 1 FROM payroll)"),
      query("WITH c AS (SELECT * FROM customer) SELECT * FROM c"),
      query("SELECT name FROM customer UNION SELECT [ssn] FROM customer"),
      query("SELECT name FROM main.customer WHERE main.customer.`ssn` LIKE 'x%'"),
      query("SELECT json_group_array(sql) FROM sqlite_master"),
      call("compare_sql", R"({"database":"shop","gold":"SELECT ssn FROM customer",)"
                          R"("predicted":"SELECT name FROM customer"})"),
      call("compare_sql", R"({"database":"shop","gold":"SELECT * FROM customer",)"
                          R"("predicted":"SELECT name FROM customer"})"),
  };
  const auto answers =
      serve(shops, {"--hide", "shop.customer.ssn", "--hide", "shop.payroll"}, reaching);
  for (std::size_t line = 0; line < reaching.size(); ++line) {
    CAPTURE(reaching[line]);
    CAPTURE(answers[line + 1]);
    CHECK_FALSE(contains(answers[line + 1], "x-4711"));
    CHECK_FALSE(contains(answers[line + 1], "99.25"));
    const bool is_compared = line >= 12;
    if (!is_compared) CHECK(contains(answers[line + 1], R"("ran":false)"));
    if (!contains(reaching[line], "ssn")) CHECK_FALSE(contains(answers[line + 1], "ssn"));
  }
  const auto unread = serve(shops, {"--except", "*.email"},
                            {query("SELECT email FROM customer"), query("SELECT * FROM customer"),
                             query("SELECT name FROM customer"),
                             call("find_schema", R"({"question":"email of each customer"})"),
                             call("find_values", R"({"text":"zoe@example.org"})")});
  CHECK(contains(unread[1], R"("ok":true)"));
  CHECK(contains(unread[1], R"("ran":false)"));
  CHECK(contains(unread[1], "whose values are not shown"));
  CHECK(contains(unread[2], R"("ran":false)"));
  CHECK(contains(unread[3], R"("rows":[["Zoë"]])"));
  CHECK(contains(unread[4], "email"));
  for (const std::string &answer : unread) CHECK_FALSE(contains(answer, "example.org"));
}

TEST_CASE("flags limit what the server does") {
  const Shops shops(false);
  const std::string endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
  const auto answers =
      serve(shops,
            {"--rows", "1", "--timeout", "0.2", "--answer-bytes", "2000", "--request-kilobytes",
             "1", "--nesting", "8"},
            {query("SELECT id FROM purchase", R"(,"rows":1000)"), query(endless),
             call("find_schema", R"({"question":"wine","columns":500,"databases":20})"),
             query(std::string(2000, ' ')), std::string(9, '[') + std::string(9, ']')});
  CHECK(contains(answers[1], R"("rows":[[1]],"all_rows":false)"));
  CHECK(contains(answers[2], "took longer than the limit of 0.2 s"));
  CHECK(contains(answers[4], "longer than the limit of 1024 bytes"));
  CHECK(contains(answers[5], "nested deeper than 8"));
  const auto closed = serve(shops, {"--no-content"},
                            {query("SELECT id FROM purchase"), query("SELECT id FROM nowhere"),
                             call("find_values", R"({"text":"Rioja"})"),
                             call("find_schema", R"({"question":"price of wine"})")});
  CHECK(contains(closed[1], R"("ok":true)"));
  CHECK(contains(closed[1], "only the schema of this database is known"));
  CHECK(contains(closed[2], R"("fault":"name")"));
  CHECK(contains(closed[3], R"("isError":true)"));
  for (const std::string &answer : closed) CHECK_FALSE(contains(answer, "Rioja'"));
  test::check_refused(test::run({"mcp", "--db", shops.path(""), "--hide", "customer.sn"}),
                      "no database, table or column is called \"customer.sn\"");
  test::check_refused(test::run({"mcp"}), "needs --db or --catalog");
}
