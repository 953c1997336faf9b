#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "distillation.hpp"
#include "sluice/suite/proof.hpp"
#include "sluice/suite/suite.hpp"

namespace sluice::inline v0::suite {
namespace {

std::vector<std::string> inferred_keys(const Constraints &constraints) {
  const auto tables = constraints.schema().tables();
  std::vector<std::string> keys;
  for (const ReferenceConstraint &reference : constraints.references()) {
    if (reference.origin != Origin::inferred) continue;
    const Table &from = tables[reference.table];
    const Table &to = tables[reference.referenced_table];
    std::string text;
    for (std::size_t i = 0; i < reference.columns.size(); ++i) {
      text += fmt::format("{}{}.{} = {}.{}", i == 0 ? "" : " AND ", from.name,
                          from.columns[reference.columns[i]].name, to.name,
                          to.columns[reference.referenced_columns[i]].name);
    }
    keys.push_back(std::move(text));
  }
  return keys;
}

SuiteGold report_of(const Distilled &distilled, const Work &work, Serving serving) {
  const NeighborSet &set = work.trial->neighbors();
  SuiteGold gold;
  gold.text = work.trial->gold();
  gold.lines = work.lines;
  gold.problem = set.gold_problem;
  if (gold.problem.empty() && !work.ran) gold.problem = "fails on every generated database";
  gold.neighbors = set.neighbors.size();
  gold.proved = set.proved.size();
  for (const Neighbor &neighbor : set.proved) {
    ProvedNeighbor &proof = gold.proofs.emplace_back();
    proof.text = neighbor.text;
    proof.mutator = distilled.mutators[neighbor.mutator].name();
    proof.by_program = neighbor.fate == NeighborFate::proved_by_program;
    for (const ProofConstraint &constraint :
         proof_constraints(gold.text, neighbor.text, distilled.constraints)) {
      proof.relied_on.push_back(text_of(constraint));
    }
  }
  gold.complete = set.complete;
  gold.shows_rows = work.rows_shown.has_value();
  gold.databases = std::move(serving.databases);
  gold.best = serving.best;
  for (const std::uint32_t i : work.alive) {
    const Neighbor &neighbor = set.neighbors[i];
    gold.undistinguished.push_back({neighbor.text,
                                    std::string(distilled.mutators[neighbor.mutator].name()),
                                    neighbor.copies, work.trial->ran_out_of_steps(i)});
  }
  return gold;
}

}  // namespace

SuiteSchema report_of(const Distilled &distilled, std::vector<Serving> serving) {
  SuiteSchema schema;
  schema.schema = distilled.constraints.share_schema();
  schema.definitions = distilled.constraints.definitions();
  schema.inferred_keys = inferred_keys(distilled.constraints);
  std::map<std::uint32_t, std::uint32_t> position;
  for (const Serving &of : serving) {
    for (const std::uint32_t database : of.databases) position[database] = 0;
  }
  for (auto &entry : position) {
    entry.second = static_cast<std::uint32_t>(schema.databases.size());
    const Candidate &candidate = distilled.candidates[entry.first];
    schema.databases.push_back({candidate.origin,
                                static_cast<std::uint32_t>(candidate.database.rows()),
                                candidate.database.bytes()});
  }
  for (std::size_t i = 0; i < distilled.works.size(); ++i) {
    Serving &of = serving[i];
    if (!of.databases.empty()) of.best = position.at(of.best);
    for (std::uint32_t &database : of.databases) database = position.at(database);
    schema.golds.push_back(report_of(distilled, distilled.works[i], std::move(of)));
  }
  return schema;
}

}  // namespace sluice::inline v0::suite
