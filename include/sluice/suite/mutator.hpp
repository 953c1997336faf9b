#ifndef SLUICE_SUITE_MUTATOR_HPP
#define SLUICE_SUITE_MUTATOR_HPP

/// What makes neighbor queries: texts that differ from a gold query in one aspect (Zhong et al.
/// 2020, section 3.1).

#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>

#include "sluice/core/erased.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/suite/gold_query.hpp"

namespace sluice {

/// Bytes `[begin, end)` of the gold text.
struct TextSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend bool operator==(const TextSpan &, const TextSpan &) = default;
};

/// Gets each neighbor, valid during the call, and what of the gold text was changed; false: no more
/// are wanted.
using NeighborSink = function_ref<bool(std::string_view text, TextSpan changed)>;

/// One way of changing a query.
///
/// `mutate` gives each neighbor to the sink until it has no more or the sink wants no more; what it
/// gives depends on the gold query and the seed alone. Neighbors may repeat, fail to run, or mean
/// the same as gold: NeighborFinder sorts them out. It holds one neighbor at a time, and does not
/// much more work than writing their texts takes. Throws nothing but for lack of memory. Reentrant.
/// `name` is such as "join_kind", told apart from other mutators' by it.
template <class T>
concept Mutator = requires(const T &mutator, const GoldQuery &gold, std::uint64_t seed,
                           NeighborSink sink) {
  { mutator.name() } -> std::convertible_to<std::string_view>;
  {mutator.mutate(gold, seed, sink)};
};

/// Any mutator, shared by its copies.
class AnyMutator {
 public:
  template <OtherThan<AnyMutator> Model>
    requires(Mutator<Model>)
  AnyMutator(Model mutator)  // NOLINT(google-explicit-constructor)
      : mutator_(std::move(mutator)) {}

  /// Lives as long as the mutator.
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

}  // namespace sluice

#endif
