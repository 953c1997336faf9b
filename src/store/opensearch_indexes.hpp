#ifndef SLUICE_SRC_STORE_OPENSEARCH_INDEXES_HPP
#define SLUICE_SRC_STORE_OPENSEARCH_INDEXES_HPP

/// The indexes of a store on a cluster, and their fields.

#include <array>
#include <cstddef>
#include <string>

#include "opensearch_meta.hpp"

namespace sluice::inline v0::store_detail {

constexpr std::array<StoreIndex, 4> all_indexes{StoreIndex::database, StoreIndex::posting,
                                                StoreIndex::table, StoreIndex::column};

/// Indexes with vectors exist only in stores with vectors.
constexpr bool has_vectors(StoreIndex kind) noexcept {
  return kind == StoreIndex::table || kind == StoreIndex::column;
}

/// The JSON of the template that all indexes of the store follow.
std::string index_template(const OpenSearchStore::Cluster &cluster);

/// The JSON that creates the index.
std::string index_body(StoreIndex kind, std::size_t dimensions);

/// Creates an index, unless it exists. Throws Error(unsupported) if the cluster lacks a type of
/// field, else Error(io).
void make_index(const OpenSearchStore::Cluster &cluster, const std::string &name,
                const std::string &body, ClusterDeadline deadline);

}  // namespace sluice::inline v0::store_detail

#endif
