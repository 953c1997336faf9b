#ifndef SLUICE_SRC_SCHEMA_LOAD_SOURCE_PROBLEMS_HPP
#define SLUICE_SRC_SCHEMA_LOAD_SOURCE_PROBLEMS_HPP

/// What cannot be read of one file.

#include <cstddef>
#include <string>
#include <utility>

#include "sluice/core/json.hpp"
#include "text_kind.hpp"

namespace sluice::inline v0::schema_detail {

/// Passes problems on to `options.skipped`, with their places, as long as there are few: finding a
/// place takes time, and thousands are not read anyway. Not thread-safe.
class SourceProblems {
 public:
  SourceProblems(const LoadOptions &options, std::string source)
      : options_(options), source_(std::move(source)) {}

  void add(std::string reason);
  /// Lines count from 1.
  void add(std::size_t line, std::string reason);
  void add(JsonValue at, std::string reason);

 private:
  /// Whether a further problem is passed on.
  bool counts();

  const LoadOptions &options_;
  std::string source_;
  std::size_t count_ = 0;
};

}  // namespace sluice::inline v0::schema_detail

#endif
