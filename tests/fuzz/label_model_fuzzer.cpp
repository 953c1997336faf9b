// Modified label model files with corrected checksums: an accepted model can be used.
//
// The input is a list of edits to a small model. The whole file has megabytes of weights to unpack,
// so only few inputs edit it; the others edit the need model alone.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "edited_bytes.hpp"
#include "forged_segment.hpp"
#include "rank/label_reading.hpp"
#include "rank/small_examples.hpp"
#include "sluice/core/error.hpp"
#include "sluice/rank/need_model.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/train/label_trainer.hpp"
#include "sluice/train/need_trainer.hpp"
#include "support/aligned_bytes.hpp"

namespace {

using namespace sluice;

constexpr std::string_view asked = "How many singers are there?";

struct Asked {
  std::shared_ptr<const Database> database = test::music_and_zoo()->share(DatabaseId(0));
  LabelSchema schema{database};
  std::vector<float> tables = std::vector<float>(database->tables().size(), 0.5F);
  std::vector<float> columns = std::vector<float>(database->columns().size(), 0.25F);
  LabelEvidence evidence{asked, tables, columns, {}};
};

const Asked &of_music() {
  static const Asked made;
  return made;
}

/// A model's predictions for the question.
struct Said {
  explicit Said(const LabelModel &model)
      : reading(read_question(model, of_music().schema, of_music().evidence,
                              {.columns_per_split = 3})) {}

  NeedEvidence evidence() const { return {of_music().schema, of_music().evidence, reading}; }

  LabelReading reading;
};

LabelModel original() {
  const Asked &of = of_music();
  const std::string sql = "SELECT COUNT(*) FROM singer";
  const std::vector<LabelExample> examples(
      2, {&of.schema, of.evidence, labels_of(sql, *of.database), QueryShape::of(sql, nullptr)});
  LabelTrainerOptions options;
  options.rounds = 2;
  options.min_questions = options.min_columns = 1;
  options.shapes.rounds = 2;
  LabelModel model = train_labels(examples, options);
  const Said said(model);
  std::vector<std::uint8_t> tables(of.tables.size()), columns(of.columns.size());
  tables[0] = columns[1] = 1;
  NeedTrainer trainer;
  for (int time = 0; time < 30; ++time) trainer.add(said.evidence(), tables, columns);
  model.of_needs = std::make_shared<const NeedModel>(trainer.train({.trees = 3, .depth = 2}));
  return model;
}

void use(const NeedModel &model, const Said &said) {
  if (model.bytes().empty()) std::abort();
  const ElementNeeds needs = model.predict(said.evidence());
  if (needs.tables.size() != of_music().tables.size() ||
      needs.columns.size() != of_music().columns.size())
    std::abort();
}

void use(const LabelModel &model) {
  const Said said(model);
  if (said.reading.scores.columns.size() != of_music().columns.size()) std::abort();
  if (model.of_needs != nullptr) use(*model.of_needs, said);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const LabelModel untouched = original();
  static const std::string file = untouched.bytes(), needs = untouched.of_needs->bytes();
  const bool whole = size == 0 || data[0] == 77;
  std::string bytes = whole ? file : needs;
  fuzz::edit(bytes, data, size);
  try {
    if (whole) {
      fuzz::forge(bytes);
      use(*LabelModel::parse(test::AlignedBytes(bytes).view(), "file"));
    } else {
      static const Said said(untouched);
      use(NeedModel::parse(bytes), said);
    }
  } catch (const Error &) {
    if (size == 0) std::abort();
  }
  return 0;
}
