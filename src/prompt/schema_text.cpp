#include "sluice/prompt/schema_text.hpp"

#include <utility>

#include "prompt/tokens.hpp"
#include "schema_forms.hpp"
#include "schema_layout.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::inline v0 {
namespace {

using prompt_detail::SchemaLayout;

std::string json_text(const SchemaLayout &layout, const SchemaTextOptions &options) {
  JsonWriter writer;
  writer.begin_object().key("databases").begin_array();
  for (const auto &database : layout.databases)
    prompt_detail::write_database(layout, database, options, writer);
  writer.end_array().end_object();
  return writer.take() + '\n';
}

bool has_several_dialects(const SchemaLayout &layout) {
  const auto dialect = [&](const SchemaLayout::DatabasePart &database) {
    return layout.catalog.database(database.id).dialect();
  };
  for (const auto &database : layout.databases) {
    if (dialect(database) != dialect(layout.databases.front())) return true;
  }
  return false;
}

std::string text_of(const SchemaLayout &layout, const SchemaTextOptions &options) {
  if (options.form == SchemaForm::json) return json_text(layout, options);
  const bool are_dialects_named = has_several_dialects(layout);
  std::string text;
  for (const auto &part : layout.databases) {
    const Database &database = layout.catalog.database(part.id);
    if (layout.databases.size() > 1) {
      text += "-- database " + one_line(database.name());
      if (are_dialects_named) text.append(", ").append(sql::dialect_title(database.dialect()));
      text += '\n';
    }
    options.form == SchemaForm::compact
        ? prompt_detail::append_compact(layout, part, options, text)
        : prompt_detail::append_statements(layout, part, options, text);
  }
  return text;
}

}  // namespace

SchemaText schema_text(const Subset &subset, const SchemaTextOptions &options) {
  const auto render = [&](std::size_t columns) {
    std::string text = text_of(SchemaLayout(subset, columns), options);
    const std::size_t tokens = estimate_tokens(text);
    return SchemaText{std::move(text), columns, tokens};
  };
  SchemaText all = render(subset.columns.size());
  if (all.tokens <= options.token_budget) return all;
  // The text grows with the number of columns, so binary search finds the largest that fits.
  SchemaText best{{}, 0, 0};
  std::size_t low = 1;
  std::size_t high = subset.columns.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    SchemaText tried = render(middle);
    if (tried.tokens <= options.token_budget) {
      best = std::move(tried);
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return best;
}

}  // namespace sluice::inline v0
