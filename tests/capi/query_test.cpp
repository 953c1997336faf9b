/// Queries: parsing, checking, rendering, comparing.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

using namespace test;

/// A failure and its byte in the SQL.
struct SqlFailure {
  Failure failure;
  std::size_t offset = 0;
};
template <class Call>
SqlFailure sql_failure_of(Call call) {
  SqlFailure failed{failure_of(call), 0};
  sluice_error *error = nullptr;
  call(&error);
  const Owned<sluice_error> ended(error);
  failed.offset = sluice_error_offset(error);
  return failed;
}
SqlFailure parse_failure(const char *sql, sluice_dialect dialect = SLUICE_SQLITE,
                         const sluice_catalog *catalog = nullptr, std::uint32_t database = 0) {
  sluice_query *out = nullptr;
  return sql_failure_of([&](sluice_error **error) {
    return sluice_query_parse(catalog, database, dialect, sql, SLUICE_NUL, &out, error);
  });
}

std::string text(const sluice_query *query, sluice_query_form form) {
  const auto written = made<sluice_text>(
      [&](auto out, auto error) { return sluice_query_text(query, form, out, error); });
  return std::string(view(sluice_text_view(written.get())));
}
std::string reads(const sluice_query *query) {
  const auto written = made<sluice_text>(
      [&](auto out, auto error) { return sluice_query_reads(query, out, error); });
  return std::string(view(sluice_text_view(written.get())));
}
double similarity(const sluice_query *from, const sluice_query *to) {
  double result = -1;
  REQUIRE(sluice_query_similarity(from, to, &result, nullptr) == SLUICE_OK);
  return result;
}

}  // namespace

TEST_CASE("a syntax error has the byte of the error") {
  const SqlFailure failed = parse_failure("SELECT name\nFROM customer WHERE");
  CHECK(failed.failure.status == SLUICE_MALFORMED);
  CHECK(failed.offset == 31);
  CHECK(failed.failure.where == "sql:2:20");
  CHECK(parse_failure("").failure.status == SLUICE_MALFORMED);
  CHECK(parse_failure((std::string(2000, '(') + "1").c_str()).failure.status != SLUICE_OK);
}

TEST_CASE("the dialect decides whether a text parses") {
  CHECK(parse_failure("SELECT TOP 3 name FROM customer").failure.status == SLUICE_MALFORMED);
  const auto query = made<sluice_query>([&](auto out, auto error) {
    return sluice_query_parse(nullptr, 0, SLUICE_PERMISSIVE, "SELECT TOP 3 name FROM customer",
                              SLUICE_NUL, out, error);
  });
  CHECK(contains(text(query.get(), SLUICE_QUERY_PRINTED), "3"));
  CHECK(parse_failure("SELECT 1", 4).failure.status == SLUICE_INVALID_ARGUMENT);
  const auto catalog = load_json();
  const SqlFailure no_database = parse_failure("SELECT 1", SLUICE_SQLITE, catalog.get(), 3);
  CHECK(no_database.failure.status == SLUICE_INVALID_ARGUMENT);
  CHECK(no_database.offset == SLUICE_NO_OFFSET);
}

TEST_CASE("a check rejects unknown names and statements that are not queries") {
  const Shops shops;
  const auto check = [&](const char *sql, const sluice_mask *mask = nullptr) {
    const auto query = parse(shops.catalog.get(), sql);
    return sql_failure_of(
        [&](sluice_error **error) { return sluice_query_check(query.get(), mask, error); });
  };
  const SqlFailure column = check("SELECT id, age FROM customer");
  CHECK(column.failure.status == SLUICE_NOT_FOUND);
  CHECK(column.failure.message == "sql:1:12: no such column: age");
  CHECK(column.offset == 11);
  CHECK(check("SELECT 1 FROM singer").offset == 14);
  const SqlFailure statement = check("DELETE FROM customer");
  CHECK(statement.failure.status == SLUICE_UNSUPPORTED);
  CHECK(statement.offset == SLUICE_NO_OFFSET);

  const auto mask = new_mask(shops.catalog.get());
  set(mask.get(), SLUICE_COLUMN, find(shops.catalog.get(), SLUICE_COLUMN, "shop.customer.name"),
      false);
  CHECK(sluice_query_check(shops.query.get(), nullptr, nullptr) == SLUICE_OK);
  CHECK(check("SELECT name FROM customer", mask.get()).failure.status == SLUICE_NOT_FOUND);
  CHECK(check("SELECT * FROM customer", mask.get()).offset == 7);
  const auto other = load_json();
  CHECK(check("SELECT 1", new_mask(other.get()).get()).failure.status == SLUICE_MISMATCH);
}

TEST_CASE("without a catalog, a query can only be rendered and compared") {
  const auto query = parse(nullptr, "select  Name from Customer where ID=7");
  CHECK(text(query.get(), SLUICE_QUERY_PRINTED) == "SELECT Name FROM Customer WHERE ID = 7");
  CHECK(text(query.get(), SLUICE_QUERY_NORMALIZED) == "SELECT name FROM customer WHERE id = 7");
  sluice_text *out = nullptr;
  CHECK(failure_of([&](auto error) {
          return sluice_query_reads(query.get(), &out, error);
        }).status == SLUICE_INVALID_ARGUMENT);
  CHECK(failure_of([&](auto error) {
          return sluice_query_check(query.get(), nullptr, error);
        }).status == SLUICE_INVALID_ARGUMENT);
  CHECK(failure_of([&](auto error) {
          return sluice_query_text(query.get(), 4, &out, error);
        }).status == SLUICE_INVALID_ARGUMENT);
}

TEST_CASE("a masked form hides names and values") {
  const Shops shops;
  const std::string masked = text(shops.query.get(), SLUICE_QUERY_MASKED);
  for (const char *hidden : {"name", "customer", "7"}) CHECK_FALSE(contains(masked, hidden));
  CHECK(contains(masked, "SELECT"));
}

TEST_CASE("the tables and columns that a query reads are reported as JSON") {
  const Shops shops;
  CHECK(reads(shops.query.get()) ==
        R"({"tables":["customer"],"columns":["customer.id","customer.name"],"problems":[]})");
  const auto joined =
      parse(shops.catalog.get(),
            "SELECT c.NAME, p.age FROM purchase p JOIN customer c ON c.id = p.customer_id");
  CHECK(reads(joined.get()) ==
        R"({"tables":["customer","purchase"],"columns":["customer.id","customer.name",)"
        R"("purchase.customer_id"],"problems":["no such column: p.age"]})");
}

TEST_CASE("queries are compared by their edits") {
  const Shops shops;
  const auto same = parse(nullptr, "select name from customer where id=7");
  const auto near = parse(nullptr, "SELECT name FROM customer WHERE id = 8");
  const auto far = parse(nullptr, "SELECT max(x) FROM t GROUP BY y ORDER BY z LIMIT 1");
  CHECK(similarity(shops.query.get(), same.get()) == 1.0);
  CHECK(similarity(shops.query.get(), near.get()) < 1.0);
  CHECK(similarity(shops.query.get(), near.get()) > similarity(shops.query.get(), far.get()));
}

}  // namespace sluice
