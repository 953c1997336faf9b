/// The example store: equality of shapes, snapshots, files, leaks.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/core/random.hpp"
#include "sluice/rank/leakage.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/sql/change_distilling.hpp"
#include "small_examples.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "text/stem.hpp"
#include "text/unicode.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

std::string shape_text(const std::string &sql, const Database *database = nullptr) {
  return QueryShape::of(sql, database)->text();
}

/// Everything that the interface of a store shows.
bool same(const ExampleStore &a, const ExampleStore &b) {
  if (a.size() != b.size() || a.shape_count() != b.shape_count()) return false;
  if (a.fingerprint() != b.fingerprint()) return false;
  const QuestionView view = a.view("How many keepers sang?", nullptr);
  return a.question_similarities(view) == b.question_similarities(view) &&
         a.skeleton_similarities(view) == b.skeleton_similarities(view);
}

}  // namespace

TEST_CASE("queries have the same shape if they differ only in names, values, aliases and case") {
  CHECK(shape_text("SELECT T1.a FROM t AS T1 WHERE T1.b = 3") ==
        shape_text("select x from Y where z = 'v'"));
  CHECK(shape_text("SELECT a FROM t WHERE b = 3") == "SELECT _ FROM _ WHERE _ = 0");
  CHECK(shape_text("SELECT a FROM t WHERE b = 3") != shape_text("SELECT a FROM t WHERE b > 3"));
  CHECK(shape_text("SELECT a FROM t WHERE b = c") != shape_text("SELECT a FROM t WHERE b = 3"));
  const auto catalog = music_and_zoo();
  const Database &music = catalog->database(DatabaseId(0));
  // Text in double quotes is a string only with a schema that has no such name.
  const std::string quoted = "SELECT name FROM singer WHERE country = \"France\"";
  CHECK(shape_text(quoted, &music) == "SELECT _ FROM _ WHERE _ = 0");
  CHECK(shape_text(quoted) == "SELECT _ FROM _ WHERE _ = _");
}

TEST_CASE("a shape parsed from its text equals the shape") {
  for (const Example &example : small_examples()) {
    const auto shape = QueryShape::of(example.sql, nullptr);
    const auto again = QueryShape::parse(shape->text());
    CAPTURE(shape->text());
    CHECK(again->text() == shape->text());
    CHECK(again->profile() == shape->profile());
    CHECK(again->skeleton() == shape->skeleton());
    const auto edits = sql::count_edits(shape->tree(), again->tree());
    CHECK(edits.keep == edits.total());
  }
}

TEST_CASE("a skeleton drops joins, lists and chains, and keeps the clauses") {
  const auto a = QueryShape::of("SELECT a, b FROM t JOIN u ON t.i = u.i WHERE c = 1 AND d > 2", {});
  const auto b = QueryShape::of("SELECT a FROM t WHERE c < 1", {});
  const auto c = QueryShape::of("SELECT a FROM t ORDER BY c", {});
  CHECK(skeleton_similarity(*a, *b) == 1.0);
  CHECK(skeleton_similarity(*a, *c) < 0.85);
}

TEST_CASE("a question's skeleton masks schema words, numbers and values") {
  const auto catalog = music_and_zoo();
  CHECK(question_skeleton("How many singers came from France after 1999 with \"a b\"?",
                          &catalog->database(DatabaseId(0))) ==
        std::vector<std::string>{"how", "mani", "#s", "came", "from", "#v", "after", "#n", "with",
                                 "#v"});
  CHECK(question_skeleton("", nullptr).empty());
  CHECK(question_skeleton("\"never closed", nullptr) == std::vector<std::string>{"never", "close"});
}

TEST_CASE("a question's skeleton has the words outside double quotes of the text") {
  const std::vector<std::string_view> pieces{"name ", "Rome", " ",  "\"", "12",
                                             "aB ",   "中",   "? ", "'"};
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    std::string text;
    for (std::size_t count = random.below(30); count > 0; --count)
      text += pieces[random.below(pieces.size())];
    CAPTURE(text);
    std::vector<std::string> terms;
    const auto add = [&](const std::string &term, bool is_mark) {
      if (!is_mark || terms.empty() || terms.back() != term) terms.push_back(term);
    };
    bool is_first = true;
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::size_t quote = std::min(rest.find('"'), rest.size());
      each_word(rest.substr(0, quote), [&](std::string_view word) {
        const bool begins = std::exchange(is_first, false);
        const bool is_number = word.find_first_not_of("0123456789") == word.npos;
        const bool is_value = !begins && word.front() >= 'A' && word.front() <= 'Z';
        add(is_number ? "#n" : is_value ? "#v" : stem(fold(word)), is_number || is_value);
      });
      rest.remove_prefix(quote);
      const std::size_t end = rest.empty() ? rest.npos : rest.find('"', 1);
      if (end != rest.npos) {
        add("#v", true);
        is_first = false;
      }
      rest.remove_prefix(end != rest.npos ? end + 1 : std::min<std::size_t>(rest.size(), 1));
    }
    CHECK(question_skeleton(text, nullptr) == terms);
  }
}

TEST_CASE("a store built in two steps equals the store built in one") {
  const std::vector<Example> all = small_examples();
  const auto catalog = music_and_zoo();
  const ExampleStore empty{HashedEmbedder(64)};
  const auto first = empty.with(std::span(all).first(5), catalog.get());
  const auto both = first.store.with(std::span(all).subspan(5), catalog.get());
  CHECK(same(both.store, *small_store()));
  CHECK(both.store.bytes() == small_store()->bytes());
  CHECK(first.store.size() == 5);  // a snapshot does not change
  CHECK(small_store()->shape_count() == 7);
  const auto counts = small_store()->find_shape("SELECT count(*) FROM _");
  REQUIRE(counts);
  CHECK(small_store()->examples(*counts).size() == 3);
  CHECK_FALSE(small_store()->find_shape("SELECT 0"));
}

TEST_CASE("queries that are not SQL or too long are rejected with a reason") {
  std::string large = "SELECT 1";
  for (std::size_t i = 0; i < QueryShape::max_nodes; ++i) large += ", 1";
  const std::vector<Example> examples{{"a", "", "SELECT FROM"},
                                      {"b", "", "SELECT 1"},
                                      {"c", "", std::string("SELECT 1\0", 9)},
                                      {"d", "", std::string(QueryShape::max_sql + 1, ' ')},
                                      {"e", "", large}};
  const auto made = ExampleStore(HashedEmbedder(16)).with(examples, nullptr);
  CHECK(made.store.size() == 1);
  REQUIRE(made.rejected.size() == 4);
  CHECK(made.rejected[0].position == 0);
  CHECK(made.rejected[2].position == 3);
}

TEST_CASE("a store is restored from its file, and a damaged file is one error") {
  const TemporaryDirectory folder;
  const std::string path = (folder.path() / "store").string();
  const std::string bytes = small_store()->bytes();
  write_file(path, bytes);
  CHECK(same(ExampleStore::open(path, HashedEmbedder(64)), *small_store()));
  CHECK(error_of([&] { return ExampleStore::open(path, HashedEmbedder(32)); }).code() ==
        ErrorCode::mismatch);
  for (std::size_t at = 0; at < bytes.size(); at += 97) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 0x10);
    write_file(path, broken);
    const Error error = error_of([&] { return ExampleStore::open(path, HashedEmbedder(64)); });
    CHECK(error.where().source == path);
    write_file(path, bytes.substr(0, at));
    error_of([&] { return ExampleStore::open(path, HashedEmbedder(64)); });
  }
}

TEST_CASE("leaks are found by question and by query, distinct from shared shapes") {
  const std::vector<Example> evaluated{
      {"how many  Singers are there", "other", "SELECT 1 + 1"},
      {"Completely new", "music", "select name from singer where country = 'Spain'"},
      {"Another one", "farm", "SELECT count(*) FROM cow"},
      {"Broken", "farm", "SELECT FROM"}};
  const auto catalog = music_and_zoo();
  const LeakReport resolved = find_leaks(*small_store(), evaluated, catalog.get());
  REQUIRE(resolved.leaks.size() == 4);
  CHECK(resolved.leaks[1].kind == LeakKind::query);
  CHECK(resolved.leaks[1].example == ExampleId(2));
  // Without the schema, "France" is the name of a column.
  const LeakReport report = find_leaks(*small_store(), evaluated, nullptr);
  CHECK(report.unreadable == 1);
  REQUIRE(report.leaks.size() == 3);
  CHECK(report.leaks[0].kind == LeakKind::question);
  CHECK(report.leaks[0].example == ExampleId(0));
  CHECK(report.leaks[1].kind == LeakKind::shape);
  CHECK(report.leaks[1].position == 1);
  CHECK(report.leaks[2].position == 2);
  CHECK(report.leaks[2].copies == 3);
  std::vector<Example> twice = small_examples();
  twice.push_back({"HOW many singers are there", "music", "SELECT count(*) FROM singer"});
  const auto store = ExampleStore(HashedEmbedder(16)).with(twice, nullptr).store;
  const auto pairs = find_duplicates(store);
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0] == std::pair(ExampleId(12), ExampleId(0)));
}
