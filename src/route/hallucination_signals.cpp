#include "hallucination_signals.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "sluice/text/identifier.hpp"

namespace sluice::detail {
namespace {

/// Of each kind; the others are passed over, embedding all of a flood would take minutes.
constexpr std::size_t most = 64;

/// Of the softmax that shares a made-up column out. Not searched for.
constexpr float temperature = 0.07F;

struct MadeUpTexts {
  std::vector<std::string> tables, columns;

  explicit MadeUpTexts(const HallucinatedSchema &schema) {
    for (const HallucinatedTable &table : schema) {
      const std::string name = spaced_words(table.name);
      if (tables.size() < most) tables.push_back(name);
      for (const std::string &column : table.columns) {
        if (columns.size() == most) break;
        columns.push_back(name + ' ' + spaced_words(column));
      }
    }
  }
};

void raise(float &to, float value) { to = std::max(to, value); }

/// What each is likely of all together: the greatest such share so far, and their sum.
void add_shares(std::span<const float> likelihood, float all, float *greatest, float *sum) {
  for (std::size_t i = 0; i < likelihood.size(); ++i) {
    const float share = likelihood[i] / all;
    raise(greatest[i], share);
    sum[i] += share;
  }
}

}  // namespace

HallucinationSignals::HallucinationSignals(const Catalog &catalog, const SchemaLayout &layout,
                                           const SentenceVectors &vectors,
                                           const HallucinatedSchema &made_up) {
  const MadeUpTexts texts(made_up);
  if (texts.tables.empty()) return;
  for (auto *list : {&of_columns, &of_tables}) list->resize(catalog.database_count());
  for (auto *list : {&share, &greatest_share, &cosine}) list->resize(catalog.table_count());
  for (auto *list : {&column, &in_database, &of_database, &in_table, &of_table})
    list->resize(catalog.column_count());

  const std::size_t width = vectors.model.dimensions();
  const auto each_cosines = [&](const std::vector<std::string> &of, const RowPieces &rows,
                                auto use) {
    const std::vector<float> queries = embed_all(vectors.model, of);
    std::vector<float> cosines(rows.size());
    for (std::size_t i = 0; i < of.size(); ++i) {
      rows.similarities(std::span(queries).subspan(i * width, width), cosines);
      use(cosines, 1 / static_cast<float>(of.size()));
    }
  };
  each_cosines(texts.columns, vectors.columns, [&](const std::vector<float> &cosines, float part) {
    share_out(catalog, layout, cosines, part);
  });
  each_cosines(texts.tables, vectors.qualified, [&](const std::vector<float> &cosines, float part) {
    for (std::size_t d = 0; d < of_tables.size(); ++d) {
      float greatest = 0;
      for (std::size_t t = layout.first_table[d]; t < layout.first_table[d + 1]; ++t) {
        if (layout.visible_table[t] == 0) continue;
        raise(cosine[t], cosines[t]);
        raise(greatest, cosines[t]);
      }
      of_tables[d] += part * greatest;
    }
  });
}

/// `part`: what the column counts among all that were made up.
void HallucinationSignals::share_out(const Catalog &catalog, const SchemaLayout &layout,
                                     const std::vector<float> &cosines, float part) {
  // One by one, in order: what is hidden must not even change how sums are rounded.
  std::vector<float> likelihood(cosines.size(), 0);
  for (std::size_t c = 0; c < cosines.size(); ++c) {
    if (layout.visible_column[c] != 0) likelihood[c] = std::exp(cosines[c] / temperature);
  }
  const std::span<const float> all = likelihood;
  const auto sum_of = [&](std::size_t first, std::size_t end) {
    float sum = 0;
    for (std::size_t c = first; c < end; ++c) sum += likelihood[c];
    return sum;
  };
  for (std::size_t d = 0; d < of_columns.size(); ++d) {
    const std::size_t first = layout.first_column[d], end = layout.first_column[d + 1];
    const float whole = sum_of(first, end);
    if (!(whole > 0)) continue;  // all hidden
    float greatest = 0;
    std::size_t from = first;
    for (std::size_t t = layout.first_table[d]; t < layout.first_table[d + 1]; ++t) {
      const std::size_t to = from + catalog.columns(TableId(t)).size();
      const float table = sum_of(from, to);
      share[t] += part * table / whole;
      raise(greatest_share[t], table / whole);
      if (table > 0)
        add_shares(all.subspan(from, to - from), table, &in_table[from], &of_table[from]);
      from = to;
    }
    add_shares(all.subspan(first, end - first), whole, &in_database[first], &of_database[first]);
    for (std::size_t c = first; c < end; ++c) {
      const float seen = likelihood[c] > 0 ? cosines[c] : 0;
      raise(greatest, seen);
      raise(column[c], seen);
    }
    of_columns[d] += part * greatest;
  }
}

}  // namespace sluice::detail
