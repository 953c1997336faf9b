#ifndef SLUICE_RANK_LEAKAGE_HPP
#define SLUICE_RANK_LEAKAGE_HPP

/// Whether what is to be measured stands among the examples already.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sluice/rank/example_store.hpp"

namespace sluice::inline v0 {

enum class LeakKind : std::uint8_t {
  question,  ///< The same question, letter case, punctuation and blanks aside.
  query,     ///< The same query of the same database: case, aliases and values aside.
  shape,     ///< The same masked query; of another database as a rule, and then no leak by itself.
};

/// "question", "query", "shape". A static string.
std::string_view name_of(LeakKind kind) noexcept;

struct Leak {
  std::size_t position = 0;  ///< Of the evaluated example.
  ExampleId example;         ///< The first stored one it is found in.
  std::size_t copies = 0;    ///< How many stored ones it is found in.
  LeakKind kind = LeakKind::question;
};

struct LeakReport {
  std::vector<Leak> leaks;     ///< By position, then kind.
  std::size_t unreadable = 0;  ///< Evaluated queries that are no SQL; their questions count.
};

/// Looks for each of `evaluated` in the store. Queries are compared where both are SQL; their
/// names are looked up where the catalog (nullptr: none) has their database. O(store + evaluated).
LeakReport find_leaks(const ExampleStore &store, std::span<const Example> evaluated,
                      const Catalog *catalog);

/// Stored examples that say the same as an earlier one: the same question and the same query of the
/// same database. Pairs of the later and the earlier one, by the later. O(store).
std::vector<std::pair<ExampleId, ExampleId>> find_duplicates(const ExampleStore &store);

}  // namespace sluice::inline v0

#endif
