#include "plural_names.hpp"

#include <utility>

namespace sluice::inline v0::schema_detail {
namespace {

struct PluralEnding {
  std::string_view plural;
  std::string_view singular;
};

constexpr PluralEnding plural_endings[] = {
    {"people", "person"},
    {"children", "child"},
    {"women", "woman"},
    {"men", "man"},
    {"feet", "foot"},
    {"teeth", "tooth"},
    {"mice", "mouse"},
    {"geese", "goose"},
    {"oxen", "ox"},
    {"quizzes", "quiz"},
    {"movies", "movie"},
    {"indices", "index"},
    {"vertices", "vertex"},
    {"matrices", "matrix"},
    {"analyses", "analysis"},
    {"bases", "basis"},
    {"criteria", "criterion"},
    {"data", "datum"},
    {"media", "medium"},
    {"ies", "y"},
    {"ves", "f"},
    {"ves", "fe"},
    {"sses", "ss"},
    {"shes", "sh"},
    {"ches", "ch"},
    {"xes", "x"},
    {"zes", "z"},
    {"uses", "us"},
    {"oes", "o"},
    {"s", ""},
    {"es", ""},
};

/// `name` with another ending; empty if it does not have the ending.
std::string with_ending(std::string_view name, std::string_view ending, std::string_view other) {
  if (!name.ends_with(ending)) return {};
  std::string changed(name.substr(0, name.size() - ending.size()));
  if (changed.empty() && ending.size() < 2) return {};
  return changed += other;
}

}  // namespace

std::vector<std::string> possible_singulars(std::string_view plural) {
  std::vector<std::string> singulars;
  for (const PluralEnding &ending : plural_endings) {
    std::string singular = with_ending(plural, ending.plural, ending.singular);
    if (!singular.empty() && !singular.ends_with('_')) singulars.push_back(std::move(singular));
  }
  singulars.emplace_back(plural);
  return singulars;
}

std::vector<std::string> possible_plurals(std::string_view singular) {
  std::vector<std::string> plurals{std::string(singular)};
  for (const PluralEnding &ending : plural_endings) {
    std::string plural = with_ending(singular, ending.singular, ending.plural);
    if (!plural.empty()) plurals.push_back(std::move(plural));
  }
  return plurals;
}

}  // namespace sluice::inline v0::schema_detail
