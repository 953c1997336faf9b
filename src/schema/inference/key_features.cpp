#include "key_features.hpp"

#include <algorithm>
#include <cmath>

#include "key_weights.hpp"
#include "schema/export/type_shape.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::array<std::string_view, key_feature_count> key_features{
    "form: owner",      "form: own key", "form: tail key",   "form: short key", "form: owner id",
    "form: key",        "form: table",   "form: table tail", "form: own plain", "form: plain",
    "form: parent",     "match: end",    "match: start",     "match: glued",    "target: presumed",
    "target: part",     "target: named", "source: part",     "source: key",     "own name",
    "own name and key", "rivals",        "types differ",     "identifier",      "same table",
    "inclusion",        "all included",  "none included",    "unique target",   "repeated target",
    "distinct values"};

ValueKind kind_of(TypeFamily family) {
  switch (family) {
    case TypeFamily::tiny_integer:
    case TypeFamily::small_integer:
    case TypeFamily::integer:
    case TypeFamily::big_integer:
    case TypeFamily::decimal:
    case TypeFamily::single:
    case TypeFamily::floating: return ValueKind::number;
    case TypeFamily::character:
    case TypeFamily::varying:
    case TypeFamily::text: return ValueKind::text;
    case TypeFamily::date:
    case TypeFamily::time:
    case TypeFamily::timestamp:
    case TypeFamily::zoned_timestamp: return ValueKind::time;
    case TypeFamily::boolean: return ValueKind::boolean;
    case TypeFamily::json: return ValueKind::other;
    case TypeFamily::uuid:  // some engines store it as text, some as bytes
    case TypeFamily::binary:
    case TypeFamily::unknown: return ValueKind::unknown;
  }
  return ValueKind::unknown;
}

/// Whether a name's last word ends like an identifier: "customer_id", "stuid", "empno".
bool ends_as_identifier_name(std::string_view name) {
  const auto words = name_words(name);
  if (words.empty()) return false;
  const std::string &last = words.back();
  return is_identifier_word(last) ||
         (last.size() > 3 &&
          (last.ends_with("id") || last.ends_with("no") || last.ends_with("code")));
}

}  // namespace

std::vector<ValueKind> value_kinds(const Database &database) {
  std::vector<ValueKind> kinds;
  kinds.reserve(database.columns().size());
  for (const Column &column : database.columns())
    kinds.push_back(kind_of(type_shape(column.type, database.dialect()).family));
  return kinds;
}

std::span<const std::string_view> key_feature_names() noexcept { return key_features; }

MeasuredCandidate measure(const KeyCandidate &candidate, const Database &database,
                          std::span<const ValueKind> kinds, const ValueSketches *values) {
  MeasuredCandidate measured;
  KeyFeatures &features = measured.features;
  std::size_t at = 0;
  const auto add_one_of = [&](std::size_t which, std::size_t first, std::size_t count) {
    if (which >= first) features[at + which - first] = 1;
    at += count - first;
  };
  add_one_of(static_cast<std::size_t>(candidate.form), 0, name_form_count);
  add_one_of(static_cast<std::size_t>(candidate.match), 1, name_match_count);
  add_one_of(static_cast<std::size_t>(candidate.target), 1, target_kind_count);
  add_one_of(static_cast<std::size_t>(candidate.source), 1, source_kind_count);
  const auto add = [&](float value) { features[at++] = value; };
  const auto add_truth = [&](bool value) { add(value ? 1.0F : 0.0F); };

  const Table &table = database.tables()[candidate.table];
  const std::size_t from = table.first_column + candidate.column;
  const std::size_t to =
      database.tables()[candidate.referenced_table].first_column + candidate.referenced_column;
  add_truth(candidate.own_name);
  add_truth(candidate.own_name && candidate.source == SourceKind::key);
  add(std::min(std::log2(1.0F + static_cast<float>(candidate.rivals)), 4.0F));
  add_truth(kinds[from] != kinds[to] && kinds[from] != ValueKind::unknown &&
            kinds[to] != ValueKind::unknown);
  add_truth(ends_as_identifier_name(table.columns[candidate.column].name));
  add_truth(candidate.table == candidate.referenced_table);

  if (values == nullptr) return measured;
  const auto inclusion = values->inclusion(from, to);
  const auto uniqueness = values->uniqueness(to);
  if (!inclusion || !uniqueness) return measured;
  measured.has_values = true;
  add(*inclusion);
  add_truth(*inclusion > 0.99F);
  add_truth(*inclusion < 0.01F);
  add_truth(*uniqueness >= 1.0F);
  add_truth(*uniqueness < 0.9F);
  add(std::min(std::log10(static_cast<float>(values->distinct(from))), 3.0F));
  return measured;
}

float probability_of(const MeasuredCandidate &candidate) {
  const auto &weights = candidate.has_values ? key_weights_with_values : key_weights_of_names;
  double sum = candidate.has_values ? key_bias_with_values : key_bias_of_names;
  for (std::size_t i = 0; i < key_feature_count; ++i)
    sum += static_cast<double>(weights[i]) * static_cast<double>(candidate.features[i]);
  return static_cast<float>(1 / (1 + std::exp(-sum)));
}

}  // namespace sluice::inline v0::schema_detail
