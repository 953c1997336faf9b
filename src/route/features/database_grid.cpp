#include "database_grid.hpp"

#include <algorithm>
#include <numeric>

namespace sluice::inline v0::route_detail {

DatabaseGrid::DatabaseGrid(std::span<const std::uint32_t> first_part)
    : place_of_database(first_part.size() - 1), place_of(first_part.back()), first_row(1, 0) {
  const auto size_of = [&](std::uint32_t database) {
    return first_part[database + 1] - first_part[database];
  };
  std::vector<std::uint32_t> &order = database_at;
  order.resize(place_of_database.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(
      order, [&](std::uint32_t a, std::uint32_t b) { return size_of(a) > size_of(b); });
  for (std::size_t first = 0; first < order.size(); first += databases_per_row) {
    const std::uint32_t row = first_row.back();
    first_row.push_back(row + size_of(order[first]));
    at.resize(first_row.back() * databases_per_row, none);
    for (std::size_t d = first; d < std::min(first + databases_per_row, order.size()); ++d) {
      place_of_database[order[d]] = static_cast<std::uint32_t>(d);
      for (std::uint32_t k = 0; k < size_of(order[d]); ++k) {
        const std::uint32_t part = first_part[order[d]] + k;
        const std::size_t place = (row + k) * databases_per_row + (d - first);
        place_of[part] = static_cast<std::uint32_t>(place);
        at[place] = part;
      }
    }
  }
  database_at.resize(databases(), none);
}

}  // namespace sluice::inline v0::route_detail
