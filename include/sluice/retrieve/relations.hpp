#ifndef SLUICE_RETRIEVE_RELATIONS_HPP
#define SLUICE_RETRIEVE_RELATIONS_HPP

/// Relations between the candidates of a pool in their schemas. Source: Kothyari et al. 2023
/// (CRUSH4SQL), section 3.2: columns of one table, or joined by a foreign key.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/schema/join_graphs.hpp"

namespace sluice::inline v0 {

/// Immutable. Thread-safe.
class Relations {
 public:
  /// Relations between `columns` (CandidateId i is columns[i]). O(related pairs + joins).
  Relations(const JoinGraphs &graphs, std::span<const ColumnId> columns, const Mask *mask);

  std::size_t size() const noexcept { return table_.size(); }
  /// The other candidates in the same table or joined by a declared foreign key.
  std::span<const CandidateId> related(CandidateId candidate) const noexcept {
    return {related_.data() + first_[candidate.index()],
            first_[candidate.index() + 1] - first_[candidate.index()]};
  }
  /// Index of the candidate's table (database) among those of the pool, in order of appearance.
  std::uint32_t table(CandidateId candidate) const noexcept { return table_[candidate.index()]; }
  std::uint32_t database(CandidateId candidate) const noexcept {
    return database_[candidate.index()];
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<CandidateId> related_;
  std::vector<std::uint32_t> table_;
  std::vector<std::uint32_t> database_;
};

}  // namespace sluice::inline v0

#endif
