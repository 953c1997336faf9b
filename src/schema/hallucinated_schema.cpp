#include "sluice/schema/hallucinated_schema.hpp"

#include <algorithm>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t max_columns = 256;

/// Punctuation that models put around names.
constexpr char wrapping[] = " \t\r\n\"'`[]*.;";

/// Strips prefixes that models put before list items: "2:", "3.", "1)", "-", "table:".
std::string_view without_numbering(std::string_view line) {
  line = trimmed(line, wrapping);
  std::size_t digits = 0;
  while (digits < line.size() && line[digits] >= '0' && line[digits] <= '9') ++digits;
  if (digits < line.size() && std::string_view(":.)-").find(line[digits]) != line.npos &&
      digits > 0) {
    line.remove_prefix(digits + 1);
  } else if (line.starts_with("- ")) {
    line.remove_prefix(2);
  }
  return trimmed(line, wrapping);
}

void add_columns(HallucinatedTable &table, std::string_view list) {
  while (!list.empty() && table.columns.size() < max_columns) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string_view column = trimmed(list.substr(0, comma), wrapping);
    if (!column.empty()) table.columns.emplace_back(column);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

/// One line may contain several tables: "A(x, y), B(z)".
void add_line(HallucinatedSchema &schema, std::string_view line) {
  line = without_numbering(line);
  while (!line.empty() && schema.size() < max_hallucinated_tables) {
    const std::size_t open = line.find('(');
    const std::string_view name = trimmed(line.substr(0, open), wrapping);
    HallucinatedTable table{std::string(name), {}};
    if (open == line.npos) {
      line = {};
    } else {
      // A name may contain parentheses, as in "count (k-12)", so find the one that closes the list.
      std::size_t close = open + 1;
      for (int depth = 1; close < line.size(); ++close) {
        if (line[close] == '(') ++depth;
        if (line[close] == ')' && --depth == 0) break;
      }
      add_columns(table, line.substr(open + 1, std::min(close, line.size()) - open - 1));
      line.remove_prefix(std::min(close + 1, line.size()));
      const std::size_t next = line.find_first_not_of(" ,;");
      line.remove_prefix(std::min(next, line.size()));
    }
    if (!table.name.empty() || !table.columns.empty()) schema.push_back(std::move(table));
  }
}

}  // namespace

HallucinatedSchema parse_hallucinated_schema(std::string_view text) {
  HallucinatedSchema schema;
  while (!text.empty() && schema.size() < max_hallucinated_tables) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    add_line(schema, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return schema;
}

HallucinatedSchema parse_hallucinated_schema(JsonValue json) {
  if (json.is(JsonKind::string)) return parse_hallucinated_schema(json.as_string());
  HallucinatedSchema schema;
  for (const JsonValue item : json) {
    if (schema.size() >= max_hallucinated_tables) break;
    if (item.is(JsonKind::string)) {
      add_line(schema, item.as_string());
      continue;
    }
    HallucinatedTable table{std::string(item.at("table").as_string()), {}};
    for (const JsonValue column : item.at("columns")) {
      if (table.columns.size() < max_columns) table.columns.emplace_back(column.as_string());
    }
    schema.push_back(std::move(table));
  }
  return schema;
}

const HallucinatedSchema *bounded_schema(const HallucinatedSchema *schema,
                                         HallucinatedSchema &shortened) {
  if (schema == nullptr) return nullptr;
  std::size_t names = 0, bytes = 0;
  const auto is_read = [&](const std::string &name) {
    names += 1;
    bytes += name.size();
    return names <= max_question_words && bytes <= max_question_bytes;
  };
  for (auto table = schema->begin(); table != schema->end(); ++table) {
    std::size_t columns = 0;
    bool fits = is_read(table->name);
    while (fits && columns < table->columns.size()) {
      fits = is_read(table->columns[columns]);
      columns += fits ? 1 : 0;
    }
    if (fits) continue;
    shortened.assign(schema->begin(), table);
    if (columns > 0) {
      const auto first = table->columns.begin();
      shortened.push_back({table->name, {first, first + static_cast<std::ptrdiff_t>(columns)}});
    }
    return &shortened;
  }
  return schema;
}

Question with_schema_words(const Question &question, const HallucinatedSchema *schema) {
  if (schema == nullptr) return question;
  std::string names;
  const auto add = [&names](const std::string &name) {
    if (!names.empty()) names += ' ';
    names += name;
  };
  for (const HallucinatedTable &table : *schema) {
    add(table.name);
    for (const std::string &column : table.columns) add(column);
  }
  return question.with(names);
}

}  // namespace sluice::inline v0
