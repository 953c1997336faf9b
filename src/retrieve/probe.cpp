#include "sluice/retrieve/probe.hpp"

#include <algorithm>

#include "text/identifier.hpp"

namespace sluice::inline v0 {

ProbeSet make_probes(const Question &question, const HallucinatedSchema &schema,
                     std::size_t max_probes) {
  ProbeSet set{std::string(question.wording()), {}};
  const auto add = [&](std::string probe) {
    if (set.probes.size() < max_probes &&
        std::ranges::find(set.probes, probe) == set.probes.end()) {
      set.probes.push_back(std::move(probe));
    }
  };
  for (const HallucinatedTable &table : schema) {
    if (table.columns.empty()) add(table.name);
    for (const std::string &column : table.columns) {
      add(table.name.empty() ? column : table.name + ' ' + column);
    }
  }
  if (set.probes.empty()) set.probes.push_back(set.question);
  return set;
}

std::vector<std::string> probe_texts(const ProbeSet &probes) {
  std::vector<std::string> texts;
  texts.reserve(probes.probes.size());
  for (const std::string &probe : probes.probes) {
    texts.push_back(probe == probes.question ? probe : readable_name(probe));
  }
  return texts;
}

}  // namespace sluice::inline v0
