#include "sluice/retrieve/probe.hpp"

#include <algorithm>

namespace sluice {

ProbeSet make_probes(std::string_view question, const HallucinatedSchema &schema,
                     std::size_t max_probes) {
  ProbeSet set{std::string(question), {}};
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
  if (set.probes.empty()) set.probes.emplace_back(question);
  return set;
}

}  // namespace sluice
