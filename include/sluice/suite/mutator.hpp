#ifndef SLUICE_SUITE_MUTATOR_HPP
#define SLUICE_SUITE_MUTATOR_HPP

/// Mutators generate neighbor queries: texts that differ from a gold query in one aspect (Zhong et
/// al. 2020, section 3.1).

#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>

#include "sluice/core/erased.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/suite/gold_query.hpp"

namespace sluice::inline v0 {

/// Bytes `[begin, end)` of the gold text.
struct TextSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend bool operator==(const TextSpan &, const TextSpan &) = default;
};

/// Receives each neighbor, valid during the call, and which part of the gold text was changed.
/// Returns false to stop.
using NeighborSink = function_ref<bool(std::string_view text, TextSpan changed)>;

/// One way to change a query.
///
/// `mutate` passes neighbors to the sink until there are no more or the sink returns false. Its
/// output depends only on the gold query and the seed. Neighbors may repeat, fail to run, or be
/// equivalent to the gold: NeighborFinder sorts them out. A mutator holds one neighbor at a time,
/// and does little more work than writing the texts requires. It throws only if memory runs out,
/// and is reentrant. `name` is unique among mutators, such as "join_kind".
template <class T>
concept Mutator = requires(const T &mutator, const GoldQuery &gold, std::uint64_t seed,
                           NeighborSink sink) {
  { mutator.name() } -> std::convertible_to<std::string_view>;
  {mutator.mutate(gold, seed, sink)};
};

/// Type-erased mutator; copies share it.
class AnyMutator {
 public:
  template <OtherThan<AnyMutator> Model>
    requires(Mutator<Model>)
  AnyMutator(Model mutator)  // NOLINT(google-explicit-constructor)
      : mutator_(std::move(mutator)) {}

  /// Valid as long as the mutator.
  std::string_view name() const { return mutator_->name(); }
  void mutate(const GoldQuery &gold, std::uint64_t seed, NeighborSink sink) const {
    mutator_->mutate(gold, seed, sink);
  }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual std::string_view name() const = 0;
    virtual void mutate(const GoldQuery &gold, std::uint64_t seed, NeighborSink sink) const = 0;
  };
  template <class Model>
  struct Adapter final : Adapted<Interface, Model> {
    using Adapted<Interface, Model>::Adapted;
    std::string_view name() const override { return this->model.name(); }
    void mutate(const GoldQuery &gold, std::uint64_t seed, NeighborSink sink) const override {
      this->model.mutate(gold, seed, sink);
    }
  };

  Erased<Interface, Adapter> mutator_;
};

}  // namespace sluice::inline v0

#endif
