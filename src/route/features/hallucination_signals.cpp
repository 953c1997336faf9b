#include "hallucination_signals.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include <Eigen/Core>

#include "text/identifier.hpp"

namespace sluice::inline v0::route_detail {
namespace {

/// The most tables, and columns, that are used. Embedding thousands of names would take minutes.
constexpr std::size_t max_hallucinated_names = 64;

/// Temperature of the softmax. Not tuned.
constexpr float temperature = 0.07F;

struct HallucinatedTexts {
  std::vector<std::string> tables, columns;

  explicit HallucinatedTexts(const HallucinatedSchema &schema) {
    for (const HallucinatedTable &table : schema) {
      const std::string name = spaced_words(table.name);
      if (tables.size() < max_hallucinated_names) tables.push_back(name);
      for (const std::string &column : table.columns) {
        if (columns.size() == max_hallucinated_names) break;
        columns.push_back(name + ' ' + spaced_words(column));
      }
    }
  }
};

void raise(float &to, float value) { to = std::max(to, value); }

using Numbers = Eigen::ArrayXf;

Eigen::Map<Numbers> view(std::vector<float> &numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}

/// By column, not yet normalized.
Numbers likelihood_of(std::span<const float> cosines) {
  // Pad to whole SIMD vectors: exponentials of a remainder would be rounded differently.
  constexpr std::size_t widest = 16;
  const std::size_t whole = (cosines.size() + widest - 1) / widest * widest;
  Numbers likelihood = Numbers::Zero(static_cast<Eigen::Index>(whole));
  std::ranges::copy(cosines, likelihood.data());
  likelihood = (likelihood * (1 / temperature)).exp();
  likelihood.conservativeResize(static_cast<Eigen::Index>(cosines.size()));
  return likelihood;
}

}  // namespace

HallucinationSignals::HallucinationSignals(const Catalog &catalog, const SchemaLayout &layout,
                                           const SentenceVectors &vectors,
                                           const HallucinatedSchema &hallucinated) {
  const HallucinatedTexts texts(hallucinated);
  if (texts.tables.empty()) return;
  for (auto *list : {&of_columns, &of_tables}) list->resize(catalog.database_count());
  for (auto *list : {&share, &greatest_share, &cosine}) list->resize(catalog.table_count());
  for (auto *list : {&column, &in_database, &of_database, &in_table, &of_table})
    list->resize(catalog.column_count());

  const std::size_t width = vectors.model.dimensions();
  const auto each_cosines = [&](const std::vector<std::string> &of,
                                const index_detail::RowPieces &rows, auto use) {
    const std::vector<float> queries = embed_all(vectors.model, of);
    std::vector<float> cosines(rows.size());
    for (std::size_t i = 0; i < of.size(); ++i) {
      rows.similarities(std::span(queries).subspan(i * width, width), cosines);
      use(1 / static_cast<float>(of.size()), std::span(cosines));
    }
  };
  each_cosines(texts.columns, vectors.columns, [&](float part, std::span<float> cosines) {
    distribute(catalog, layout, part, cosines);
  });
  each_cosines(texts.tables, vectors.qualified, [&](float part, std::span<const float> cosines) {
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

/// `part`: the weight of this hallucinated column, 1 over their number. Sets the cosines of hidden
/// columns to 0.
void HallucinationSignals::distribute(const Catalog &catalog, const SchemaLayout &layout,
                                      float part, std::span<float> cosines) {
  Numbers likelihood = likelihood_of(cosines);
  for (std::size_t c = 0; c < cosines.size(); ++c) {
    if (layout.visible_column[c] != 0) continue;
    likelihood[static_cast<Eigen::Index>(c)] = cosines[c] = 0;
  }
  // By column, the divisor of its likelihood.
  Numbers by_table = Numbers::Ones(likelihood.size()), by_database = by_table;
  const auto fill = [](Numbers &list, std::size_t first, std::size_t end, float value) {
    std::fill(list.data() + first, list.data() + end, value);
  };
  std::vector<float> tables;  // sums of likelihoods by table
  for (std::size_t d = 0; d < of_columns.size(); ++d) {
    const std::size_t first = layout.first_column[d], end = layout.first_column[d + 1];
    const std::size_t first_table = layout.first_table[d];
    float whole = 0;
    std::size_t from = first;
    tables.clear();
    for (std::size_t t = first_table; t < layout.first_table[d + 1]; ++t) {
      // Sum one by one, in order: hidden columns must not affect the rounding.
      float sum = 0;
      const std::size_t to = from + catalog.columns(TableId(t)).size();
      for (std::size_t c = from; c < to; ++c) sum += likelihood.data()[c];
      if (sum > 0) fill(by_table, from, to, sum);
      tables.push_back(sum);
      whole += sum;
      from = to;
    }
    if (!(whole > 0)) continue;  // all hidden
    fill(by_database, first, end, whole);
    for (std::size_t t = 0; t < tables.size(); ++t) {
      share[first_table + t] += part * tables[t] / whole;
      raise(greatest_share[first_table + t], tables[t] / whole);
    }
    float greatest = 0;
    for (std::size_t c = first; c < end; ++c) raise(greatest, cosines[c]);
    of_columns[d] += part * greatest;
  }
  // Update the greatest share and the sum of shares of each column.
  const auto add_shares = [&](const Numbers &all, std::vector<float> &greatest,
                              std::vector<float> &sum) {
    const Numbers shares = likelihood / all;
    view(greatest) = view(greatest).max(shares);
    view(sum) += shares;
  };
  add_shares(by_table, in_table, of_table);
  add_shares(by_database, in_database, of_database);
  view(column) = view(column).max(Eigen::Map<const Numbers>(cosines.data(), likelihood.size()));
}

}  // namespace sluice::inline v0::route_detail
