#include "sluice/benchmark/benchmark_questions.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "core/add_once.hpp"
#include "sluice/core/json.hpp"

namespace sluice::inline v0 {
namespace {

using detail::add_once;

class Reader {
 public:
  Reader(const Catalog &catalog, JsonValue record) : catalog_(catalog), record_(record) {}

  BenchmarkQuestion read() {
    read_texts();
    const JsonValue name = record_.at("db_id");
    const auto database = catalog_.find_database(name.as_string());
    if (!database) fail_not_found(name, "database");
    question_.database = *database;

    if (const auto elements = record_.find("gold_elements")) {
      for (const JsonValue element : *elements) read_element(element);
      return std::move(question_);
    }
    for (const JsonValue table : record_.at("gold_tables")) {
      const auto found = catalog_.find_table(question_.database, table.as_string());
      if (!found) fail_not_found(table, "table");
      add_once(question_.tables, *found);
    }
    for (const JsonValue column : record_.at("gold_columns")) add_column(column.as_string());
    return std::move(question_);
  }

 private:
  void read_texts() {
    question_.question = record_.at("question").as_string();
    if (const auto id = record_.find("id")) question_.id = id->as_string();
    if (const auto evidence = record_.find("evidence")) question_.evidence = evidence->as_string();
    if (const auto schema = record_.find("hallucinated")) {
      question_.hallucinated = parse_hallucinated_schema(*schema);
    }
  }

  void read_element(JsonValue element) {
    std::string_view path = element.as_string();
    const std::string_view database = catalog_.database(question_.database).name();
    if (path.size() <= database.size() || path[database.size()] != '.') {
      ++question_.unknown;
      return;
    }
    path.remove_prefix(database.size() + 1);
    add_column(path);
  }

  /// Table and column names may contain dots, so every dot is tried.
  void add_column(std::string_view path) {
    for (std::size_t dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1)) {
      const auto table = catalog_.find_table(question_.database, path.substr(0, dot));
      if (!table) continue;
      const auto column = catalog_.find_column(*table, path.substr(dot + 1));
      if (!column) continue;
      add_once(question_.tables, *table);
      add_once(question_.columns, *column);
      return;
    }
    ++question_.unknown;
  }

  [[noreturn]] static void fail_not_found(JsonValue name, std::string_view kind) {
    throw Error(ErrorCode::not_found,
                fmt::format("{} \"{}\" is not in the catalog", kind, name.as_string()),
                name.place());
  }

  const Catalog &catalog_;
  JsonValue record_;
  BenchmarkQuestion question_;
};

}  // namespace

std::vector<BenchmarkQuestion> read_benchmark_questions(std::string_view json_lines,
                                                        const std::string &source,
                                                        const Catalog &catalog) {
  std::vector<BenchmarkQuestion> questions;
  each_json_line(json_lines, source,
                 [&](JsonValue record) { questions.push_back(Reader(catalog, record).read()); });
  return questions;
}

std::vector<BenchmarkQuestion> read_reworded(std::string_view json_lines, const std::string &source,
                                             std::span<const BenchmarkQuestion> questions) {
  std::unordered_map<std::string_view, const BenchmarkQuestion *> by_id;
  for (const BenchmarkQuestion &question : questions)
    if (!question.id.empty()) by_id.emplace(question.id, &question);
  std::vector<BenchmarkQuestion> reworded;
  each_json_line(json_lines, source, [&](JsonValue record) {
    const JsonValue id = record.at("id");
    const auto found = by_id.find(id.as_string());
    if (found == by_id.end()) {
      throw Error(ErrorCode::not_found,
                  fmt::format("no question has the id \"{}\"", id.as_string()), id.place());
    }
    BenchmarkQuestion &of = reworded.emplace_back(*found->second);
    of.evidence.clear();
    of.hallucinated = {};
    const auto schema = record.find("hallucinated");
    if (!schema || record.find("question")) of.question = record.at("question").as_string();
    if (schema) of.hallucinated = parse_hallucinated_schema(*schema);
  });
  return reworded;
}

}  // namespace sluice::inline v0
