#include "pipeline/partial_suite.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include "sluice/suite/suite_file.hpp"

namespace sluice::inline v0::pipeline_detail {

PartialSuite::PartialSuite(const std::string &out, std::string settings, double save_every)
    : path_(out.empty() ? "" : out + ".partial"),
      settings_(std::move(settings)),
      save_every_(save_every) {}

std::vector<SuiteSchema> PartialSuite::read() {
  std::error_code error;
  if (path_.empty() || !std::filesystem::exists(path_, error)) return {};
  std::vector<SuiteSchema> schemas = read_suite(path_).schemas;
  for (const SuiteSchema &schema : schemas) schemas_.insert_or_assign(schema.id, schema);
  return schemas;
}

void PartialSuite::add(const SuiteSchema &schema) {
  if (path_.empty()) return;
  schemas_.insert_or_assign(schema.id, schema);
  is_saved_ = false;
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - saved_at_;
  if (since.count() >= save_every_) save();
}

void PartialSuite::save() {
  if (is_saved_) return;
  Suite suite;
  suite.settings = settings_;
  for (const auto &[id, schema] : schemas_) suite.schemas.push_back(schema);
  write_suite(suite, path_);
  is_saved_ = true;
  saved_at_ = std::chrono::steady_clock::now();
}

void PartialSuite::remove() const {
  std::error_code error;
  if (!path_.empty()) std::filesystem::remove(path_, error);
}

}  // namespace sluice::inline v0::pipeline_detail
