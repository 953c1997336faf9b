#ifndef SLUICE_SRC_PIPELINE_PARTIAL_SUITE_HPP
#define SLUICE_SRC_PIPELINE_PARTIAL_SUITE_HPP

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "sluice/suite/suite.hpp"

namespace sluice::inline v0::pipeline_detail {

/// The finished schemas of a suite in the file OUT.partial, from which a stopped run continues. Not
/// thread-safe.
class PartialSuite {
 public:
  /// If `out` is empty, nothing is read or written.
  PartialSuite(const std::string &out, std::string settings, double save_every);

  /// The schemas of an earlier run; empty if there is no file. They stay in the file until the same
  /// schema is finished again. Throws what `read_suite` throws.
  std::vector<SuiteSchema> read();
  /// Writes the file if a checkpoint is due. Throws Error(io).
  void add(const SuiteSchema &schema);
  /// Writes the file if it is out of date. Throws Error(io).
  void save();
  void remove() const;

 private:
  std::string path_;
  std::string settings_;
  double save_every_;
  std::map<std::string, SuiteSchema> schemas_;  // by id
  bool is_saved_ = true;
  std::chrono::steady_clock::time_point saved_at_ = std::chrono::steady_clock::now();
};

}  // namespace sluice::inline v0::pipeline_detail

#endif
