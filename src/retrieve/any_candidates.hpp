#ifndef SLUICE_SRC_RETRIEVE_ANY_CANDIDATES_HPP
#define SLUICE_SRC_RETRIEVE_ANY_CANDIDATES_HPP

/// A type-erased source of candidates.

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "sluice/core/erased.hpp"
#include "sluice/retrieve/candidates.hpp"

namespace sluice::inline v0 {

/// Type-erased source. Copies share it. Models RescoringSource. As thread-safe as the source.
class AnyCandidates {
 public:
  template <OtherThan<AnyCandidates> Source>
    requires(RescoringSource<Source>)
  AnyCandidates(Source source)  // NOLINT(google-explicit-constructor)
      : source_(std::move(source)) {}

  CandidatePool candidates(const ProbeSet &probes, const Mask *mask, std::size_t pool) const {
    return source_->candidates(probes, mask, pool);
  }
  std::vector<float> similarities(const ProbeSet &probes, const Mask *mask,
                                  std::span<const ColumnId> columns) const {
    return source_->similarities(probes, mask, columns);
  }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual CandidatePool candidates(const ProbeSet &probes, const Mask *mask,
                                     std::size_t pool) const = 0;
    virtual std::vector<float> similarities(const ProbeSet &probes, const Mask *mask,
                                            std::span<const ColumnId> columns) const = 0;
  };
  template <class Source>
  struct Adapter final : Adapted<Interface, Source> {
    using Adapted<Interface, Source>::Adapted;
    CandidatePool candidates(const ProbeSet &probes, const Mask *mask,
                             std::size_t pool) const override {
      return this->model.candidates(probes, mask, pool);
    }
    std::vector<float> similarities(const ProbeSet &probes, const Mask *mask,
                                    std::span<const ColumnId> columns) const override {
      return this->model.similarities(probes, mask, columns);
    }
  };

  Erased<Interface, Adapter> source_;
};

}  // namespace sluice::inline v0

#endif
