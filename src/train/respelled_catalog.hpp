#ifndef SLUICE_SRC_TRAIN_RESPELLED_CATALOG_HPP
#define SLUICE_SRC_TRAIN_RESPELLED_CATALOG_HPP

/// The same databases with names in other styles. Training on these, too, teaches the ranker names
/// that are not words.

#include <cstdint>
#include <memory>

#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0 {

/// Draws a random style per database: unchanged; words joined by `_`, spaces, capitals or nothing;
/// none, some or many words abbreviated; with or without titles, types and keys; lower case. Names
/// of databases do not change, nor does any position, so ids are the same. The same seed gives the
/// same names.
std::shared_ptr<const Catalog> respelled(const Catalog &catalog, std::uint64_t seed = 1);

}  // namespace sluice::inline v0

#endif
