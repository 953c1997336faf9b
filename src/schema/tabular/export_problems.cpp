#include "export_problems.hpp"

#include <utility>

#include <fmt/format.h>

namespace sluice::inline v0::schema_detail {

void ExportProblems::add(const ExportPlace &place, std::string_view reason) {
  if (options_.skipped == nullptr) return;
  std::string key(place.source);
  key += '\0';
  key += reason;
  const auto [found, fresh] = by_reason_.try_emplace(std::move(key), problems_.size());
  if (fresh) problems_.push_back({place.text(), std::string(reason), 0});
  ++problems_[found->second].count;
}

void ExportProblems::add_single(const ExportPlace &place, std::string reason) {
  if (options_.skipped == nullptr) return;
  problems_.push_back({place.text(), std::move(reason), 1});
}

void ExportProblems::report() {
  for (Problem &problem : problems_) {
    if (problem.count > 1) {
      problem.reason += fmt::format("; so {} {} other row{}", problem.count > 2 ? "do" : "does",
                                    problem.count - 1, problem.count > 2 ? "s" : "");
    }
    skip(options_, std::move(problem.where), std::move(problem.reason));
  }
  problems_.clear();
  by_reason_.clear();
}

}  // namespace sluice::inline v0::schema_detail
