#ifndef SLUICE_TRAIN_RESPELLED_CATALOG_HPP
#define SLUICE_TRAIN_RESPELLED_CATALOG_HPP

/// The same databases as other people would have spelled them: training on these as well teaches
/// the ranker names that are no words.

#include <cstdint>
#include <memory>

#include "sluice/schema/catalog.hpp"

namespace sluice {

/// Each database draws a style of its own: as it is; words joined by `_`, by blanks, by capitals or
/// not at all; none, some or many of them abbreviated; with or without titles, types and keys;
/// small letters. The databases' own names stay, and so does every place, so that ids are the same.
/// The same seed gives the same names.
std::shared_ptr<const Catalog> respelled(const Catalog &catalog, std::uint64_t seed = 1);

}  // namespace sluice

#endif
