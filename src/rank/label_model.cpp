#include "sluice/rank/label_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/library_value.hpp"
#include "core/shipped_file.hpp"
#include "label_features.hpp"
#include "packed_weights.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/learn/linear_model.hpp"
#include "sluice/rank/need_model.hpp"

namespace sluice::inline v0 {
namespace {

using LabelModels = detail::ValuesInUse<int, LabelModel>;  // with a single key
LabelModels &shipped_model() {
  static detail::NeverDestroyed<LabelModels> model;
  return *model;
}
const detail::ReleaseWithLibrary release_model(shipped_model);

constexpr FourCc kind{'L', 'A', 'B', 'L'};
constexpr FourCc about{'A', 'B', 'O', 'U'};
constexpr FourCc numbers{'N', 'U', 'M', 'S'};
constexpr FourCc need_trees{'N', 'E', 'E', 'D'};

struct Numbers {
  std::uint64_t words = 0;
  double slope = 1;
  double offset = 0;
};
static_assert(sizeof(Numbers) == 24);

struct Part {
  HashedModel LabelModel::*model;
  std::size_t features;
  std::size_t labels;
  rank_detail::PackedNames names;
};
constexpr std::array<Part, 3> parts{Part{&LabelModel::of_clauses,
                                         LabelModel::clause_features,
                                         clause_count,
                                         {{'C', 'L', 'A', 'U'}, {'C', 'L', 'S', 'C'}}},
                                    Part{&LabelModel::of_tables,
                                         LabelModel::table_features,
                                         table_label_count,
                                         {{'T', 'A', 'B', 'L'}, {'T', 'B', 'S', 'C'}}},
                                    Part{&LabelModel::of_columns,
                                         LabelModel::column_features,
                                         column_label_count,
                                         {{'C', 'O', 'L', 'U'}, {'C', 'O', 'S', 'C'}}}};

template <std::size_t Labels>
std::array<float, Labels> probabilities_of(std::array<float, Labels> scores) {
  for (float &score : scores) score = static_cast<float>(sigmoid(score));
  return scores;
}

}  // namespace

std::vector<SchemaSplit> split_schema(std::size_t columns, std::size_t max_columns) {
  if (max_columns == 0)
    throw Error(ErrorCode::invalid_argument, "a split has 0 columns, expected at least 1");
  std::vector<SchemaSplit> splits;
  std::size_t begin = 0;
  do {
    const std::size_t end = begin + std::min(max_columns, columns - begin);
    splits.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    begin = end;
  } while (begin < columns);
  return splits;
}

LabelScores certain_scores(const QueryLabels &labels) {
  LabelScores scores;
  for (std::size_t c = 0; c < clause_count; ++c)
    scores.clauses[c] = (labels.clauses >> c & 1) != 0 ? 1.0F : 0.0F;
  for (const std::uint32_t of : labels.tables) {
    auto &table = scores.tables.emplace_back();
    for (std::size_t l = 0; l < table_label_count; ++l) table[l] = (of >> l & 1) != 0 ? 1.0F : 0.0F;
  }
  scores.table_votes = scores.tables;
  for (const std::uint32_t of : labels.columns) {
    auto &column = scores.columns.emplace_back();
    for (std::size_t l = 0; l < column_label_count; ++l)
      column[l] = (of >> l & 1) != 0 ? 1.0F : 0.0F;
  }
  return scores;
}

LabelScores LabelModel::predict(const LabelSchema &schema, const LabelEvidence &evidence,
                                const LabelQuestion &question,
                                const LabelModelOptions &options) const {
  LabelScores scores;
  scores.form.model = of_shapes;
  scores.tables.resize(schema.tables().size());
  scores.table_votes.resize(schema.tables().size());
  const auto splits = split_schema(schema.columns().size(), options.columns_per_split);
  const float share = 1 / static_cast<float>(splits.size());
  for (const SchemaSplit split : splits) {
    const rank_detail::SplitFeatures features =
        rank_detail::split_features(schema, evidence, question, split);
    auto of_split = of_clauses.scores_of<clause_count>(features.of_clauses);
    for (std::size_t g = 0; g + 1 < clause_groups.size(); ++g) {
      const auto group = std::span(of_split).subspan(
          clause_groups[g], std::size_t{clause_groups[g + 1]} - clause_groups[g]);
      softmax(group);
    }
    for (std::size_t l = 0; l < clause_count; ++l) scores.clauses[l] += share * of_split[l];
    const ShapeVector vector = of_shapes->vector_of(features.of_clauses);
    for (std::size_t d = 0; d < shape_dimensions; ++d) scores.form.vector[d] += share * vector[d];
    for (std::size_t t = 0; t < features.of_tables.size(); ++t) {
      const auto of_table =
          probabilities_of(of_tables.scores_of<table_label_count>(features.of_tables[t]));
      for (std::size_t l = 0; l < table_label_count; ++l) {
        scores.tables[t][l] += share * of_table[l];
        scores.table_votes[t][l] += of_table[l] >= 0.5F ? share : 0;
      }
    }
    for (const LabelFeatures &of_column : features.of_columns)
      scores.columns.push_back(
          probabilities_of(of_columns.scores_of<column_label_count>(of_column)));
  }
  return scores;
}

std::string LabelModel::bytes() const {
  SegmentWriter writer(kind, hash64(trained_on, embedder_fingerprint));
  writer.add(about, trained_on);
  const Numbers of{embedder_fingerprint, confidence.slope, confidence.offset};
  writer.add(numbers, std::span(&of, 1));
  for (const Part &part : parts) rank_detail::write_packed(writer, part.names, this->*part.model);
  of_shapes->write(writer);
  if (of_needs != nullptr) writer.add(need_trees, of_needs->bytes());
  return writer.bytes();
}

std::shared_ptr<const LabelModel> LabelModel::open(const std::string &path) {
  return read(SegmentFile(path, kind));
}

std::shared_ptr<const LabelModel> LabelModel::parse(std::string_view bytes,
                                                    const std::string &name) {
  return read(SegmentFile(bytes, name, kind));
}

std::shared_ptr<const LabelModel> LabelModel::shipped() {
  constexpr const char *name = "spider.labels";
  if (const std::string_view bytes = detail::shipped_bytes(name); !bytes.empty())
    return shipped_model().get(0, [&] { return parse(bytes, name); });
  const std::string path = detail::shipped_file(name);
  return path.empty() ? nullptr : shipped_model().get(0, [&] { return open(path); });
}

std::shared_ptr<const LabelModel> LabelModel::read(const SegmentFile &file) {
  auto model = std::make_shared<LabelModel>();
  model->trained_on = file.section(about);
  const auto of = file.records<Numbers>(numbers);
  if (of.size() != 1 || !std::isfinite(of[0].slope) || !std::isfinite(of[0].offset))
    file.fail("has broken numbers");
  model->embedder_fingerprint = of[0].words;
  model->confidence = {of[0].slope, of[0].offset};
  for (const Part &part : parts)
    (*model).*part.model = rank_detail::read_packed(file, part.names, part.features, part.labels);
  model->of_shapes = std::make_shared<const ShapeModel>(ShapeModel::read(file));
  if (file.has(need_trees)) {
    try {
      model->of_needs =
          std::make_shared<const NeedModel>(NeedModel::parse(file.section(need_trees)));
    } catch (const Error &error) {
      file.fail(error.message());
    }
  }
  return model;
}

}  // namespace sluice::inline v0
