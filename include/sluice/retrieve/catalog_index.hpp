#ifndef SLUICE_RETRIEVE_CATALOG_INDEX_HPP
#define SLUICE_RETRIEVE_CATALOG_INDEX_HPP

/// Indexes the text of a catalog.

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "sluice/index/lexical_index.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0 {

inline constexpr std::size_t max_indexed_values = 256;
inline constexpr std::size_t max_indexed_bytes = 4'096;

/// Indexes names (readable names if there are any), the words that original names imply (parts of
/// compound words, expansions of abbreviations, words that the readable name lacks), descriptions
/// and the values of each column: its samples, then what it allows, at most
/// `max_indexed_values`, without those that exceed `max_indexed_bytes` with the ones before. Ids
/// and the fingerprint are those of the catalog. O(text).
std::shared_ptr<const LexicalIndex> index_catalog(const Catalog &catalog,
                                                  AnalyzerOptions analyzer = {});

/// The changes of text since `before`, by database. nullopt if rebuilding the index is not more
/// work: if a database was added, dropped or moved, if its number of tables or columns changed, or
/// if many databases changed. O(databases + text of changed databases).
std::optional<std::vector<LexicalChange>> lexical_changes(const Catalog &catalog,
                                                          const Catalog &before,
                                                          AnalyzerOptions analyzer = {});

/// Updates `index`, the index of `before`; the result equals index_catalog(catalog). If the numbers
/// of tables and columns are unchanged (names, descriptions or values changed), only changed
/// databases are read and the rest is shared; otherwise the whole text is read. Throws
/// Error(mismatch) if the index is not of `before`.
std::shared_ptr<const LexicalIndex> index_catalog(const Catalog &catalog, const Catalog &before,
                                                  const std::shared_ptr<const LexicalIndex> &index);

}  // namespace sluice::inline v0

#endif
