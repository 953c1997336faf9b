#include "evidence_features.hpp"

#include <algorithm>

namespace sluice::inline v0::route_detail {
namespace {

struct NamedForm {
  EvidenceForm form;
  std::string_view suffix;
};
constexpr std::array<NamedForm, 5> all_forms{{{EvidenceForm::raw, "|raw"},
                                              {EvidenceForm::share, "|share"},
                                              {EvidenceForm::lift, "|lift"},
                                              {EvidenceForm::lift_share, "|lift_share"},
                                              {EvidenceForm::given, ""}}};

template <class Visit>
void each_column(std::span<const EvidenceFeature> features, Visit visit) {
  for (std::size_t f = 0; f < features.size(); ++f) {
    for (const NamedForm &of : all_forms) {
      if ((features[f].forms & static_cast<unsigned>(of.form)) != 0) visit(f, of);
    }
  }
}

constexpr float least = 1e-6F;

}  // namespace

std::vector<std::string> evidence_columns(std::span<const EvidenceFeature> features) {
  std::vector<std::string> names;
  each_column(features, [&](std::size_t f, const NamedForm &of) {
    names.push_back(std::string(features[f].name) + std::string(of.suffix));
  });
  return names;
}

std::vector<std::uint8_t> free_columns(std::span<const EvidenceFeature> features) {
  std::vector<std::uint8_t> is_free;
  each_column(features, [&](std::size_t, const NamedForm &of) {
    is_free.push_back(of.form == EvidenceForm::given ? 1 : 0);
  });
  return is_free;
}

std::string_view feature_of(std::string_view column) { return column.substr(0, column.find('|')); }

std::vector<std::size_t> learned_positions(std::span<const EvidenceFeature> features,
                                           std::span<const std::string> names) {
  std::vector<std::size_t> positions(features.size(), SIZE_MAX);
  for (std::size_t f = 0; f < features.size(); ++f) {
    for (const std::string_view name : features[f].learned) {
      const auto at = std::ranges::find(names, name);
      if (name.empty() || at == names.end()) continue;
      positions[f] = static_cast<std::size_t>(at - names.begin());
      break;
    }
  }
  return positions;
}

void append_rows(std::span<const EvidenceFeature> features,
                 std::span<const std::vector<float>> signals,
                 std::span<const std::vector<float>> means, std::span<const std::uint32_t> objects,
                 std::vector<float> &rows) {
  if (objects.empty()) return;
  std::size_t columns = 0;
  each_column(features, [&](std::size_t, const NamedForm &) { ++columns; });
  const std::size_t first = rows.size();
  rows.resize(first + objects.size() * columns);
  std::size_t column = 0;
  each_column(features, [&](std::size_t f, const NamedForm &of) {
    float *to = rows.data() + first + column++;
    const bool is_lift = of.form == EvidenceForm::lift || of.form == EvidenceForm::lift_share;
    float best = 0;
    for (std::size_t i = 0; i < objects.size(); ++i) {
      float value = signals[f][objects[i]];
      if (is_lift) value -= means[f][objects[i]];
      if (of.form == EvidenceForm::lift_share) value = std::max(value, 0.0F);
      to[i * columns] = value;
      best = std::max(best, value);
    }
    if (of.form != EvidenceForm::share && of.form != EvidenceForm::lift_share) return;
    for (std::size_t i = 0; i < objects.size(); ++i) to[i * columns] /= best + least;
  });
}

}  // namespace sluice::inline v0::route_detail
