#include "example_source.hpp"

#include <utility>

#include <fmt/format.h>

#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/rank/likely_shape_ranker.hpp"
#include "sluice/rank/shape_rankers.hpp"

namespace sluice::cli {
namespace {

std::vector<Example> examples_in(std::string_view lines, const std::string &path,
                                 std::vector<std::string> &places) {
  std::vector<Example> examples;
  each_json_line(lines, path, [&](JsonValue record) {
    Example example;
    example.question = record.at("question").as_string();
    if (const auto database = record.find("db_id")) example.database = database->as_string();
    const auto query = record.find("query");
    example.sql = query ? query->as_string() : record.at("sql").as_string();
    examples.push_back(std::move(example));
    places.push_back(fmt::format("{}:{}", path, record.place().line));
  });
  return examples;
}

}  // namespace

std::vector<Example> read_examples(const std::vector<std::string> &paths,
                                   std::vector<std::string> &places) {
  std::vector<Example> all;
  for (const std::string &path : paths) {
    for (Example &example : examples_in(read_file(path), path, places))
      all.push_back(std::move(example));
  }
  return all;
}

std::shared_ptr<const ExampleStore> open_examples(const std::string &path,
                                                  const AnyEmbedder &embedder,
                                                  const Catalog *catalog) {
  const std::string text = read_file(path);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != text.npos && text[first] != '{')
    return std::make_shared<const ExampleStore>(ExampleStore::open(path, embedder));
  std::vector<std::string> places;
  return std::make_shared<const ExampleStore>(
      ExampleStore(embedder).with(examples_in(text, path, places), catalog).store);
}

const std::vector<std::string> &ranker_names() {
  static const std::vector<std::string> names{"likely",    "distilling", "symmetric",
                                              "tree-edit", "dail",       "question"};
  return names;
}

AnyExampleRanker ranker_called(std::string_view name, std::shared_ptr<const ExampleStore> store,
                               double diversity) {
  if (name == "question") return QuestionRanker(std::move(store));
  if (name == "dail") return SkeletonRanker(std::move(store));
  if (name == "likely") {
    LikelyShapeOptions options;
    options.diversity = diversity;
    return LikelyShapeRanker(std::move(store), options);
  }
  const ShapeSimilarity similarity = name == "distilling" ? ShapeSimilarity::change_distilling
                                     : name == "symmetric"
                                         ? ShapeSimilarity::change_distilling_symmetric
                                         : ShapeSimilarity::tree_edit_distance;
  return ShapeRanker(std::move(store), {similarity, 0});
}

std::shared_ptr<const LabelModel> open_labels(const std::string &path) {
  return path.empty() ? LabelModel::shipped() : LabelModel::open(path);
}

}  // namespace sluice::cli
