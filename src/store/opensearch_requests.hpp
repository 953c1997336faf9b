#ifndef SLUICE_SRC_STORE_OPENSEARCH_REQUESTS_HPP
#define SLUICE_SRC_STORE_OPENSEARCH_REQUESTS_HPP

/// Parts of searches that several questions share.

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opensearch_meta.hpp"

namespace sluice::detail {

/// What the servers keep of terms.
std::vector<std::string> hashes_of(std::span<const std::string> terms);

/// Members of a search: what to list of each hit, and in which order.
void list_fields(JsonWriter &writer, std::initializer_list<std::string_view> fields);
void sort_by(JsonWriter &writer, std::initializer_list<std::string_view> fields);

/// Adds a vector that is kept as bytes. Throws Error(malformed), naming `source`.
void append_vector(JsonValue text, std::size_t dimensions, const std::string &source,
                   std::vector<float> &vectors);

StoreIndex index_of(Level level);

/// How many neighbors a search keeps in view; 0: it compares all.
std::size_t graph_effort(SearchMode mode, const StoreOptions &options);

/// A search for the vectors nearest to one.
std::string nearest_to(std::span<const float> vector, const VectorQuery &query, std::size_t effort,
                       const StoreMeta &meta);

/// One that lists nothing and counts the databases, with the sums of these fields of theirs.
std::string count_databases(const StoreMeta &meta,
                            std::initializer_list<std::string_view> sums = {});

}  // namespace sluice::detail

#endif
