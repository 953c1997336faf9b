#include "source_problems.hpp"

#include <fmt/format.h>

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_listed_problems = 1000;
constexpr std::size_t max_placed_problems = 32;

}  // namespace

bool SourceProblems::counts() {
  ++count_;
  if (count_ == max_listed_problems + 1) skip(options_, source_, "has more that cannot be read");
  return count_ <= max_listed_problems;
}

void SourceProblems::add(std::string reason) {
  if (counts()) skip(options_, source_, std::move(reason));
}

void SourceProblems::add(std::size_t line, std::string reason) {
  if (counts()) skip(options_, fmt::format("{}:{}", source_, line), std::move(reason));
}

void SourceProblems::add(JsonValue at, std::string reason) {
  if (!counts()) return;
  const bool is_placed = options_.skipped != nullptr && count_ <= max_placed_problems;
  skip(options_, is_placed ? to_string(at.place()) : source_, std::move(reason));
}

}  // namespace sluice::inline v0::schema_detail
