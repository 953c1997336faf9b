/// Normal forms of the benchmarks' queries: equal to sqlglot's where recorded, with the same rows,
/// and unchanged when normalized again.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agreement.hpp"
#include "corpora.hpp"
#include "rows.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/equivalence_rules.hpp"
#include "sluice/sql/normalize.hpp"
#include "sluice/sql/paper_rules.hpp"
#include "sluice/sql/visit.hpp"
#include "support/sqlite_file.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

std::vector<sql::AnyRewriteRule> joined(std::vector<sql::AnyRewriteRule> first,
                                        const std::vector<sql::AnyRewriteRule> &then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

std::vector<sql::AnyRewriteRule> all_unmasked() {
  return joined(sql::paper_rules(sql::Domain::in_domain), sql::equivalence_rules());
}

/// What is wrong with a normal form; empty if nothing is.
std::string problem_of(const std::string &text, const sql::NormalizeOptions &options) {
  const sql::Dialect dialect = options.context.dialect;
  sql::SyntaxTree tree = sql::parse(text, {.dialect = dialect});
  if (!normalize(tree, options).settled) return "does not settle";
  const std::string once = print(tree, {.dialect = dialect});
  sql::SyntaxTree again;
  if (const auto error = syntax_error(once, again, dialect)) return once + "\n" + error->what();
  if (normalize(tree, options).changed)
    return "changes again: " + once + "\n" + print(tree, {.dialect = dialect});
  normalize(again, options);
  if (print(again, {.dialect = dialect}) != once)
    return "read again, changes: " + once + "\n" + print(again, {.dialect = dialect});
  return {};
}

const Database *find(const std::vector<std::shared_ptr<const Database>> &databases,
                     const std::string &name) {
  for (const auto &database : databases) {
    if (database->name() == name) return database.get();
  }
  return nullptr;
}

/// Counts failed queries and prints one line per query.
struct Failures {
  std::size_t count = 0;
  void add(const std::string &sql, const std::string &why) {
    if (++count <= 20) MESSAGE(sql << "\n" << why);
  }
};

/// Runs the gold queries before and after, if SQLite can run them; returns their number.
std::size_t check_rows(const std::vector<Query> &golds, const std::filesystem::path &folder,
                       std::vector<sql::AnyRewriteRule> rules) {
  std::string open;
  std::optional<SqliteConnection> connection;
  std::shared_ptr<const Database> database;
  std::optional<SqlNames> names;
  std::size_t run = 0;
  Failures failures;
  sql::NormalizeOptions options;
  options.rules = std::move(rules);
  for (const Query &gold : golds) {
    if (gold.database != open) {
      open = gold.database;
      const std::string path = (folder / (open + ".sqlite")).string();
      connection.emplace(path, SqliteConnection::Access::read);
      database = load_sqlite(path);
      names.emplace(*database);
      options.context.names = *names;
    }
    const std::vector<std::string> before = rows_of(*connection, gold.sql);
    if (!before.empty() && before.front().starts_with("error")) continue;
    sql::SyntaxTree tree = sql::parse(gold.sql);
    normalize(tree, options);
    const std::string normal = print(tree);
    const std::vector<std::string> after = rows_of(*connection, normal);
    ++run;
    if (sorted(before) != sorted(after)) {
      failures.add(gold.sql, normal + "\n" + std::to_string(before.size()) + " rows, then " +
                                 std::to_string(after.size()) +
                                 (after.empty() ? "" : ": " + after.front()));
    } else if (before != after &&
               tree.child(tree.root(), sql::NodeKind::order_by) != sql::no_node) {
      failures.add(gold.sql, "in another order: " + normal);
    }
  }
  CHECK(failures.count == 0);
  return run;
}

}  // namespace

namespace {

/// sqlglot's text without the conditions that it adds to a JOIN that has none.
std::string as_written(std::string text) {
  const std::string added = " ON TRUE";
  for (std::size_t at = text.find(added); at != std::string::npos; at = text.find(added))
    text.erase(at, added.size());
  return text;
}

}  // namespace

TEST_CASE("masked queries equal those that sqlglot masked") {
  const std::filesystem::path file =
      data_directory() / "sql_corpus/sqlglot_edit_counts_spider_dev_train.tsv.gz";
  if (!exists(file)) return skip("no benchmark data");
  sql::NormalizeOptions paper, masked;
  paper.rules = sql::paper_rules(sql::Domain::cross_domain);
  // sqlglot writes functions in upper case and NOT before IN.
  masked.rules = {sql::lower_case_names(), sql::push_negations()};
  std::size_t pairs = 0, refused = 0;
  Failures failures;
  const std::string text = read_file(file.string());
  for (const std::string_view line : lines_of(text)) {
    std::vector<std::string> fields;
    for (std::size_t at = 0; at <= line.size() && fields.size() < 4;) {
      const std::size_t end = std::min(line.find('\t', at), line.size());
      fields.emplace_back(line.substr(at, end - at));
      at = end + 1;
    }
    if (fields.at(0) == "sql_a") continue;
    for (std::size_t side = 0; side < 2; ++side) {
      ++pairs;
      const std::string theirs = as_written(fields[side + 2]);
      sql::SyntaxTree ours;
      if (syntax_error(fields[side], ours, sql::Dialect::sqlite)) {
        ++refused;  // a LIMIT before a set operator, which SQLite rejects and sqlglot accepts
        continue;
      }
      normalize(ours, paper);
      const std::string printed = print(ours);
      sql::SyntaxTree expected = sql::parse(theirs);
      normalize(expected, masked);
      if (!(sql::parse(printed) == expected)) failures.add(fields[side], printed + "\n" + theirs);
    }
  }
  CHECK(pairs == 6000);
  CHECK(refused <= 2);
  CHECK(failures.count == 0);
}

TEST_CASE("distinguishing strings from names leaves fewer shapes") {
  const std::filesystem::path schemas = data_directory() / "spider/tables.json.gz";
  if (!exists(schemas)) return skip("no benchmark data");
  const auto databases = load(schemas.string());
  const auto shapes = [&](const std::string &file, bool with_schema) {
    std::set<std::string> found;
    for (const Query &query : queries(file)) {
      sql::SyntaxTree tree;
      if (syntax_error(query.sql, tree, sql::Dialect::sqlite)) continue;
      sql::NormalizeOptions options;
      options.rules = sql::paper_rules(sql::Domain::cross_domain);
      std::optional<SqlNames> names;
      if (with_schema) options.context.names = names.emplace(*find(databases, query.database));
      normalize(tree, options);
      // A masked value is printed like a masked name.
      for (const sql::NodeId id : nodes_of(tree)) {
        if (tree.kind(id) == sql::NodeKind::number) tree.set_text(id, "0");
      }
      found.insert(print(tree));
    }
    return found.size();
  };
  CHECK(shapes("spider/dev_gold.sql", false) == 275);
  CHECK(shapes("spider/dev_gold.sql", true) == 258);
  CHECK(shapes("spider/train.jsonl.gz", false) == 1044);
  CHECK(shapes("spider/train.jsonl.gz", true) == 943);
}

TEST_CASE("normalized gold queries of Spider return the same rows") {
  const std::vector<Query> golds = queries("spider/dev_gold.sql");
  if (golds.empty()) return skip("no benchmark data");
  const std::filesystem::path folder = data_directory() / "spider/databases/dev";
  CHECK(check_rows(golds, folder, sql::unmasked_rules()) == 1034);
  CHECK(check_rows(golds, folder, sql::paper_rules(sql::Domain::in_domain)) == 1034);
  CHECK(check_rows(golds, folder, all_unmasked()) == 1034);
}

TEST_CASE("normalized queries of the train databases return the same rows") {
  std::vector<Query> golds = queries("spider/train.jsonl.gz");
  if (golds.empty()) return skip("no benchmark data");
  const TemporaryDirectory folder;
  for (const Query &gold : golds) {
    const auto packed =
        data_directory() / "spider/databases/train" / (gold.database + ".sqlite.gz");
    const auto file = folder.path() / (gold.database + ".sqlite");
    if (!exists(file) && exists(packed)) write_bytes(file.string(), read_file(packed.string()));
  }
  golds.erase(std::remove_if(golds.begin(), golds.end(),
                             [&](const Query &gold) {
                               return !exists(folder.path() / (gold.database + ".sqlite"));
                             }),
              golds.end());
  CHECK(check_rows(golds, folder.path(), all_unmasked()) > 6000);
}

TEST_CASE("normalizing a second time changes nothing") {
  std::size_t all = 0;
  Failures failures;
  const auto check = [&](const std::string &text, const Database *database) {
    if (all++ % slowness != 0) return;
    sql::SyntaxTree tree;
    if (syntax_error(text, tree, sql::Dialect::sqlite)) return;
    sql::NormalizeOptions options;
    std::optional<SqlNames> names;
    if (database != nullptr) {
      names.emplace(*database);
      options.context.names = *names;
    }
    for (const auto &rules :
         {sql::unmasked_rules(), sql::paper_rules(sql::Domain::in_domain), all_unmasked()}) {
      options.rules = rules;
      const std::string problem = problem_of(text, options);
      if (!problem.empty()) failures.add(text, problem);
    }
    for (const auto &rules :
         {sql::paper_rules(sql::Domain::cross_domain),
          joined(sql::paper_rules(sql::Domain::cross_domain), sql::equivalence_rules())}) {
      options.rules = rules;
      sql::SyntaxTree masked = sql::parse(text);
      if (!normalize(masked, options).settled) failures.add(text, "masked, does not settle");
      if (normalize(masked, options).changed) failures.add(text, "masked, changes again");
    }
  };
  const std::filesystem::path data = data_directory();
  for (const auto &[file, schemas] : std::map<std::string, std::string>{
           {"spider/dev_gold.sql", "spider/tables.json.gz"},
           {"spider/train.jsonl.gz", "spider/tables.json.gz"},
           {"bird_dev/questions_even.jsonl.gz", "bird_dev/tables.json.gz"}}) {
    if (!exists(data / schemas)) continue;
    const auto databases = load((data / schemas).string());
    for (const Query &query : queries(file)) check(query.sql, find(databases, query.database));
  }
  for (const char *name : {"tpch", "job", "hyrise_good", "hyrise_bad", "sqllogictest_select"}) {
    for (const KnownStatement &known : known_statements(name)) check(known.sql, nullptr);
  }
  for (const char *name : {"tpch", "job", "hyrise_good", "sqllogictest_select"}) {
    for (const KnownStatement &known : known_statements(name)) {
      for (const auto dialect : {sql::Dialect::permissive, sql::Dialect::postgresql}) {
        sql::NormalizeOptions options;
        options.rules = all_unmasked();
        options.context.dialect = dialect;
        sql::SyntaxTree tree;
        if (syntax_error(known.sql, tree, dialect)) continue;
        const std::string problem = problem_of(known.sql, options);
        if (!problem.empty()) failures.add(known.sql, problem);
      }
    }
  }
  if (all == 0) return skip("no benchmark data");
  CHECK(all > 10'000);
  CHECK(failures.count == 0);
}
