#include "sluice/llm/llm_hallucinator.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/lines.hpp"
#include "llm/sql_answer.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/random.hpp"
#include "sluice/core/utf8.hpp"
#include "text/identifier.hpp"

namespace sluice::inline v0 {
namespace {

std::string_view instruction_of(HallucinationForm form) {
  switch (form) {
    case HallucinationForm::schema:
      return "Make up a minimal schema of a relational database with which the question could be "
             "answered. Write tables with their columns, as table(column, column), and nothing "
             "else.";
    case HallucinationForm::variables:
      return "List the variables that the question speaks of, the things and properties that a "
             "database would have to know, separated by commas, and nothing else.";
    case HallucinationForm::relations:
      return "List the relations that the question asks about: each property with the thing that "
             "it belongs to, separated by commas, and nothing else.";
  }
  return {};
}

std::string_view label_of(HallucinationForm form) {
  switch (form) {
    case HallucinationForm::schema: return "Tables";
    case HallucinationForm::variables: return "Variables";
    case HallucinationForm::relations: return "Relations";
  }
  return {};
}

const std::string &answer_of(const HallucinationExample &example, HallucinationForm form) {
  switch (form) {
    case HallucinationForm::schema: return example.schema;
    case HallucinationForm::variables: return example.variables;
    case HallucinationForm::relations: return example.relations;
  }
  return example.schema;
}

/// Returns the line without a label such as "Variables:".
std::string_view without_label(std::string_view line) {
  for (const auto form :
       {HallucinationForm::schema, HallucinationForm::variables, HallucinationForm::relations}) {
    const std::size_t at = line.find(label_of(form));
    if (at == line.npos || at > 4) continue;
    const std::size_t colon = line.find(':', at);
    if (colon == at + label_of(form).size()) return line.substr(colon + 1);
  }
  return line;
}

std::string joined_lines(JsonValue value) {
  if (value.is(JsonKind::string)) return std::string(value.as_string());
  std::string text;
  for (const JsonValue line : value) {
    if (!text.empty()) text += ", ";
    text += line.as_string();
  }
  return text;
}

}  // namespace

std::vector<HallucinationExample> default_hallucination_examples() {
  return {
      {"Which ferries leave from the north pier before eight in the morning?",
       "Ferry(ferry id, name), Departure(ferry id, pier, departure time)", "Ferry, Pier, Departure",
       "Name of the ferry, Pier of the departure, Time of the departure"},
      {"How many volunteers signed up for the river cleanup and are under twenty?",
       "Volunteer(volunteer id, name, age), Event(event id, title), "
       "Sign_up(volunteer id, event id)",
       "Volunteer, Age, Event", "Age of the volunteer, Title of the event, Events of a volunteer"},
      {"List the titles of all songs longer than five minutes.", "Song(title, duration)",
       "Song, Title, Duration", "Title of the song, Duration of the song"},
      {"What did each workshop spend on timber last year?",
       "Workshop(workshop id, name), Expense(workshop id, material, amount, year)",
       "Workshop, Material, Amount, Year",
       "Name of the workshop, Material of the expense, Amount of the expense, Year of the expense"},
      {"Who teaches both the beginners' and the advanced pottery class?",
       "Teacher(teacher id, name), Class(class id, subject, level, teacher id)",
       "Teacher, Class, Level", "Name of the teacher, Subject of the class, Level of the class"},
      {"Which observatory recorded the brightest comet?",
       "Observatory(observatory id, name), Observation(observatory id, object, brightness)",
       "Observatory, Comet, Brightness",
       "Name of the observatory, Object of the observation, Brightness of the object"},
  };
}

std::vector<HallucinationExample> read_hallucination_examples(std::string_view json_lines,
                                                              const std::string &source) {
  std::vector<HallucinationExample> examples;
  each_json_line(json_lines, source, [&](JsonValue line) {
    HallucinationExample example;
    example.question = line.at("question").as_string();
    if (const auto schema = line.find("hallucinated")) example.schema = joined_lines(*schema);
    if (const auto schema = line.find("schema")) example.schema = joined_lines(*schema);
    if (const auto names = line.find("variables")) example.variables = joined_lines(*names);
    if (const auto names = line.find("relations")) example.relations = joined_lines(*names);
    examples.push_back(std::move(example));
  });
  return examples;
}

std::string catalog_sketch(const Catalog &catalog, std::size_t max_bytes, const Mask *mask) {
  check_mask(mask, catalog);
  struct Use {
    std::size_t databases = 0;
    std::size_t names = 0;
  };
  std::map<std::string, Use> uses;
  for (const DatabaseId database : catalog.databases()) {
    std::set<std::string> seen;
    const auto add = [&](std::string_view name) {
      for (const std::string &word : split_identifier(name)) {
        if (word.size() < 2 || word.find_first_not_of("0123456789") == word.npos) continue;
        Use &use = uses[word];
        ++use.names;
        if (seen.insert(word).second) ++use.databases;
      }
    };
    for (const TableId table : catalog.tables(database)) {
      if (!visible(mask, table)) continue;
      add(catalog.table(table).name);
      for (const ColumnId column : catalog.columns(table)) {
        if (visible(mask, column)) add(catalog.column(column).name);
      }
    }
  }
  std::vector<std::pair<std::string_view, Use>> ranked(uses.begin(), uses.end());
  std::ranges::stable_sort(ranked, [](const auto &a, const auto &b) {
    if (a.second.databases != b.second.databases) return a.second.databases > b.second.databases;
    return a.second.names > b.second.names;
  });
  std::string sketch;
  for (const auto &of : ranked) {
    const std::size_t more = of.first.size() + (sketch.empty() ? 0 : 2);
    if (sketch.size() + more > max_bytes) break;
    if (!sketch.empty()) sketch += ", ";
    sketch += of.first;
  }
  return sketch;
}

LlmHallucinator::LlmHallucinator(AnyCompleter completer, LlmHallucinatorOptions options,
                                 CancellationToken token)
    : completer_(std::move(completer)), options_(std::move(options)), token_(std::move(token)) {
  std::vector<HallucinationExample> &examples = options_.examples;
  std::erase_if(examples,
                [this](const auto &example) { return answer_of(example, options_.form).empty(); });
  if (examples.size() > options_.shots)
    examples.erase(examples.begin() + static_cast<std::ptrdiff_t>(options_.shots), examples.end());
  if (options_.order_seed) Random(*options_.order_seed).shuffle(examples);
}

std::string LlmHallucinator::prompt(std::string_view question) const {
  std::string prompt(instruction_of(options_.form));
  if (!options_.sketch.empty()) {
    prompt += "\nNames in the real databases are made of these words, among others: ";
    prompt += options_.sketch;
  }
  const auto add = [&](std::string_view asked, std::string_view answer) {
    prompt += "\n\nQuestion: ";
    prompt += asked;
    prompt += '\n';
    prompt += label_of(options_.form);
    prompt += ':';
    if (!answer.empty()) prompt.append(" ").append(answer);
  };
  for (const HallucinationExample &example : options_.examples)
    add(one_line(example.question), answer_of(example, options_.form));
  add(one_line(question), {});
  return prompt;
}

HallucinatedSchema LlmHallucinator::hallucinate(std::string_view question) const {
  CompletionRequest request;
  request.messages.push_back({ChatRole::user, prompt(question)});
  request.temperature = options_.temperature;
  request.max_tokens = options_.max_tokens;
  const Completion completion = completer_.complete(request, token_);
  if (completion.end == CompletionEnd::refused) return {};
  return read_hallucination(completion.text, options_.form);
}

HallucinatedSchema read_hallucination(std::string_view answer, HallucinationForm form) {
  const std::vector<FencedText> fenced = fenced_texts(answer);
  if (!fenced.empty()) answer = fenced.front().text;
  std::string lines;
  for (const std::string_view line : lines_of(answer)) {
    const std::string_view own = without_label(line);
    // Skips prose around tables: a line of a schema has parentheses.
    if (form == HallucinationForm::schema && own.find('(') == own.npos) continue;
    // Variables and relations are lists: puts each item on its own line.
    for (const char c : own) lines += c == ',' && form != HallucinationForm::schema ? '\n' : c;
    lines += '\n';
  }
  HallucinatedSchema schema = parse_hallucinated_schema(lines);
  if (schema.empty() && form == HallucinationForm::schema)
    schema = parse_hallucinated_schema(answer);
  return schema;
}

}  // namespace sluice::inline v0
