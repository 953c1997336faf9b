#ifndef SLUICE_SRC_STORE_OPENSEARCH_REQUESTS_HPP
#define SLUICE_SRC_STORE_OPENSEARCH_REQUESTS_HPP

/// Parts of searches that several functions share.

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opensearch_meta.hpp"

namespace sluice::inline v0::store_detail {

/// The keys of terms on the servers.
std::vector<std::string> hashes_of(std::span<const std::string> terms);

/// Writes the members of a search that list fields of each hit, and the order of hits.
void list_fields(JsonWriter &writer, std::initializer_list<std::string_view> fields);
void sort_by(JsonWriter &writer, std::initializer_list<std::string_view> fields);

/// Appends a vector that is stored as bytes. Throws Error(malformed), naming `source`.
void append_vector(JsonValue text, std::size_t dimensions, const std::string &source,
                   std::vector<float> &vectors);

StoreIndex index_of(Level level);

/// Number of neighbors that a graph search keeps; 0: compare all vectors.
std::size_t graph_effort(SearchMode mode, const StoreOptions &options);

/// Returns a search for the vectors nearest to `vector`.
std::string nearest_to(std::span<const float> vector, const VectorQuery &query, std::size_t effort,
                       const StoreMeta &meta);

/// Returns a search without hits that counts the databases and sums these fields of theirs.
std::string count_databases(const StoreMeta &meta,
                            std::initializer_list<std::string_view> sums = {});

}  // namespace sluice::inline v0::store_detail

#endif
