#ifndef SLUICE_TESTS_SUITE_QUERY_PAIRS_HPP
#define SLUICE_TESTS_SUITE_QUERY_PAIRS_HPP

/// Reads the pairs of query_pairs.sql.

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace sluice::test {

struct QueryPair {
  std::string about;
  bool differ = false;
  std::string gold;
  std::string predicted;
};

struct QueryPairs {
  std::string schema;
  std::vector<QueryPair> pairs;
};

inline QueryPairs read_query_pairs(const std::filesystem::path &sources) {
  QueryPairs read;
  std::ifstream file(sources / "tests/suite/query_pairs.sql");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("CREATE")) read.schema += line + "\n";
    const bool differ = line.starts_with("-- differ: ");
    if (!differ && !line.starts_with("-- same: ")) continue;
    QueryPair &pair = read.pairs.emplace_back();
    pair.differ = differ;
    pair.about = line.substr(line.find(": ") + 2);
    std::getline(file, pair.gold);
    std::getline(file, pair.predicted);
  }
  return read;
}

}  // namespace sluice::test

#endif
