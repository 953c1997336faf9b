#ifndef SLUICE_RANK_LEAKAGE_HPP
#define SLUICE_RANK_LEAKAGE_HPP

/// Finds evaluation data that is already among the stored examples.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/rank/example_store.hpp"

namespace sluice::inline v0 {

enum class LeakKind : std::uint8_t {
  question,  ///< The same question, ignoring letter case, punctuation and white space.
  query,     ///< The same query of the same database, ignoring case, aliases and values.
  shape,     ///< The same masked query. Usually of another database, and then not a leak by itself.
};

/// "question", "query", "shape". A static string.
std::string_view name_of(LeakKind kind) noexcept;

struct Leak {
  std::size_t position = 0;  ///< Position of the evaluated example.
  ExampleId example;         ///< The first stored example that matches.
  std::size_t copies = 0;    ///< Number of stored examples that match.
  LeakKind kind = LeakKind::question;
};

struct LeakReport {
  std::vector<Leak> leaks;  ///< Sorted by position, then kind.
  std::size_t unreadable =
      0;  ///< Number of evaluated queries that are not SQL; their questions are compared.
};

/// Searches the store for each of `evaluated`. Compares queries only if both are SQL; looks up
/// their names if the catalog (nullptr: none) has their database. O(store + evaluated).
LeakReport find_leaks(const ExampleStore &store, std::span<const Example> evaluated,
                      const Catalog *catalog);

/// Stored examples with the same question, query and database as an earlier one. Returns pairs of
/// the later and the earlier example, sorted by the later. O(store).
std::vector<std::pair<ExampleId, ExampleId>> find_duplicates(const ExampleStore &store);

}  // namespace sluice::inline v0

#endif
