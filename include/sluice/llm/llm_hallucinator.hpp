#ifndef SLUICE_LLM_LLM_HALLUCINATOR_HPP
#define SLUICE_LLM_LLM_HALLUCINATOR_HPP

/// A language model makes up the schema that would answer a question.
/// Source: Kothyari et al. 2023 (CRUSH4SQL), section 3.1 and tables 1 and 4 to 8; the sketch is its
/// section 7.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/completer.hpp"
#include "sluice/retrieve/hallucination.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice {

/// What the model is asked for.
enum class HallucinationForm : std::uint8_t {
  schema,     ///< Tables with their columns.
  variables,  ///< The things that the question speaks of: a table without columns each.
  relations,  ///< What the question asks about which thing, such as "age of the member": likewise.
};

/// A worked example, in each form.
struct HallucinationExample {
  std::string question;
  std::string schema;     ///< "table(column, column), table(…)".
  std::string variables;  ///< "thing, thing".
  std::string relations;  ///< The same.
};

/// Six of our own, about databases of no benchmark.
std::vector<HallucinationExample> default_hallucination_examples();
/// JSON lines with "question" and any of "schema", "variables", "relations" (texts; a schema also
/// as a list of lines, or under "hallucinated"). Throws Error(malformed).
std::vector<HallucinationExample> read_hallucination_examples(std::string_view json_lines,
                                                              const std::string &source);

struct LlmHallucinatorOptions {
  HallucinationForm form = HallucinationForm::schema;
  std::size_t shots = 6;  ///< Examples in the prompt: the first ones, all if there are fewer.
  /// Puts the chosen examples into a random order (table 7); nothing: as they are given.
  std::optional<std::uint64_t> order_seed;
  double temperature = 0;  ///< Table 8.
  std::size_t max_tokens = 1000;
  /// Words of the real schema, as `catalog_sketch` makes them, for guidance; empty: none.
  std::string sketch;
  std::vector<HallucinationExample> examples = default_hallucination_examples();
};

/// The words that names of tables and columns are made of, most used first (by databases, then by
/// names, then by the alphabet), as many as fit into `max_bytes`, comma-separated. Only what the
/// mask shows is counted. O(names).
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

/// The schema in what a model answers, in that form: fences, prose before the first table and
/// labels are passed over. Bounded as parse_hallucinated_schema is; never fails.
HallucinatedSchema read_hallucination(std::string_view answer, HallucinationForm form);

}  // namespace sluice

#endif
