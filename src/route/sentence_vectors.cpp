#include "sentence_vectors.hpp"

#include <utility>

#include "sluice/text/identifier.hpp"

namespace sluice::detail {
namespace {

template <class Named>
std::string spoken(const Named &of) {
  return spaced_words(of.readable_name());
}

struct Texts {
  std::vector<std::string> tables, qualified, columns;
};

Texts texts_of(const Catalog &catalog, const Mask *mask) {
  Texts texts;
  for (const TableId id : catalog.tables()) {
    const std::string name = visible(mask, id) ? spoken(catalog.table(id)) : std::string();
    const auto database = catalog.database_of(id);
    texts.qualified.push_back(
        visible(mask, id) ? spaced_words(catalog.database(database).name()) + ' ' + name : "");
    std::string listed;
    for (const ColumnId column : catalog.columns(id)) {
      if (!visible(mask, column)) {
        texts.columns.emplace_back();
        continue;
      }
      const std::string of_column = spoken(catalog.column(column));
      listed += (listed.empty() ? " " : ", ") + of_column;
      texts.columns.push_back(name + ' ' + of_column);
    }
    texts.tables.push_back(visible(mask, id) ? name + " :" + listed : "");
  }
  return texts;
}

SentenceVectors::Rows rows_of(const std::vector<std::string> &texts, const AnyEmbedder &model,
                              const SentenceVectors::Rows *known) {
  std::vector<std::string_view> anew;
  std::unordered_map<std::string, std::uint32_t> by_text;
  for (const std::string &text : texts) {
    const bool is_known = known != nullptr && known->by_text.contains(text);
    const bool is_new = by_text.try_emplace(text, static_cast<std::uint32_t>(anew.size())).second;
    if (is_new && !is_known) {
      anew.push_back(text);
    } else if (is_new) {
      by_text[text] = UINT32_MAX;  // not among the new ones
    }
  }
  std::vector<float> vectors(anew.size() * model.dimensions());
  if (!anew.empty()) model.embed(anew, vectors);
  const QuantisedRows made(vectors, model.dimensions());
  RowQuantiser quantiser(model.dimensions());
  std::unordered_map<std::string, std::uint32_t> places;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::uint32_t at = by_text[texts[i]];
    if (at == UINT32_MAX) {
      quantiser.add(known->vectors.rows(), std::vector{known->by_text.at(texts[i])});
    } else {
      quantiser.add(made, std::vector{at});
    }
    places.try_emplace(texts[i], static_cast<std::uint32_t>(i));
  }
  return {QuantisedIndex(quantiser.finish()), std::move(places)};
}

}  // namespace

SentenceVectors::SentenceVectors(const Catalog &catalog, AnyEmbedder embedder, const Mask *mask,
                                 const SentenceVectors *known)
    : model(std::move(embedder)),
      tables{QuantisedIndex({}, model.dimensions()), {}},
      qualified(tables),
      columns(tables) {
  const Texts texts = texts_of(catalog, mask);
  tables = rows_of(texts.tables, model, known != nullptr ? &known->tables : nullptr);
  qualified = rows_of(texts.qualified, model, known != nullptr ? &known->qualified : nullptr);
  columns = rows_of(texts.columns, model, known != nullptr ? &known->columns : nullptr);
}

}  // namespace sluice::detail
