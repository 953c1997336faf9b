#ifndef SLUICE_RETRIEVE_ANY_CANDIDATES_HPP
#define SLUICE_RETRIEVE_ANY_CANDIDATES_HPP

/// Any source of candidates, behind one type.

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "sluice/retrieve/candidates.hpp"

namespace sluice {

/// Holds a source; copies share it. Models RescoringSource itself, as thread-safe as what it holds.
class AnyCandidates {
 public:
  template <RescoringSource Source>
    requires(!std::same_as<std::remove_cvref_t<Source>, AnyCandidates>)
  AnyCandidates(Source source)  // NOLINT(google-explicit-constructor)
      : source_(std::make_shared<const Held<Source>>(std::move(source))) {}

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
  struct Held final : Interface {
    explicit Held(Source with) : source(std::move(with)) {}
    CandidatePool candidates(const ProbeSet &probes, const Mask *mask,
                             std::size_t pool) const override {
      return source.candidates(probes, mask, pool);
    }
    std::vector<float> similarities(const ProbeSet &probes, const Mask *mask,
                                    std::span<const ColumnId> columns) const override {
      return source.similarities(probes, mask, columns);
    }
    Source source;
  };

  std::shared_ptr<const Interface> source_;
};

}  // namespace sluice

#endif
