/// Labels of queries, and queries from labels.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "rank/label_reading.hpp"
#include "sluice/rank/query_shape.hpp"
#include "small_examples.hpp"

using namespace sluice;
using namespace sluice::test;

TEST_CASE("a query is restored from its labels, up to names of aliases") {
  struct Case {
    std::string question, sql;
  };
  const LabelSchema schema(music());
  for (const Case &of : std::vector<Case>{
           {"singers", "SELECT COUNT(*) FROM singer"},
           {"all", "SELECT * FROM concert"},
           {"names and ages", "SELECT name, age FROM singer ORDER BY age"},
           {"by age", "SELECT name FROM singer ORDER BY age ASC"},
           {"oldest", "SELECT DISTINCT name FROM singer ORDER BY age DESC LIMIT 1"},
           {"the top 3", "SELECT name FROM singer ORDER BY age DESC LIMIT 3"},
           {"in 'France'", "SELECT name FROM singer WHERE country = 'France'"},
           {"in 'France' or 'Spain'",
            "SELECT name FROM singer WHERE country = 'France' OR country = 'Spain'"},
           {"between 10 and 20", "SELECT name FROM singer WHERE age BETWEEN 10 AND 20"},
           {"with 'an'", "SELECT name FROM singer WHERE name LIKE '%an%'"},
           {"average and maximum age", "SELECT AVG(age), MAX(age) FROM singer"},
           {"countries", "SELECT COUNT(DISTINCT country) FROM singer"},
           {"each country", "SELECT country, COUNT(*) FROM singer GROUP BY country"},
           {"each country and name",
            "SELECT country, name, COUNT(*) FROM singer GROUP BY country, name"},
           {"more than 2", "SELECT country FROM singer GROUP BY country HAVING COUNT(*) > 2"},
           {"at most 2", "SELECT country FROM singer GROUP BY country HAVING COUNT(*) <= 2"},
           {"older than 30 on average",
            "SELECT country FROM singer GROUP BY country HAVING AVG(age) > 30"},
           {"at least 90 years",
            "SELECT country FROM singer GROUP BY country HAVING SUM(age) >= 90"},
           {"fewer than 3 names",
            "SELECT country FROM singer GROUP BY country HAVING COUNT(name) < 3"},
           {"most common country",
            "SELECT country FROM singer GROUP BY country ORDER BY COUNT(*) DESC LIMIT 1"},
           {"who sang in 2014",
            "SELECT singer.name FROM singer JOIN concert ON singer.singer_id = concert.singer_id "
            "WHERE concert.year = 2014"},
           {"older than average",
            "SELECT name FROM singer WHERE age > (SELECT AVG(age) FROM singer)"},
           {"never sang",
            "SELECT name FROM singer WHERE singer_id NOT IN (SELECT singer_id FROM concert)"},
           {"both 'a' and 'b'",
            "SELECT name FROM singer WHERE country = 'a' INTERSECT SELECT name FROM singer WHERE "
            "country = 'b'"},
           {"without a concert",
            "SELECT singer_id FROM singer EXCEPT SELECT singer_id FROM concert"},
       }) {
    CAPTURE(of.sql);
    LabelEvidence evidence;
    evidence.question = of.question;
    const LabelQuery made = query_of(certain_scores(labels_of(of.sql, *music())), schema, evidence,
                                     schema.read(of.question));
    CAPTURE(made.sql);
    CHECK(shape_of(made.sql) == shape_of(of.sql));
  }
  CHECK_THROWS_AS(labels_of("DELETE FROM singer", *music()), Error);
}

TEST_CASE("tables are joined by all columns of a key, and a condition without a literal uses 1") {
  DatabaseDefinition rooms = music()->definition();
  rooms.tables[0].name = "room";
  rooms.tables[1].name = "stay";
  rooms.foreign_keys = {{1, {1, 2}, 0, {0, 1}}};
  const auto database = Database::make(rooms);
  const LabelSchema schema(database);
  LabelEvidence evidence;
  evidence.question = "stadiums of countries";
  const QueryLabels labels = labels_of(
      "SELECT stay.stadium FROM room JOIN stay ON room.name = stay.year WHERE room.country = 'x'",
      *database);
  CHECK(query_of(certain_scores(labels), schema, evidence, schema.read(evidence.question)).sql ==
        "SELECT stay.stadium FROM stay JOIN room ON stay.singer_id = room.singer_id AND stay.year "
        "= room.name WHERE room.country = 1");
}

TEST_CASE("conditions use the question's literals in the spelling of the content") {
  const LabelSchema schema(music());
  const auto sql = [&](const std::string &question, const std::vector<LabelValue> &values) {
    LabelEvidence evidence;
    evidence.question = question;
    evidence.values = values;
    const QueryLabels labels =
        labels_of("SELECT age FROM singer WHERE country = 'x' AND name = 'y'", *music());
    return query_of(certain_scores(labels), schema, evidence, schema.read(question)).sql;
  };
  const std::string plain = sql("singers from \"France\" called 'O Neil'", {});
  CHECK(plain.find("'France'") != plain.npos);
  CHECK(plain.find("'O Neil'") != plain.npos);
  const std::string known = sql("singers from france called bob",
                                {{2, "FRANCE", "france", true}, {1, "Bob", "bob", true}});
  CHECK(known.find("singer.country = 'FRANCE'") != known.npos);
  CHECK(known.find("singer.name = 'Bob'") != known.npos);
}

TEST_CASE("literals are quoted texts, capitalized phrases and numbers, without duplicates") {
  const LabelSchema schema(music());
  std::vector<std::string> texts;
  for (const LabelLiteral &of :
       schema.read("Did New York host 3.5 or two of Bob's 'old shows' on 2014-01-02 and \"x")
           .literals)
    texts.push_back((of.is_number ? "#" : "") + of.text);
  CHECK(texts ==
        std::vector<std::string>{"New York", "#3.5", "#2", "Bob", "old shows", "2014-01-02"});
}
