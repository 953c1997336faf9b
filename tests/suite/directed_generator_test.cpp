#include "sluice/suite/directed_generator.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "judge/spider_dev.hpp"
#include "made_schema.hpp"
#include "support/support.hpp"

namespace {

using namespace sluice;
using namespace sluice::test;

const std::string shop = R"(
  CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, founded INT);
  CREATE TABLE product (id INTEGER PRIMARY KEY, maker_id INT REFERENCES maker(id), title VARCHAR(30),
                        price REAL, stock INT, weight TEXT, released DATE);
  CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, age INT, city TEXT);
  CREATE TABLE sale (customer_id INT NOT NULL REFERENCES customer(id),
                     product_id INT NOT NULL REFERENCES product(id), amount INT, day TEXT,
                     PRIMARY KEY (customer_id, product_id, day));
  CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT, boss INT REFERENCES employee(id),
                         pay INT CHECK (pay BETWEEN 10 AND 99));
)";

}  // namespace

TEST_CASE("the first directed database of a gold gives it a non-empty result") {
  const std::vector<std::string> golds = {
      "SELECT name FROM maker WHERE country = 'Peru' AND founded > 1990",
      "SELECT title FROM product WHERE price BETWEEN 3 AND 4 AND stock < 7 AND stock >= 6",
      "SELECT title FROM product WHERE title LIKE '%red%' AND title LIKE '%wine%'",
      "SELECT title FROM product WHERE title LIKE 'A_c%' AND NOT title LIKE '%z'",
      "SELECT name FROM customer WHERE city IN ('Rome', 'Oslo') AND age NOT IN (1, 2) AND age <> 3",
      "SELECT name FROM customer WHERE age IS NULL OR age > 1000",
      "SELECT p.title FROM product p JOIN maker m ON p.maker_id = m.id WHERE m.name = 'Acme'",
      "SELECT c.name FROM customer c JOIN sale s ON s.customer_id = c.id JOIN product p ON "
      "p.id = s.product_id WHERE p.price > 10 AND c.age < 20 AND s.amount = 3",
      "SELECT m.name FROM maker m LEFT JOIN product p ON p.maker_id = m.id WHERE p.id IS NULL",
      "SELECT name FROM maker WHERE id NOT IN (SELECT maker_id FROM product)",
      "SELECT name FROM maker WHERE id IN (SELECT maker_id FROM product WHERE price > 99)",
      "SELECT name FROM maker m WHERE EXISTS (SELECT 1 FROM product p WHERE p.maker_id = m.id "
      "AND p.stock = 0)",
      "SELECT name FROM maker m WHERE NOT EXISTS (SELECT 1 FROM product WHERE maker_id = m.id)",
      "SELECT name FROM customer WHERE age > (SELECT avg(age) FROM customer)",
      "SELECT name FROM customer WHERE age = (SELECT min(age) FROM customer WHERE city = 'Rome')",
      "SELECT name FROM maker WHERE founded > 1900 INTERSECT SELECT name FROM customer WHERE age < 9",
      "SELECT m.country FROM maker m JOIN product p ON m.id = p.maker_id WHERE p.title = 'a' "
      "INTERSECT SELECT m.country FROM maker m JOIN product p ON m.id = p.maker_id WHERE p.title = "
      "'b'",
      "SELECT name FROM maker EXCEPT SELECT name FROM customer WHERE city = 'Rome'",
      "SELECT name FROM maker WHERE country = 'x' UNION SELECT name FROM customer WHERE city = 'y'",
      "SELECT maker_id FROM product GROUP BY maker_id HAVING count(*) > 4",
      "SELECT m.name FROM maker m JOIN product p ON p.maker_id = m.id WHERE p.price > 5 GROUP BY "
      "m.id HAVING count(*) >= 3 AND avg(p.stock) > 12 ORDER BY count(*) DESC LIMIT 1",
      "SELECT city FROM customer GROUP BY city HAVING 2 < count(DISTINCT name)",
      "SELECT city FROM customer GROUP BY city HAVING count(*) BETWEEN 3 AND 5",
      "SELECT city FROM customer GROUP BY city HAVING sum(age) > 100 AND min(age) < 60",
      "SELECT title FROM product ORDER BY price LIMIT 1 OFFSET 3",
      "SELECT title FROM product WHERE price - stock > 100 AND stock > 50",
      "SELECT title FROM product WHERE weight > '300' AND weight < '301'",
      "SELECT title FROM product WHERE weight > 300 AND released > '2001-05-05'",
      "SELECT title FROM product WHERE strftime('%Y', released) = '2014'",
      "SELECT title FROM product WHERE lower(title) = 'abc' AND length(title) = 3",
      "SELECT a.name FROM employee a JOIN employee b ON a.boss = b.id WHERE a.pay > b.pay",
      "SELECT name FROM employee WHERE pay > 97 OR pay < 11",
      "SELECT t.name FROM (SELECT name, age FROM customer WHERE city = 'Rome') AS t WHERE t.age = 4",
      "WITH old AS (SELECT id, name FROM customer WHERE age > 90) SELECT o.name FROM old o JOIN sale "
      "s ON s.customer_id = o.id",
      "SELECT name FROM customer WHERE id IN (SELECT customer_id FROM sale WHERE product_id IN "
      "(SELECT id FROM product WHERE maker_id = (SELECT id FROM maker WHERE name = 'Acme')))",
      "SELECT * FROM maker NATURAL JOIN customer",
      "SELECT title FROM maker JOIN product USING (id) WHERE founded = 3",
      "SELECT name FROM customer WHERE NOT (age > 3 AND city = 'Rome')",
      "SELECT name FROM customer WHERE (age < 5 OR age > 90) AND (city = 'A' OR name = 'B')",
      "SELECT DISTINCT city FROM customer WHERE age >= 18 AND age <= 18 ORDER BY city DESC",
  };
  const auto pools = pools_of(shop, golds);
  const DirectedGenerator generator(pools, golds);
  LiveDatabase live(pools->constraints());
  for (std::size_t gold = 0; gold < golds.size(); ++gold) {
    CAPTURE(golds[gold]);
    const auto numbers = generator.databases_for(gold);
    REQUIRE_FALSE(numbers.empty());
    CHECK(generator.purpose(numbers[0]) == DirectedPurpose::witness);
    live.load(*generator.generate(numbers[0]));
    const auto rows = rows_of(live, golds[gold]);
    CHECK(rows.size() > 0);
    for (const std::string &row : rows) CHECK_FALSE(row.starts_with("error"));
    CHECK(generator.unsolved(gold).empty());
  }
}

TEST_CASE("a gold with two hundred atoms has rows on its witness") {
  std::string wide = "CREATE TABLE wide (c0 INT PRIMARY KEY";
  std::string gold = "SELECT c0 FROM wide WHERE c0 > 7";
  for (int i = 1; i <= 100; ++i) {
    const std::string number = std::to_string(i);
    wide += ", c" + number + (i % 2 == 0 ? " TEXT" : " REAL");
    gold += " AND c" + number + " > '" + number + "' AND NOT c" + number + " = '77'";
  }
  const auto pools = pools_of(wide + ")", {gold});
  const DirectedGenerator generator(pools, {gold});
  LiveDatabase live(pools->constraints());
  live.load(*generator.generate(generator.databases_for(0)[0]));
  CHECK(rows_of(live, gold).size() == 1);
  CHECK(generator.unsolved(0).empty());
}

TEST_CASE("directed databases distinguish a gold from its neighbors") {
  struct Pair {
    std::string gold, neighbor;
  };
  const std::vector<Pair> pairs = {
      {"SELECT name FROM customer WHERE age > 20", "SELECT name FROM customer WHERE age >= 20"},
      {"SELECT name FROM customer WHERE age > 20", "SELECT name FROM customer WHERE age > 21"},
      {"SELECT name FROM customer WHERE age > 20", "SELECT name FROM customer"},
      {"SELECT name FROM customer WHERE age = 20", "SELECT name FROM customer WHERE age <= 20"},
      {"SELECT name FROM customer WHERE age > 20 AND city = 'Rome'",
       "SELECT name FROM customer WHERE age > 20 OR city = 'Rome'"},
      {"SELECT name FROM customer WHERE age > 20 OR city = 'Rome'",
       "SELECT name FROM customer WHERE age > 20"},
      {"SELECT name FROM customer WHERE city = 'Rome'",
       "SELECT name FROM customer WHERE city LIKE 'Rome'"},
      {"SELECT name FROM customer WHERE city LIKE '%ome%'",
       "SELECT name FROM customer WHERE city LIKE '%ome'"},
      {"SELECT name FROM customer WHERE city LIKE 'R%'",
       "SELECT name FROM customer WHERE city LIKE '%R%'"},
      {"SELECT count(*) FROM customer", "SELECT count(age) FROM customer"},
      {"SELECT count(city) FROM customer", "SELECT count(DISTINCT city) FROM customer"},
      {"SELECT count(*) FROM customer WHERE age > 20",
       "SELECT count(*) FROM customer WHERE age >= 20"},
      {"SELECT avg(age) FROM customer", "SELECT max(age) FROM customer"},
      {"SELECT DISTINCT city FROM customer", "SELECT city FROM customer"},
      {"SELECT name FROM maker UNION SELECT name FROM customer",
       "SELECT name FROM maker UNION ALL SELECT name FROM customer"},
      {"SELECT name FROM maker EXCEPT SELECT name FROM customer", "SELECT name FROM maker"},
      {"SELECT name FROM maker INTERSECT SELECT name FROM customer", "SELECT name FROM maker"},
      {"SELECT m.name, p.title FROM maker m JOIN product p ON p.maker_id = m.id",
       "SELECT m.name, p.title FROM maker m LEFT JOIN product p ON p.maker_id = m.id"},
      {"SELECT name FROM maker WHERE id NOT IN (SELECT maker_id FROM product)",
       "SELECT name FROM maker"},
      {"SELECT name FROM maker WHERE id NOT IN (SELECT maker_id FROM product)",
       "SELECT name FROM maker m WHERE NOT EXISTS (SELECT 1 FROM product WHERE maker_id = m.id)"},
      {"SELECT maker_id FROM product GROUP BY maker_id HAVING count(*) > 4",
       "SELECT maker_id FROM product GROUP BY maker_id HAVING count(*) > 5"},
      {"SELECT maker_id FROM product GROUP BY maker_id HAVING count(*) > 4",
       "SELECT maker_id FROM product GROUP BY maker_id HAVING count(*) >= 4"},
      {"SELECT city, count(*) FROM customer GROUP BY city",
       "SELECT city, count(*) FROM customer GROUP BY name"},
      {"SELECT title FROM product ORDER BY price LIMIT 3",
       "SELECT title FROM product ORDER BY price"},
      {"SELECT title FROM product WHERE price BETWEEN 3 AND 5",
       "SELECT title FROM product WHERE price > 3 AND price < 5"},
      {"SELECT name FROM customer WHERE city IN ('A', 'B')",
       "SELECT name FROM customer WHERE city = 'A'"},
      {"SELECT name FROM customer WHERE age != 3", "SELECT name FROM customer WHERE age IS NOT 3"},
      {"SELECT c.name FROM customer c JOIN sale s ON c.id = s.customer_id",
       "SELECT c.name FROM customer c WHERE c.id IN (SELECT customer_id FROM sale)"},
      {"SELECT name FROM maker WHERE id IN (SELECT maker_id FROM product WHERE price > 99)",
       "SELECT name FROM maker WHERE id IN (SELECT maker_id FROM product)"},
      {"SELECT name FROM employee WHERE boss IS NULL", "SELECT name FROM employee"},
  };
  std::vector<std::string> golds;
  for (const Pair &pair : pairs) golds.push_back(pair.gold);
  const auto pools = pools_of(shop, golds);
  const DirectedGenerator generator(pools, golds);
  LiveDatabase live(pools->constraints());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    CAPTURE(pairs[i].gold);
    CAPTURE(pairs[i].neighbor);
    bool told = false;
    for (const std::size_t number : generator.databases_for(i)) {
      live.load(*generator.generate(number));
      told = told || rows_of(live, pairs[i].gold) != rows_of(live, pairs[i].neighbor);
    }
    CHECK(told);
  }
}

TEST_CASE("a count of five thousand is reached, and a count of a million is reported as unsolved") {
  const std::vector<std::string> golds = {
      "SELECT city FROM customer GROUP BY city HAVING count(*) > 5000",
      "SELECT city FROM customer GROUP BY city HAVING count(*) > 1000000",
      "SELECT m.name FROM maker m JOIN product p ON m.id = p.maker_id GROUP BY m.id HAVING "
      "count(*) > 2000"};
  const auto pools = pools_of(shop, golds);
  const DirectedGenerator generator(pools, golds);
  LiveDatabase live(pools->constraints());
  for (const std::size_t gold : {0u, 2u}) {
    const auto database = generator.generate(generator.databases_for(gold)[0]);
    CHECK(faults_of(*database, pools->constraints(), live).empty());
    CHECK(rows_of(live, golds[gold]).size() == 1);
    CHECK(generator.unsolved(gold).empty());
  }
  CHECK_FALSE(generator.unsolved(1).empty());
}

TEST_CASE("conditions that cannot be satisfied are reported, and the database is legal") {
  const std::vector<std::string> golds = {
      "SELECT name FROM customer WHERE age > 5 AND age < 3",
      "SELECT name FROM maker WHERE name IS NULL",
      "SELECT name FROM employee WHERE pay > 99",
      "SELECT name FROM maker WHERE id = 1 AND id = 2",
      "SELECT nothing FROM nowhere WHERE",
      "SELECT unheard_of FROM customer",
      "DELETE FROM customer",
      "",
  };
  const auto pools = pools_of(shop, golds);
  const DirectedGenerator generator(pools, golds);
  LiveDatabase live(pools->constraints());
  for (std::size_t gold = 0; gold < golds.size(); ++gold) {
    CAPTURE(golds[gold]);
    if (gold < 5) CHECK_FALSE(generator.unsolved(gold).empty());
    for (const std::size_t number : generator.databases_for(gold)) {
      CHECK(faults_of(*generator.generate(number), pools->constraints(), live) ==
            std::vector<std::string>());
    }
  }
}

TEST_CASE("directed databases of hostile schemas are legal, bounded and deterministic") {
  std::string wide = "CREATE TABLE wide (c0 INT PRIMARY KEY";
  for (int i = 1; i < 300; ++i)
    wide += ", c" + std::to_string(i) + (i % 2 == 0 ? " TEXT" : " REAL");
  wide += ");";
  std::string atoms = "SELECT c1 FROM wide WHERE c2 = 'x'";
  for (int i = 3; i < 40; ++i)
    atoms += " AND c" + std::to_string(i) + " > '" + std::to_string(i) + "'";
  std::string nested = "SELECT a FROM t WHERE a IN (";
  for (int i = 0; i < 40; ++i) nested += "SELECT a FROM t WHERE a IN (";
  nested += "SELECT 1";
  for (int i = 0; i <= 40; ++i) nested += ")";
  std::string crossed = "SELECT count(*) FROM t AS t0";
  for (int i = 1; i < 25; ++i) {
    crossed += " JOIN t AS t" + std::to_string(i) + " ON t" + std::to_string(i) + ".a = t" +
               std::to_string(i - 1) + ".a";
  }
  struct Case {
    std::string schema;
    std::vector<std::string> golds;
  };
  const std::vector<Case> cases = {
      {"CREATE TABLE a (id INTEGER PRIMARY KEY, b INT REFERENCES b(id));"
       "CREATE TABLE b (id INTEGER PRIMARY KEY, a INT REFERENCES a(id));",
       {"SELECT a.id FROM a JOIN b ON a.b = b.id JOIN a AS c ON b.a = c.id",
        "SELECT id FROM a WHERE b = 7"}},
      {"CREATE TABLE a (id INTEGER PRIMARY KEY, b INT NOT NULL REFERENCES b(id));"
       "CREATE TABLE b (id INTEGER PRIMARY KEY, a INT NOT NULL REFERENCES a(id));",
       {"SELECT a.id FROM a JOIN b ON a.b = b.id", "SELECT id FROM b WHERE a > 3"}},
      {"CREATE TABLE n (id INT PRIMARY KEY, up INT NOT NULL REFERENCES n(id));",
       {"SELECT x.id FROM n x JOIN n y ON x.up = y.id JOIN n z ON y.up = z.id WHERE z.id = 5"}},
      {"CREATE TABLE \"a \"\"b\" (\"select\" INT, \"x;y\" TEXT, \"[z]\" \"odd type\" UNIQUE);"
       "CREATE TABLE 'it''s' (\"a.b\" TEXT PRIMARY KEY);",
       {"SELECT \"x;y\" FROM \"a \"\"b\" WHERE \"select\" > 3 AND \"[z]\" = 'it''s'",
        "SELECT \"a.b\" FROM \"it's\" WHERE \"a.b\" LIKE '%''%'"}},
      {"CREATE TABLE t (a, b); CREATE TABLE u (a INT, b BLOB, c INT AS (a + 1), d INT AS (a) STORED);",
       {"SELECT b FROM t WHERE a = 3 AND b < 'x'", "SELECT a FROM u WHERE a > 3", nested, crossed,
        "SELECT a FROM t GROUP BY a HAVING count(*) > 999999999999999999999",
        "SELECT a FROM t LIMIT 5 OFFSET 99999999999",
        "SELECT a FROM t WHERE a = 9223372036854775807 OR a < -9223372036854775808",
        "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x FROM r, t",
        "SELECT CASE a WHEN 1 THEN 2 END FROM t WHERE CASE WHEN a > 1 THEN 1 ELSE 0 END = 1"}},
      {wide, {atoms, "SELECT * FROM wide"}},
      {"CREATE TABLE k (a TEXT COLLATE NOCASE PRIMARY KEY, b INT UNIQUE, c INT, UNIQUE (b, c),"
       "  CHECK (c > b OR c IS NULL), CHECK (a IN ('one', 'two', 'three')));",
       {"SELECT a FROM k WHERE c < 10 AND b > 3", "SELECT a FROM k WHERE a = 'ONE'"}},
  };
  for (const Case &made : cases) {
    CAPTURE(made.schema);
    const auto pools = pools_of(made.schema, made.golds);
    const DirectedGenerator generator(pools, made.golds), again(pools, made.golds);
    LiveDatabase live(pools->constraints());
    REQUIRE(generator.size() == again.size());
    for (std::size_t number = 0; number < generator.size(); ++number) {
      const auto database = generator.generate(number);
      CHECK(faults_of(*database, pools->constraints(), live) == std::vector<std::string>());
      CHECK(database->rows() < 50'000);
    }
    // Generated in reverse order, each is the same.
    for (std::size_t number = again.size(); number-- > 0;) {
      if (number % 3 != 0) continue;
      CHECK(again.generate(number)->bytes() == generator.generate(number)->bytes());
    }
    CHECK_FALSE(generator.generate(generator.size()).has_value());
  }
}

TEST_CASE("every gold of Spider's dev set has rows on its witness, and all databases are legal") {
  const auto spider = data_directory() / "spider";
  if (!exists(spider)) return skip("no benchmark data");
  std::map<std::string, std::vector<std::string>> golds;
  for (const GoldQuery &gold : read_gold(spider / "dev_gold.sql")) {
    golds[gold.database].push_back(gold.sql);
  }
  std::size_t shown = 0, all = 0;
  for (auto &[name, queries] : golds) {
    const std::string schema = name;
    CAPTURE(schema);
    std::sort(queries.begin(), queries.end());
    queries.erase(std::unique(queries.begin(), queries.end()), queries.end());
    const std::string path = (spider / "databases/dev" / (name + ".sqlite")).string();
    SqliteConnection connection(path, SqliteConnection::Access::read);
    auto pools = std::make_shared<ValuePools>(
        std::make_shared<const Constraints>(Constraints::declared(load_sqlite(path), connection)));
    pools->add_originals(connection, 20);
    pools->add_constants(queries);
    const DirectedGenerator generator(pools, queries);
    LiveDatabase live(pools->constraints());
    for (std::size_t number = 0; number < generator.size(); ++number) {
      const std::size_t gold = generator.gold(number);
      const bool witness = generator.purpose(number) == DirectedPurpose::witness;
      if (!witness && number % 4 != 0) continue;
      CHECK(faults_of(*generator.generate(number), pools->constraints(), live) ==
            std::vector<std::string>());
      if (!witness) continue;
      ++all;
      shown += !rows_of(live, queries[gold]).empty();
    }
  }
  CHECK(all > 500);
  CHECK(shown == all);
}
