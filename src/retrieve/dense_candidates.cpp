#include "sluice/retrieve/dense_candidates.hpp"

#include <cmath>

#include "text/identifier.hpp"

namespace sluice::inline v0 {
namespace {

void append_words(std::string &text, std::string_view name) {
  const std::string words = readable_name(name);
  if (!text.empty() && !words.empty()) text += ' ';
  text += words;
}

}  // namespace

void join_question(std::span<float> probes, std::span<const float> question, float weight) {
  const std::size_t dimensions = question.size();
  for (std::size_t first = 0; first < probes.size(); first += dimensions) {
    const std::span<float> vector = probes.subspan(first, dimensions);
    double square = 0;
    for (std::size_t i = 0; i < dimensions; ++i) {
      vector[i] += weight * question[i];
      square += double{vector[i]} * vector[i];
    }
    if (square == 0) continue;
    const auto scale = static_cast<float>(1 / std::sqrt(square));
    for (float &x : vector) x *= scale;
  }
}

std::vector<std::string> column_texts(const Catalog &catalog, ColumnText form) {
  std::vector<std::string> texts;
  texts.reserve(catalog.column_count());
  for (const ColumnId id : catalog.columns()) {
    const Table &table = catalog.table(catalog.table_of(id));
    const Column &column = catalog.column(id);
    std::string &text = texts.emplace_back();
    if (form == ColumnText::database_table_column) {
      append_words(text, catalog.database(catalog.database_of(id)).name());
    }
    append_words(text, table.readable_name());
    append_words(text, column.readable_name());
  }
  return texts;
}

}  // namespace sluice::inline v0
