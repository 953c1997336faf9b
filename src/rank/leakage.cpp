#include "sluice/rank/leakage.hpp"

#include <optional>
#include <string>
#include <unordered_map>

#include "sluice/core/error.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/normalize.hpp"
#include "sluice/sql/paper_rules.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0 {
namespace {

std::string question_key(std::string_view question) {
  std::string key;
  const std::string folded = fold(question);
  each_word(folded, [&](std::string_view word) {
    key += word;
    key += ' ';
  });
  return key;
}

const Database *database_of(const Catalog *catalog, const Example &example) {
  if (catalog == nullptr) return nullptr;
  const auto id = catalog->find_database(example.database);
  return id ? &catalog->database(*id) : nullptr;
}

/// The query with its names and without its values, and its database; empty if it is not SQL.
std::string query_key(const Example &example, const Database *database) {
  if (example.sql.size() > QueryShape::max_sql) return {};
  sql::SyntaxTree tree;
  try {
    sql::parse(example.sql, tree, {.dialect = sql::Dialect::permissive});
  } catch (const sql::SyntaxError &) {
    return {};
  }
  sql::NormalizeOptions options;
  std::optional<SqlNames> names;
  if (database != nullptr) options.context.names = names.emplace(*database);
  options.rules.push_back(sql::mask_values());
  sql::normalize(tree, options);
  return lower_case(example.database) + '\n' + sql::print(tree);
}

struct Found {
  ExampleId first;
  std::size_t copies = 0;
};
using Places = std::unordered_map<std::string, Found>;

void note(Places &places, std::string key, ExampleId id) {
  if (key.empty()) return;
  Found &found = places.try_emplace(std::move(key), Found{id, 0}).first->second;
  ++found.copies;
}

}  // namespace

std::string_view name_of(LeakKind kind) noexcept {
  switch (kind) {
    case LeakKind::question: return "question";
    case LeakKind::query: return "query";
    default: return "shape";
  }
}

LeakReport find_leaks(const ExampleStore &store, std::span<const Example> evaluated,
                      const Catalog *catalog) {
  Places questions, queries;
  for (std::size_t i = 0; i < store.size(); ++i) {
    note(questions, question_key(store[ExampleId(i)].question), ExampleId(i));
    note(queries, query_key(store[ExampleId(i)], database_of(catalog, store[ExampleId(i)])),
         ExampleId(i));
  }
  LeakReport report;
  for (std::size_t i = 0; i < evaluated.size(); ++i) {
    const Database *database = database_of(catalog, evaluated[i]);
    const auto look = [&](const Places &places, const std::string &key, LeakKind kind) {
      const auto at = places.find(key);
      if (at != places.end())
        report.leaks.push_back({i, at->second.first, at->second.copies, kind});
    };
    look(questions, question_key(evaluated[i].question), LeakKind::question);
    look(queries, query_key(evaluated[i], database), LeakKind::query);
    try {
      const auto shape = QueryShape::of(evaluated[i].sql, database, store.rules());
      if (const auto id = store.find_shape(shape->text())) {
        const auto examples = store.examples(*id);
        report.leaks.push_back({i, examples.front(), examples.size(), LeakKind::shape});
      }
    } catch (const Error &) {
      ++report.unreadable;
    }
  }
  return report;
}

std::vector<std::pair<ExampleId, ExampleId>> find_duplicates(const ExampleStore &store) {
  std::vector<std::pair<ExampleId, ExampleId>> pairs;
  std::unordered_map<std::string, ExampleId> first;
  for (std::size_t i = 0; i < store.size(); ++i) {
    const Example &example = store[ExampleId(i)];
    const auto [at, is_new] = first.try_emplace(
        question_key(example.question) + '\n' + query_key(example, nullptr), ExampleId(i));
    if (!is_new) pairs.emplace_back(ExampleId(i), at->second);
  }
  return pairs;
}

}  // namespace sluice::inline v0
