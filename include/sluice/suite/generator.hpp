#ifndef SLUICE_SUITE_GENERATOR_HPP
#define SLUICE_SUITE_GENERATOR_HPP

/// Generators of test databases.

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "sluice/suite/test_database.hpp"

namespace sluice::inline v0 {

/// A source of databases numbered from 0.
///
/// `generate` returns the same database for the same number regardless of earlier calls, and an
/// empty result from the first number on that has none. Every database satisfies the constraints
/// that the generator was constructed with, except CHECKs that only SQLite can evaluate.
/// Thread-safe.
template <class T>
concept Generator = requires(const T &generator, std::size_t number) {
  { generator.generate(number) } -> std::same_as<std::optional<TestDatabase>>;
};

/// Type-erased generator; copies share it.
class AnyGenerator {
 public:
  template <class Model>
    requires(!std::same_as<std::remove_cvref_t<Model>, AnyGenerator> && Generator<Model>)
  AnyGenerator(Model model)  // NOLINT(google-explicit-constructor)
      : held_(std::make_shared<const Holder<Model>>(std::move(model))) {}

  std::optional<TestDatabase> generate(std::size_t number) const { return held_->generate(number); }

 private:
  struct Base {
    virtual ~Base() = default;
    virtual std::optional<TestDatabase> generate(std::size_t number) const = 0;
  };
  template <class Model>
  struct Holder final : Base {
    explicit Holder(Model made) : model(std::move(made)) {}
    std::optional<TestDatabase> generate(std::size_t number) const override {
      return model.generate(number);
    }
    Model model;
  };

  std::shared_ptr<const Base> held_;
};

}  // namespace sluice::inline v0

#endif
