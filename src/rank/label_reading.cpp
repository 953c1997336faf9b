#include "rank/label_reading.hpp"

namespace sluice::inline v0 {

LabelReading read_question(const LabelModel &model, const LabelSchema &schema,
                           const LabelEvidence &evidence, const LabelModelOptions &options) {
  LabelReading reading{schema.read(evidence.question), {}, {}};
  reading.scores = model.predict(schema, evidence, reading.question, options);
  reading.query = query_of(reading.scores, schema, evidence, reading.question);
  return reading;
}

}  // namespace sluice::inline v0
