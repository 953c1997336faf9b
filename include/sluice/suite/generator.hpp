#ifndef SLUICE_SUITE_GENERATOR_HPP
#define SLUICE_SUITE_GENERATOR_HPP

/// Generators of test databases.

#include <concepts>
#include <cstddef>
#include <optional>

#include "sluice/suite/test_database.hpp"

namespace sluice::inline v0 {

/// A source of databases numbered from 0.
///
/// `generate` returns the same database for the same number regardless of earlier calls, and an
/// empty result from the first number on that has none. Every database satisfies the constraints
/// that the generator was constructed with, except CHECKs that only SQLite can evaluate.
/// Thread-safe.
template <class T>
concept Generator = requires(const T &generator, std::size_t number) {
  { generator.generate(number) } -> std::same_as<std::optional<TestDatabase>>;
};

}  // namespace sluice::inline v0

#endif
