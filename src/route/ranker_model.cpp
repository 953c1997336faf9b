#include "sluice/route/ranker_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <span>
#include <utility>

#include "core/library_value.hpp"
#include "core/lines.hpp"
#include "core/shipped_file.hpp"
#include "route/weights/ranker_weights.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/segment_file.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0 {
namespace {

/// Keyed by the fingerprints of the embedders. A model takes 4 MB.
using RankerModels = detail::ValuesInUse<std::pair<std::uint64_t, std::uint64_t>, RankerModel>;
RankerModels &shipped_models() {
  static detail::NeverDestroyed<RankerModels> models;
  return *models;
}
const detail::ReleaseWithLibrary release_models(shipped_models);

constexpr FourCc kind{'R', 'N', 'K', 'R'};
constexpr FourCc about{'A', 'B', 'O', 'U'};
constexpr FourCc numbers{'N', 'U', 'M', 'S'};
constexpr FourCc word_translations{'T', 'R', 'A', 'N'};
constexpr FourCc questions{'S', 'E', 'E', 'N'};
constexpr FourCc evidence_questions{'E', 'S', 'E', 'N'};  // absent if there are none
constexpr FourCc content{'C', 'O', 'N', 'T'};

/// Sections of a model: the names of its features, one per line, and its parameters.
struct Part {
  FourCc names;
  FourCc scorer;
};
struct Parts {
  Part databases, tables, columns;
  FourCc contenders;  // absent if there are none
  FourCc recall;
  FourCc fit;  // a threshold, then weights; absent if there were too few examples
  Part evidence_databases, evidence_tables, evidence_columns;  // absent if there is no evidence
  FourCc database_scale, table_reads, column_reads;
};
constexpr Parts schema_only_parts{{{'D', 'B', 'N', 'M'}, {'D', 'B', 'L', 'M'}},
                                  {{'T', 'B', 'N', 'M'}, {'T', 'B', 'T', 'M'}},
                                  {{'C', 'L', 'N', 'M'}, {'C', 'L', 'T', 'M'}},
                                  {'D', 'B', 'P', 'M'},
                                  {'C', 'L', 'R', 'M'},
                                  {'F', 'I', 'T', 'M'},
                                  {{'E', 'D', 'N', 'M'}, {'E', 'D', 'L', 'M'}},
                                  {{'E', 'T', 'N', 'M'}, {'E', 'T', 'L', 'M'}},
                                  {{'E', 'C', 'N', 'M'}, {'E', 'C', 'L', 'M'}},
                                  {'E', 'R', 'D', 'M'},
                                  {'E', 'R', 'T', 'M'},
                                  {'E', 'R', 'C', 'M'}};
constexpr Parts with_content_parts{{{'D', 'B', 'N', 'V'}, {'D', 'B', 'L', 'V'}},
                                   {{'T', 'B', 'N', 'V'}, {'T', 'B', 'T', 'V'}},
                                   {{'C', 'L', 'N', 'V'}, {'C', 'L', 'T', 'V'}},
                                   {'D', 'B', 'P', 'V'},
                                   {'C', 'L', 'R', 'V'},
                                   {'F', 'I', 'T', 'V'},
                                   {{'E', 'D', 'N', 'V'}, {'E', 'D', 'L', 'V'}},
                                   {{'E', 'T', 'N', 'V'}, {'E', 'T', 'L', 'V'}},
                                   {{'E', 'C', 'N', 'V'}, {'E', 'C', 'L', 'V'}},
                                   {'E', 'R', 'D', 'V'},
                                   {'E', 'R', 'T', 'V'},
                                   {'E', 'R', 'C', 'V'}};
/// Sections of SentenceAdapters; absent if a vector is not mapped.
struct AdapterSections {
  FourCc tables, columns;
};
constexpr AdapterSections word_adapters{{'A', 'W', 'T', 'B'}, {'A', 'W', 'C', 'L'}};
constexpr AdapterSections sentence_adapters{{'A', 'S', 'T', 'B'}, {'A', 'S', 'C', 'L'}};
constexpr Part fusion_part{{'F', 'U', 'N', 'M'}, {'F', 'U', 'L', 'M'}};

void add_part(SegmentWriter &writer, const Part &part, std::span<const std::string> features,
              const std::string &scorer) {
  std::string lines;
  for (const std::string &name : features) lines += name + '\n';
  writer.add(part.names, lines);
  writer.add(part.scorer, scorer);
}

std::vector<std::string> read_names(const SegmentFile &file, const Part &part,
                                    std::size_t columns) {
  const auto lines = lines_of(file.section(part.names));
  if (lines.size() != columns) file.fail("has another number of feature names than of columns");
  return {lines.begin(), lines.end()};
}

NamedModel read_model(const SegmentFile &file, const Part &part) {
  LinearModel weights = LinearModel::parse(file.section(part.scorer));
  return {read_names(file, part, weights.columns()), std::move(weights)};
}

NamedTrees read_trees(const SegmentFile &file, const Part &part) {
  if (!file.has(part.scorer)) {
    file.fail("is a ranker of an older release, without trees; train it again",
              ErrorCode::unsupported);
  }
  BoostedTrees trees = BoostedTrees::parse(file.section(part.scorer));
  return {read_names(file, part, trees.columns()), std::move(trees)};
}

void add_parts(SegmentWriter &writer, const Parts &parts, const RankerWeights &weights) {
  add_part(writer, parts.databases, weights.databases.features, weights.databases.weights.bytes());
  add_part(writer, parts.tables, weights.tables.features, weights.tables.trees.bytes());
  add_part(writer, parts.columns, weights.columns.features, weights.columns.trees.bytes());
  if (weights.contenders.columns() > 0) writer.add(parts.contenders, weights.contenders.bytes());
  writer.add(parts.recall, weights.recall.bytes());
  if (const EvidenceModel &of = weights.evidence; of.is_fitted()) {
    add_part(writer, parts.evidence_databases, of.databases.features, of.databases.weights.bytes());
    add_part(writer, parts.evidence_tables, of.tables.features, of.tables.weights.bytes());
    writer.add(parts.database_scale, of.database_scale.bytes());
    writer.add(parts.table_reads, of.table_reads.bytes());
    if (of.columns.weights.columns() > 0) {
      add_part(writer, parts.evidence_columns, of.columns.features, of.columns.weights.bytes());
      writer.add(parts.column_reads, of.column_reads.bytes());
    }
  }
  if (!weights.fit.is_fitted()) return;
  std::string fit(sizeof(float), '\0');
  std::memcpy(fit.data(), &weights.fit.threshold, sizeof(float));
  writer.add(parts.fit, fit + weights.fit.weights.bytes());
}

void add_adapters(SegmentWriter &writer, const AdapterSections &sections,
                  const SentenceAdapters::Pair &adapters) {
  const auto add = [&](FourCc section, const LinearAdapter &adapter) {
    if (adapter.dimensions() > 0) writer.add(section, adapter.bytes());
  };
  add(sections.tables, adapters.tables);
  add(sections.columns, adapters.columns);
}

SentenceAdapters::Pair read_adapters(const SegmentFile &file, const AdapterSections &sections) {
  const auto read = [&](FourCc section) {
    return file.has(section) ? LinearAdapter::parse(file.section(section)) : LinearAdapter();
  };
  return {read(sections.tables), read(sections.columns)};
}

FitModel read_fit(const SegmentFile &file, FourCc section) {
  FitModel fit;
  const std::string_view bytes = file.section(section);
  if (bytes.size() < sizeof(float)) file.fail("has broken numbers");
  std::memcpy(&fit.threshold, bytes.data(), sizeof(float));
  if (!(fit.threshold >= 0 && fit.threshold <= 1)) file.fail("has broken numbers");
  fit.weights = LinearModel::parse(bytes.substr(sizeof(float)));
  return fit;
}

EvidenceModel read_evidence_model(const SegmentFile &file, const Parts &parts) {
  const auto of_one_number = [&](FourCc section) {
    LinearModel model = LinearModel::parse(file.section(section));
    if (model.columns() != 1) file.fail("has broken numbers");
    return model;
  };
  EvidenceModel evidence;
  evidence.databases = read_model(file, parts.evidence_databases);
  evidence.tables = read_model(file, parts.evidence_tables);
  evidence.database_scale = of_one_number(parts.database_scale);
  evidence.table_reads = of_one_number(parts.table_reads);
  if (file.has(parts.evidence_columns.scorer)) {
    evidence.columns = read_model(file, parts.evidence_columns);
    evidence.column_reads = of_one_number(parts.column_reads);
  }
  return evidence;
}

RankerWeights read_parts(const SegmentFile &file, const Parts &parts, float temperature) {
  if (!(temperature > 0) || !std::isfinite(temperature)) file.fail("has broken numbers");
  RankerWeights weights;
  weights.temperature = temperature;
  weights.databases = read_model(file, parts.databases);
  weights.tables = read_trees(file, parts.tables);
  weights.columns = read_trees(file, parts.columns);
  if (file.has(parts.contenders)) {
    weights.contenders = Perceptron::parse(file.section(parts.contenders));
    if (weights.contenders.columns() != weights.databases.features.size())
      file.fail("rescores databases by other features than it ranks them by");
  }
  weights.recall = RecallControl::parse(file.section(parts.recall));
  if (file.has(parts.fit)) weights.fit = read_fit(file, parts.fit);
  if (file.has(parts.evidence_databases.scorer)) {
    weights.evidence = read_evidence_model(file, parts);
  }
  return weights;
}

std::vector<std::uint64_t> read_keys(const SegmentFile &file, FourCc section) {
  const auto keys = file.records<std::uint64_t>(section);
  if (!std::ranges::is_sorted(keys)) file.fail("has unsorted questions");
  return {keys.begin(), keys.end()};
}

struct Numbers {
  std::uint64_t databases = 0;
  std::uint64_t questions = 0;
  std::uint64_t copies = 0;
  std::uint64_t words = 0;
  std::uint64_t sentences = 0;
  float temperature = 1;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(Numbers) == 48);

/// Numbers of the weights for content; absent if there are none.
struct ContentNumbers {
  std::uint64_t databases = 0;
  float temperature = 1;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(ContentNumbers) == 16);

std::string bytes_of(const RankerModel &model, SectionPacking packing) {
  Fingerprint fingerprint;
  fingerprint.add(model.info.words).add(model.info.sentences).add(model.info.trained_on);
  for (const std::uint64_t key : model.seen) fingerprint.add(key);
  for (const std::uint64_t key : model.seen_by_evidence) fingerprint.add(key);
  SegmentWriter writer(kind, fingerprint.value(), packing);
  writer.add(about, model.info.trained_on);
  const Numbers of{model.info.databases,
                   model.info.questions,
                   model.info.copies,
                   model.info.words,
                   model.info.sentences,
                   model.schema_only.temperature,
                   0};
  writer.add(numbers, std::span(&of, 1));
  add_parts(writer, schema_only_parts, model.schema_only);
  writer.add(word_translations, model.translation.bytes());
  add_adapters(writer, word_adapters, model.adapters.words);
  add_adapters(writer, sentence_adapters, model.adapters.sentences);
  add_part(writer, fusion_part, model.fusion.features, model.fusion.weights.bytes());
  writer.add(questions, std::span<const std::uint64_t>(model.seen));
  if (!model.seen_by_evidence.empty())
    writer.add(evidence_questions, std::span<const std::uint64_t>(model.seen_by_evidence));
  if (model.with_content) {
    const ContentNumbers of_content{model.info.contents, model.with_content->temperature, 0};
    writer.add(content, std::span(&of_content, 1));
    add_parts(writer, with_content_parts, *model.with_content);
  }
  return writer.bytes();
}

}  // namespace

std::uint64_t RankerModel::question_key(std::string_view database, std::string_view question) {
  std::string text(database);
  each_word(question, [&text](std::string_view word) { text += ' ' + fold(word); });
  return hash64(text);
}

bool RankerModel::has_seen(std::string_view database, std::string_view question) const {
  return std::ranges::binary_search(seen, question_key(database, question));
}

bool RankerModel::evidence_has_seen(std::string_view database, std::string_view question) const {
  return std::ranges::binary_search(seen_by_evidence, question_key(database, question));
}

std::string RankerModel::bytes() const { return bytes_of(*this, SectionPacking::none); }

std::string RankerModel::packed_bytes() const { return bytes_of(*this, SectionPacking::zlib); }

std::shared_ptr<const RankerModel> RankerModel::open(const std::string &path_or_name) {
  const std::string shipped =
      std::filesystem::exists(path_or_name) ? "" : detail::shipped_file(path_or_name + ".ranker");
  return read(SegmentFile(shipped.empty() ? path_or_name : shipped, kind));
}

std::shared_ptr<const RankerModel> RankerModel::parse(std::string_view bytes,
                                                      const std::string &name) {
  return read(SegmentFile(bytes, name, kind));
}

std::shared_ptr<RankerModel> RankerModel::read(const SegmentFile &file) {
  auto model = std::make_shared<RankerModel>();
  const auto of = file.records<Numbers>(numbers);
  if (of.size() != 1) file.fail("has broken numbers");
  model->info = {std::string(file.section(about)),
                 static_cast<std::size_t>(of[0].databases),
                 static_cast<std::size_t>(of[0].questions),
                 static_cast<std::size_t>(of[0].copies),
                 of[0].words,
                 of[0].sentences,
                 0};
  try {
    model->schema_only = read_parts(file, schema_only_parts, of[0].temperature);
    if (file.has(content)) {
      const auto of_content = file.records<ContentNumbers>(content);
      if (of_content.size() != 1) file.fail("has broken numbers");
      model->info.contents = static_cast<std::size_t>(of_content[0].databases);
      model->with_content = read_parts(file, with_content_parts, of_content[0].temperature);
    }
    model->translation = TranslationModel::parse(file.section(word_translations));
    model->adapters = {read_adapters(file, word_adapters), read_adapters(file, sentence_adapters)};
    model->fusion = read_model(file, fusion_part);
  } catch (const Error &error) {
    if (!error.where().source.empty()) throw;
    file.fail(error.message());
  }
  model->seen = read_keys(file, questions);
  if (file.has(evidence_questions)) model->seen_by_evidence = read_keys(file, evidence_questions);
  return model;
}

std::shared_ptr<const RankerModel> RankerModel::shipped(std::uint64_t words,
                                                        std::uint64_t sentences) {
  for (const route_detail::ShippedRanker &ranker : route_detail::ranker_weights()) {
    if (std::ranges::find(ranker.encoders, sentences) == ranker.encoders.end()) continue;
    const auto unpack = [&]() -> std::shared_ptr<const RankerModel> {
      const std::string path = ranker.bytes.empty() ? detail::shipped_file(ranker.name) : "";
      if (ranker.bytes.empty() && path.empty()) return nullptr;
      const auto model = read(
          path.empty() ? SegmentFile(ranker.bytes, "the ranker that comes with the library", kind)
                       : SegmentFile(path, kind));
      if (model->info.words != words) return nullptr;
      model->info.sentences = sentences;  // of either precision
      return model;
    };
    if (auto model = shipped_models().get({words, sentences}, unpack)) return model;
  }
  return nullptr;
}

}  // namespace sluice::inline v0
