#include "published_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "schema/load/sample_values.hpp"
#include "schema/load/source_problems.hpp"
#include "schema/names.hpp"
#include "sluice/core/json.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// Python writes numbers that JSON does not have; each becomes an empty string of the same length.
std::string with_plain_numbers(std::string_view text) {
  std::string plain(text);
  bool in_string = false;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (in_string && plain[i] == '\\') {
      ++i;
    } else if (plain[i] == '"') {
      in_string = !in_string;
    } else if (!in_string && (plain[i] == 'N' || plain[i] == 'I' || plain[i] == '-')) {
      for (const std::string_view number : {"NaN", "Infinity", "-Infinity"}) {
        if (!std::string_view(plain).substr(i).starts_with(number)) continue;
        plain.replace(i, number.size(), "\"\"" + std::string(number.size() - 2, ' '));
        i += number.size() - 1;
        break;
      }
    }
  }
  return plain;
}

JsonDocument parse_published(const SourceText &file) {
  if (file.text.find("NaN") == file.text.npos && file.text.find("Infinity") == file.text.npos)
    return JsonDocument::parse(file.text, file.path);
  return JsonDocument::parse(with_plain_numbers(file.text), file.path);
}

std::string_view published_string(JsonValue value) {
  return value.is(JsonKind::string) ? value.as_string() : std::string_view();
}

/// The strings of a list; other values become empty strings. Empty if there is no list.
std::vector<std::string_view> published_strings(JsonValue object, std::string_view key) {
  std::vector<std::string_view> strings;
  const auto list = object.find(key);
  if (!list || !list->is(JsonKind::array)) return strings;
  for (const JsonValue element : *list) strings.push_back(published_string(element));
  return strings;
}

std::string published_sample(JsonValue value) {
  if (value.is(JsonKind::boolean)) return value.as_bool() ? "true" : "false";
  if (!value.is(JsonKind::number)) return std::string(published_string(value));
  constexpr double exact = 9e18;
  const double number = value.as_number();
  const bool is_whole = number > -exact && number < exact && std::floor(number) == number;
  return is_whole ? fmt::format("{}", value.as_integer()) : fmt::format("{}", number);
}

class PublishedTableReader {
 public:
  PublishedTableReader(const SourceText &file, const LoadOptions &options)
      : options_(options), document_(parse_published(file)), problems_(options, file.path) {}

  PublishedTable read() {
    read_name();
    add_columns();
    describe();
    if (options_.samples > 0) add_sample_rows();
    return std::move(table_);
  }

 private:
  /// Qualifiers have at most two parts; a table's own name may contain dots.
  void read_name() {
    const JsonValue root = document_.root();
    const auto text = [&](std::string_view key) {
      const auto member = root.find(key);
      return member ? published_string(*member) : std::string_view();
    };
    std::string_view name = text("table_fullname");
    const std::string_view bare = text("table_name");
    if (name.empty()) name = bare;
    if (name.empty()) root.fail("has no \"table_name\"");
    while (table_.qualifiers.size() < 2) {
      const std::size_t dot = name.find('.');
      if (dot == name.npos || dot == 0 || dot + 1 == name.size()) break;
      table_.qualifiers.emplace_back(name.substr(0, dot));
      name.remove_prefix(dot + 1);
    }
    table_.definition.name = name;
    table_.definition.qualifier = fmt::format("{}", fmt::join(table_.qualifiers, "."));
  }

  void add_columns() {
    const JsonValue root = document_.root();
    columns_ = published_strings(root, "column_names");
    nested_ = published_strings(root, "nested_column_names");
    if (columns_.empty() && nested_.empty()) root.fail("has no \"column_names\"");
    const auto types = published_strings(root, "column_types");
    const std::unordered_set<std::string_view> plain(columns_.begin(), columns_.end());
    // The nested names are those of the columns too, each before the fields in it.
    const auto nested_types = published_strings(root, "nested_column_types");
    for (std::size_t i = 0; i < nested_.size(); ++i) {
      const std::string_view step = nested_[i].substr(0, nested_[i].find('.'));
      const bool is_field = !plain.contains(nested_[i]) && places_.contains(step);
      add_column(nested_[i], i < nested_types.size() ? nested_types[i] : std::string_view(),
                 is_field);
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (nested_.empty() || !places_.contains(columns_[i]))
        add_column(columns_[i], i < types.size() ? types[i] : std::string_view(), false);
    }
    const bool is_bigquery =
        !nested_.empty() || std::ranges::any_of(types, [](std::string_view type) {
          return type == "INT64" || type == "FLOAT64" || type == "STRING" || type == "BOOL";
        });
    if (!table_.qualifiers.empty())
      table_.dialect = is_bigquery ? sql::Dialect::bigquery : sql::Dialect::snowflake;
  }

  void add_column(std::string_view name, std::string_view type, bool is_field) {
    if (name.empty()) return problems_.add("has a column without a name");
    if (!places_.emplace(name, table_.definition.columns.size()).second)
      return problems_.add(fmt::format("has several columns named {}", quote_name(name)));
    ColumnDefinition &column = table_.definition.columns.emplace_back();
    column.name = name;
    column.type = type;
    column.nested = is_field;
  }

  void describe() {
    const auto texts = published_strings(document_.root(), "description");
    const bool runs_along_columns =
        nested_.empty() || (texts.size() == columns_.size() && texts.size() != nested_.size());
    const std::vector<std::string_view> &names = runs_along_columns ? columns_ : nested_;
    for (std::size_t i = 0; i < names.size() && i < texts.size(); ++i) {
      const auto place = places_.find(names[i]);
      if (place == places_.end()) continue;
      std::string &description = table_.definition.columns[place->second].description;
      if (description.empty()) description = texts[i];
    }
  }

  void add_sample_rows() {
    const auto rows = document_.root().find("sample_rows");
    if (!rows || !rows->is(JsonKind::array)) return;
    std::int64_t number = 0;
    for (const JsonValue row : *rows) {
      if (++number > max_sampled_rows || !row.is(JsonKind::object)) break;
      row.each_member([&](std::string_view name, JsonValue value) {
        const auto place = places_.find(name);
        if (place == places_.end()) return;
        add_sample(table_.definition.columns[place->second].samples, published_sample(value),
                   options_);
      });
    }
  }

  const LoadOptions &options_;
  JsonDocument document_;
  SourceProblems problems_;
  PublishedTable table_;
  std::vector<std::string_view> columns_;
  std::vector<std::string_view> nested_;
  std::unordered_map<std::string_view, std::size_t> places_;  // of the definition's columns
};

}  // namespace

PublishedTable read_published_table(const SourceText &file, const LoadOptions &options) {
  return PublishedTableReader(file, options).read();
}

}  // namespace sluice::inline v0::schema_detail
