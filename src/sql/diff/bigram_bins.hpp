#ifndef SLUICE_SRC_SQL_DIFF_BIGRAM_BINS_HPP
#define SLUICE_SRC_SQL_DIFF_BIGRAM_BINS_HPP

/// Assigns a number to each pair of characters that occurs in masked SQL, so that such texts can be
/// compared by vectors of counts instead of lists.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice::inline v0::sql {

inline constexpr std::uint8_t no_bin = 255;
inline constexpr std::size_t max_bins = 160;

struct BinTable {
  std::array<std::uint8_t, std::size_t{128} * 128> bins{};
  std::size_t used = 0;
};

/// Every pair of adjacent characters in these lines is common.
inline constexpr std::array<std::string_view, 9> common_sql{
    "SELECT DISTINCT COUNT(*), _ FROM _ JOIN _ ON _ = _ AND _ <= _ WHERE NOT _ IN (SELECT _ FROM",
    "FROM (SELECT _) LEFT JOIN _ WHERE _ > _ OR _ < _ GROUP BY _ HAVING COUNT(DISTINCT _) >= _",
    "_ ORDER BY _ DESC, _ ASC LIMIT _ OFFSET _) UNION ALL SELECT MAX(_), MIN(*) EXCEPT SELECT",
    "SUM(_) - AVG(_) * _ + -_ INTERSECT SELECT * FROM (_, _) WHERE _ BETWEEN _ AND _ AND _ LIKE _",
    "ON TRUE WHERE NOT EXISTS(SELECT _)) AND _ <> _ AND NOT _ IS NULL CROSS JOIN _ IN (_)) = _",
    "COUNT(_) > (SELECT AVG(_) / NULLIF(_, _), SUM(*) AS _ NOT LIKE UNION SELECT MIN(_) NOT BETWEEN",
    "(SELECT COUNT(*)) CAST(_ AS FLOAT) CASE WHEN _ THEN _ ELSE _ END INNER JOIN",
    "_ FROM _ CROSS JOIN _), (_ AND (_ OR (",
    "MAX(*",
};

constexpr BinTable make_bins() {
  BinTable table;
  table.bins.fill(no_bin);
  for (const std::string_view line : common_sql) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      std::uint8_t &bin = table.bins[static_cast<std::size_t>(line[i]) * 128 +
                                     static_cast<std::size_t>(line[i + 1])];
      if (bin == no_bin && table.used < max_bins) bin = static_cast<std::uint8_t>(table.used++);
    }
  }
  return table;
}

inline constexpr BinTable bin_table = make_bins();

/// The bin of a bigram, or no_bin. The first character is in the upper 16 bits.
constexpr std::uint8_t bin_of(std::uint32_t bigram) noexcept {
  const std::uint32_t first = bigram >> 16, second = bigram & 0xFFFF;
  return first < 128 && second < 128 ? bin_table.bins[first * 128 + second] : no_bin;
}

}  // namespace sluice::inline v0::sql

#endif
