#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "route/schema_words.hpp"
#include "schema_layout.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/schema/join_graphs.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::uint32_t unknown_row = UINT32_MAX;

/// Maps the objects of a catalog to those of a known one.
class OldPlaces {
 public:
  OldPlaces(const Catalog &catalog, const Catalog &known) : catalog_(catalog), known_(known) {
    for (const DatabaseId id : catalog.databases()) {
      const auto old = known.find_database(catalog.database(id).name());
      databases_.push_back(old);
      is_same_.push_back(old &&
                         known.database(*old).fingerprint() == catalog.database(id).fingerprint());
    }
  }

  /// By database, table or column, the known row of the same text, or `unknown_row`. Calls
  /// `text_of(catalog, id)`. Compares texts only in databases that changed.
  template <class Id, class TextOf>
  std::vector<std::uint32_t> rows(TextOf text_of) const {
    std::vector<std::uint32_t> places;
    for (const DatabaseId id : catalog_.databases()) {
      const auto objects = objects_of<Id>(catalog_, id);
      const auto &old = databases_[id.index()];
      if (!old) {
        places.insert(places.end(), objects.size(), unknown_row);
        continue;
      }
      const auto old_objects = objects_of<Id>(known_, *old);
      if (is_same_[id.index()]) {
        for (const Id object : old_objects) places.push_back(object.value);
        continue;
      }
      std::unordered_map<std::string, std::uint32_t> row_of;
      for (const Id object : old_objects) row_of.try_emplace(text_of(known_, object), object.value);
      for (const Id object : objects) {
        const auto found = row_of.find(text_of(catalog_, object));
        places.push_back(found == row_of.end() ? unknown_row : found->second);
      }
    }
    return places;
  }

 private:
  template <class Id>
  static IdRange<Id> objects_of(const Catalog &catalog, DatabaseId id) {
    if constexpr (std::is_same_v<Id, DatabaseId>) {
      return {id.index(), id.index() + 1};
    } else if constexpr (std::is_same_v<Id, TableId>) {
      return catalog.tables(id);
    } else {
      return catalog.columns(id);
    }
  }

  const Catalog &catalog_;
  const Catalog &known_;
  std::vector<std::optional<DatabaseId>> databases_;
  std::vector<bool> is_same_;
};

struct Work {
  std::size_t threads;
  const Progress &progress;
  std::string_view stage;
};

/// Row i is the known row places[i], or the embedding of `text_of(i)`.
QuantizedRows rows_of(const std::vector<std::uint32_t> &places, const QuantizedRows *known,
                      const AnyEmbedder &model, function_ref<std::string(std::size_t)> text_of,
                      const Work &work) {
  std::vector<std::size_t> unknown;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] == unknown_row) unknown.push_back(i);
  }
  const auto write = [&](std::size_t first, std::span<float> vectors) {
    std::vector<std::string> texts(vectors.size() / model.dimensions());
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = text_of(unknown[first + i]);
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    model.embed(views, vectors);
  };
  QuantizedRows made = quantize_rows(unknown.size(), model.dimensions(), write, work.threads,
                                     work.progress, work.stage);
  if (unknown.size() == places.size()) return made;
  RowQuantizer rows(model.dimensions());
  std::vector<std::uint32_t> run;  // of rows from one source
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < places.size();) {
    const bool is_known = places[i] != unknown_row;
    run.clear();
    for (; i < places.size() && (places[i] != unknown_row) == is_known; ++i) {
      run.push_back(is_known ? places[i] : next++);
    }
    rows.add(is_known ? *known : made, run);
  }
  return rows.finish();
}

/// The rows if they are complete and were made by this model, otherwise nullptr.
const QuantizedRows *usable(const QuantizedRows &rows, std::size_t expected, std::uint64_t made_by,
                            const AnyEmbedder &model) {
  const bool fits = rows.size() != 0 && rows.size() == expected &&
                    rows.dimensions() == model.dimensions() && made_by == model.fingerprint();
  return fits ? &rows : nullptr;
}

std::vector<std::uint32_t> all_unknown(std::size_t count) {
  return std::vector<std::uint32_t>(count, unknown_row);
}

QuantizedRows words_of(const Catalog &catalog, const AnyEmbedder &model, const KnownMeanings *known,
                       std::size_t threads, const Progress &progress) {
  const SchemaWords words(catalog);
  if (known == nullptr) return embed_words(words, model, threads, progress);
  const SchemaWords old(*known->catalog);
  const QuantizedRows *rows =
      usable(known->vectors.words, old.size(), known->vectors.single_words, model);
  if (rows == nullptr) return embed_words(words, model, threads, progress);
  std::unordered_map<std::string_view, std::uint32_t> row_of;
  for (std::uint32_t i = 0; i < old.size(); ++i) row_of.emplace(old.word(SchemaWordId(i)), i);
  std::vector<std::uint32_t> places;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto found = row_of.find(words.word(SchemaWordId(i)));
    places.push_back(found == row_of.end() ? unknown_row : found->second);
  }
  return rows_of(places, rows, model,
                 [&](std::size_t i) { return std::string(words.word(SchemaWordId(i))); },
                 {threads, progress, "embedding words"});
}

QuantizedRows stems_of(const std::shared_ptr<const Catalog> &catalog, const AnyEmbedder &model,
                       const KnownMeanings *known, const Work &work) {
  const route_detail::SchemaLayout layout(JoinGraphs(catalog), nullptr);
  std::vector<std::uint32_t> places = all_unknown(layout.stems.size());
  const QuantizedRows *rows = nullptr;
  if (known != nullptr) {
    const route_detail::SchemaLayout old(JoinGraphs(known->catalog), nullptr);
    rows = usable(known->vectors.stems, old.stems.size(), known->vectors.sentences, model);
    for (std::size_t stem = 0; rows != nullptr && stem < places.size(); ++stem) {
      const route_detail::StemId *same = old.find(layout.stems[stem].text);
      if (same != nullptr && old.stems[*same].surface == layout.stems[stem].surface)
        places[stem] = *same;
    }
  }
  return rows_of(
      places, rows, model, [&](std::size_t i) { return layout.stems[i].surface; }, work);
}

}  // namespace

MeaningVectors embed_meanings(const std::shared_ptr<const Catalog> &shared,
                              const AnyEmbedder &sentences, const AnyEmbedder &single_words,
                              bool ranker, const KnownMeanings *known, std::size_t threads,
                              const Progress &progress) {
  const Catalog &catalog = *shared;
  std::optional<OldPlaces> old;
  if (known != nullptr) old.emplace(catalog, *known->catalog);
  const auto rows = [&]<class Id>(IdRange<Id> (Catalog::*all)() const,
                                  const QuantizedRows MeaningVectors::*set, auto text_of,
                                  std::string_view stage) {
    const IdRange<Id> ids = (catalog.*all)();
    const QuantizedRows *usable_rows = nullptr;
    if (known != nullptr) {
      const std::size_t expected = (*known->catalog.*all)().size();
      usable_rows = usable(known->vectors.*set, expected, known->vectors.sentences, sentences);
    }
    return rows_of(usable_rows != nullptr ? old->rows<Id>(text_of) : all_unknown(ids.size()),
                   usable_rows, sentences, [&](std::size_t i) { return text_of(catalog, Id(i)); },
                   {threads, progress, stage});
  };
  const auto text_of_table = [](const Catalog &of, TableId id) {
    return table_text(of, id, nullptr);
  };
  const auto text_of_database = [](const Catalog &of, DatabaseId id) {
    return database_text(of, id, nullptr);
  };
  MeaningVectors made;
  made.sentences = sentences.fingerprint();
  made.single_words = single_words.fingerprint();
  made.tables = rows(&Catalog::tables, &MeaningVectors::tables, text_of_table, "embedding tables");
  made.columns =
      rows(&Catalog::columns, &MeaningVectors::columns, column_text, "embedding columns");
  made.words = words_of(catalog, single_words, known, threads, progress);
  if (!ranker) return made;
  made.qualified =
      rows(&Catalog::tables, &MeaningVectors::qualified, qualified_text, "embedding tables");
  made.databases = rows(&Catalog::databases, &MeaningVectors::databases, text_of_database,
                        "embedding databases");
  made.stems = stems_of(shared, sentences, known, {threads, progress, "embedding stems"});
  return made;
}

}  // namespace sluice::inline v0
