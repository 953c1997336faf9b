#ifndef SLUICE_TESTS_SQL_RULE_CHECK_HPP
#define SLUICE_TESTS_SQL_RULE_CHECK_HPP

/// A small database with NULLs, duplicate rows and values of every type, and a check of how a
/// rewrite rule changes queries over it.

#include <doctest/doctest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "rows.hpp"
#include "schema/sql_keys.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/normalize.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"

namespace sluice::test {

inline const char *const sample_script = R"(
CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, city TEXT);
CREATE TABLE pet (pet_id INTEGER PRIMARY KEY, owner INTEGER, name TEXT, weight REAL, age INTEGER);
CREATE TABLE loose (k TEXT PRIMARY KEY, v, n NUMERIC);
CREATE TABLE toy (toy_id INTEGER PRIMARY KEY, pet_id INTEGER NOT NULL REFERENCES pet(pet_id),
  maker INTEGER REFERENCES person(id), label TEXT);
CREATE TABLE "order" (id INTEGER, "group" TEXT, "left" INTEGER);
INSERT INTO person VALUES (1,'Ann',30,'Rome'),(2,'bob',NULL,'Oslo'),(3,'Cid',30,NULL),
  (4,'Ann',41,'Rome'),(5,NULL,12,'oslo'),(6,'Eve',30,'Rome'),(7,'t1',0,'');
INSERT INTO pet VALUES (1,1,'Rex',2.5,3),(2,1,'Tom',NULL,12),(3,4,'Rex',7,30),(4,NULL,'Ann',0.5,1),
  (5,2,NULL,2.5,NULL),(6,9,'Kit',1.0,41);
INSERT INTO loose VALUES (NULL,1,1),(NULL,'1','1'),('a',1.0,NULL),('b',NULL,'x'),('A',x'31',2.50),
  ('c','abc',0),(NULL,1,1);
INSERT INTO toy VALUES (1,1,4,'ball'),(2,1,NULL,'bone'),(3,5,4,NULL),(4,2,7,'12'),(5,5,NULL,'ball');
INSERT INTO "order" VALUES (1,'x',1),(1,'x',1),(2,NULL,0),(3,'y',NULL);
)";

/// The expected result of a query; `unchanged` if the rules must not change it.
struct Rewriting {
  const char *before;
  const char *after;
};
inline constexpr const char *unchanged = nullptr;

class RuleCheck {
 public:
  explicit RuleCheck(std::vector<sql::AnyRewriteRule> rules, bool with_schema = true)
      : connection_(SqliteConnection::scratch("sample")),
        database_(load_ddl(sample_script, "sample", "sample.sql")),
        names_(*database_) {
    connection_.run_script(sample_script);
    keys_ = kept_keys(sql_keys(*database_), *database_, connection_);
    options.rules = std::move(rules);
    if (!with_schema) return;
    options.context.names = names_;
    options.context.keys = &keys_;
  }

  /// Rewrites each query, compares the result, and runs both.
  void operator()(std::initializer_list<Rewriting> rewritings) {
    for (const Rewriting &rewriting : rewritings) {
      CAPTURE(rewriting.before);
      sql::SyntaxTree tree = sql::parse(rewriting.before);
      const std::string plain = print(tree);
      const sql::NormalizeResult result = normalize(tree, options);
      const std::string normal = print(tree);
      CHECK(result.settled);
      CHECK(normal == (rewriting.after == unchanged ? plain : rewriting.after));
      CHECK(result.changed == (rewriting.after != unchanged));
      CHECK(!normalize(tree, options).changed);
      sql::SyntaxTree again = sql::parse(normal);
      normalize(again, options);
      CHECK(print(again) == normal);
      const std::vector<std::string> before = rows_of(connection_, rewriting.before);
      const std::vector<std::string> after = rows_of(connection_, normal);
      CHECK(sorted(after) == sorted(before));
      if (tree.child(tree.root(), sql::NodeKind::order_by) != sql::no_node) CHECK(after == before);
      // A query that SQLite rejects proves nothing.
      if (!before.empty()) CHECK_MESSAGE(!before.front().starts_with("error"), before.front());
    }
  }

  sql::NormalizeOptions options;

 private:
  SqliteConnection connection_;
  std::shared_ptr<const Database> database_;
  SqlNames names_;
  sql::KeyFacts keys_;
};

}  // namespace sluice::test

#endif
