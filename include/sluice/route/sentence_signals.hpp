#ifndef SLUICE_ROUTE_SENTENCE_SIGNALS_HPP
#define SLUICE_ROUTE_SENTENCE_SIGNALS_HPP

/// How near a question's vector is to those of tables and columns.

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "sluice/embed/any_embedder.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice {

/// Vectors of every table ("name : column, column") and every column ("table column"), in readable
/// names. Immutable; as thread-safe as the embedder.
class SentenceSignals {
 public:
  /// O(text).
  SentenceSignals(std::shared_ptr<const Catalog> catalog, AnyEmbedder model);

  struct Signals {
    std::vector<float> tables;        ///< By table: the cosine; 0 for a hidden one.
    std::vector<float> two_tables;    ///< By database: the sum of its two best tables' cosines.
    std::vector<float> five_columns;  ///< By database: the mean of its five best columns' cosines.
  };
  /// What is hidden changes nothing: a table of which columns are hidden is embedded anew without
  /// them. O((tables + columns) × dimensions).
  Signals of(std::string_view question, const Mask *mask) const;

 private:
  bool is_whole(TableId table, const Mask *mask) const;

  std::shared_ptr<const Catalog> catalog_;
  AnyEmbedder model_;
  std::vector<float> tables_;
  std::vector<float> columns_;
};

}  // namespace sluice

#endif
