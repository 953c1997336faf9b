#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "round_trip.hpp"
#include "schema/dbt/dbt_text.hpp"
#include "schema/dbt/yaml_tree.hpp"
#include "sluice/core/utf8.hpp"

namespace {

using sluice::schema_detail::SourceText;
using sluice::schema_detail::YamlText;
using sluice::schema_detail::YamlValue;

// Between the files of a project.
constexpr std::string_view border = "\n%%%%\n";

std::string path_of(std::string_view text) {
  if (text.starts_with("{%")) return "docs.md";
  return text.starts_with('{') ? "target/manifest.json" : "models/schema.yml";
}

/// The number of values; aborts, which is a finding, if one is nested too deeply.
std::size_t count(YamlValue value, std::size_t depth) {
  if (depth > YamlText::max_depth) std::abort();
  std::size_t values = 1;
  for (std::size_t i = 0; i < value.size(); ++i) values += count(value[i], depth + 1);
  return values;
}

void check_yaml(std::string_view text) {
  try {
    const YamlText yaml = YamlText::parse(text, "fuzzed");
    std::size_t values = 0;
    for (std::size_t i = 0; i < yaml.document_count(); ++i) values += count(yaml.document(i), 1);
    if (values > YamlText::max_nodes) std::abort();
  } catch (const sluice::Error &) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string text =
      sluice::repair_utf8(std::string_view(reinterpret_cast<const char *>(data), size));
  std::vector<SourceText> files;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find(border));
    rest.remove_prefix(std::min(part.size() + border.size(), rest.size()));
    files.push_back({path_of(part), part});
    if (files.back().path.ends_with(".yml")) check_yaml(part);
  }
  std::vector<sluice::DatabaseDefinition> definitions;
  try {
    definitions = sluice::schema_detail::read_dbt(files, {});
  } catch (const sluice::Error &) {
    return 0;
  }
  // What was read must be valid.
  sluice::Databases databases;
  for (auto &definition : definitions)
    databases.push_back(sluice::Database::make(std::move(definition)));
  sluice::fuzz::check_round_trip(databases);
  return 0;
}
