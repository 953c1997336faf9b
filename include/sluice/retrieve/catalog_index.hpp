#ifndef SLUICE_RETRIEVE_CATALOG_INDEX_HPP
#define SLUICE_RETRIEVE_CATALOG_INDEX_HPP

/// The text of a catalog, indexed.

#include <memory>
#include <optional>
#include <vector>

#include "sluice/index/lexical_index.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0 {

/// Indexes names (readable ones where there are any), what the original names imply (parts of glued
/// words, what abbreviations stand for, words that the readable name lacks), descriptions and
/// sample values. Ids are the catalog's; the index's fingerprint is the catalog's. O(text).
std::shared_ptr<const LexicalIndex> index_catalog(const Catalog &catalog,
                                                  AnalyzerOptions analyzer = {});

/// What changed of the text of `before`, database by database. Nothing where that is no less work
/// than to begin anew: where a database is added, dropped or moved, or has other numbers of tables
/// or columns, or where many changed. O(databases + text of those that changed).
std::optional<std::vector<LexicalChange>> lexical_changes(const Catalog &catalog,
                                                          const Catalog &before,
                                                          AnalyzerOptions analyzer = {});

/// The same index with less work: `index` is that of `before`. Where each changed database has as
/// many tables and columns as before (tables and columns are renamed, described or sampled anew),
/// only its text is read, and all else is shared; else the whole text is. Throws Error(mismatch) if
/// the index is of another catalog.
std::shared_ptr<const LexicalIndex> index_catalog(const Catalog &catalog, const Catalog &before,
                                                  const std::shared_ptr<const LexicalIndex> &index);

}  // namespace sluice::inline v0

#endif
