#ifndef SLUICE_LLM_LLM_HALLUCINATOR_HPP
#define SLUICE_LLM_LLM_HALLUCINATOR_HPP

/// A language model hallucinates the schema that would answer a question. Source: Kothyari et al.
/// 2023 (CRUSH4SQL), section 3.1 and tables 1 and 4 to 8; the sketch is its section 7.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/completer.hpp"
#include "sluice/retrieve/hallucination.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0 {

/// What the model should write.
enum class HallucinationForm : std::uint8_t {
  schema,     ///< Tables with their columns.
  variables,  ///< The things in the question; each becomes a table without columns.
  relations,  ///< What it asks about a thing, such as "age of the member"; the same.
};

/// An example in each form.
struct HallucinationExample {
  std::string question;
  std::string schema;     ///< "table(column, column), table(…)".
  std::string variables;  ///< "thing, thing".
  std::string relations;  ///< "thing, thing".
};

/// Returns six examples, about databases that are in no benchmark.
std::vector<HallucinationExample> default_hallucination_examples();
/// Parses JSON lines with "question" and any of "schema", "variables", "relations". These are
/// strings; a schema may also be a list of lines, or be called "hallucinated". Throws
/// Error(malformed).
std::vector<HallucinationExample> read_hallucination_examples(std::string_view json_lines,
                                                              const std::string &source);

struct LlmHallucinatorOptions {
  HallucinationForm form = HallucinationForm::schema;
  std::size_t shots = 6;  ///< Number of examples in the prompt, from the first.
  /// Seed to shuffle these examples (table 7); nullopt keeps their order.
  std::optional<std::uint64_t> order_seed;
  double temperature = 0;  ///< Table 8.
  std::size_t max_tokens = 1000;
  /// Words of the real schema, from `catalog_sketch`, for guidance; may be empty.
  std::string sketch;
  std::vector<HallucinationExample> examples = default_hallucination_examples();
};

/// Returns the words in the names of tables and columns, most frequent first (by number of
/// databases, then of names, then alphabetically), comma-separated, as many as fit into
/// `max_bytes`. Counts only what the mask shows. O(names).
std::string catalog_sketch(const Catalog &catalog, std::size_t max_bytes,
                           const Mask *mask = nullptr);

/// Models Hallucinator. As thread-safe as the completer.
class LlmHallucinator {
 public:
  explicit LlmHallucinator(AnyCompleter completer, LlmHallucinatorOptions options = {},
                           CancellationToken token = {});

  /// Throws what the completer throws. A refusal, or an answer without names, is an empty schema.
  HallucinatedSchema hallucinate(std::string_view question) const;
  std::string prompt(std::string_view question) const;

 private:
  AnyCompleter completer_;
  LlmHallucinatorOptions options_;
  CancellationToken token_;
};

/// Parses the schema in a model's answer. Skips fences, labels, and prose before the first table.
/// Has the limits of parse_hallucinated_schema; never fails.
HallucinatedSchema read_hallucination(std::string_view answer, HallucinationForm form);

}  // namespace sluice::inline v0

#endif
