#ifndef SLUICE_SRC_SCHEMA_TABULAR_EXPORT_PROBLEMS_HPP
#define SLUICE_SRC_SCHEMA_TABULAR_EXPORT_PROBLEMS_HPP

/// What could not be read of exports. Many rows with the same problem are reported once.

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "export_row.hpp"
#include "schema/load/text_kind.hpp"

namespace sluice::inline v0::schema_detail {

class ExportProblems {
 public:
  explicit ExportProblems(const LoadOptions &options) : options_(options) {}

  /// A problem that other rows of the same source may have as well.
  void add(const ExportPlace &place, std::string_view reason);
  /// A problem of its own.
  void add_single(const ExportPlace &place, std::string reason);
  /// Reports everything, in the order in which it was added.
  void report();

 private:
  struct Problem {
    std::string where;
    std::string reason;
    std::size_t count = 0;
  };

  const LoadOptions &options_;
  std::vector<Problem> problems_;
  std::unordered_map<std::string, std::size_t> by_reason_;
};

}  // namespace sluice::inline v0::schema_detail

#endif
