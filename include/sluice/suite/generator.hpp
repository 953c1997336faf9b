#ifndef SLUICE_SUITE_GENERATOR_HPP
#define SLUICE_SUITE_GENERATOR_HPP

/// What makes test databases.

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "sluice/suite/test_database.hpp"

namespace sluice {

/// Databases by number, from 0 on.
///
/// `generate` gives the same database for the same number, whatever was asked before and by
/// whomever, and nothing from the first number on that has none. Every database obeys the
/// constraints that the generator was made with; a CHECK that only SQLite can evaluate apart. Any
/// threads at once.
template <class T>
concept Generator = requires(const T &generator, std::size_t number) {
  { generator.generate(number) } -> std::same_as<std::optional<TestDatabase>>;
};

/// Any generator, shared.
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

}  // namespace sluice

#endif
