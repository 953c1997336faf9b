#ifndef SLUICE_EMBED_ANY_EMBEDDER_HPP
#define SLUICE_EMBED_ANY_EMBEDDER_HPP

/// A type-erased Embedder.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "sluice/embed/embedder.hpp"

namespace sluice {

/// Holds a model; copies share it. Models Embedder, and is as thread-safe as the model.
class AnyEmbedder {
 public:
  template <Embedder Model>
    requires(!std::same_as<std::remove_cvref_t<Model>, AnyEmbedder>)
  AnyEmbedder(Model model)  // NOLINT(google-explicit-constructor)
      : model_(std::make_shared<const Held<Model>>(std::move(model))) {}

  std::size_t dimensions() const { return model_->dimensions(); }
  std::uint64_t fingerprint() const { return model_->fingerprint(); }
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const {
    model_->embed(texts, vectors);
  }

  /// The model itself if it is a `Model`, to call functions that only that type has; otherwise
  /// nullptr. Valid as long as any copy of this object.
  template <Embedder Model>
  const Model *as() const noexcept {
    const auto *held = dynamic_cast<const Held<Model> *>(model_.get());
    return held != nullptr ? &held->model : nullptr;
  }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual std::size_t dimensions() const = 0;
    virtual std::uint64_t fingerprint() const = 0;
    virtual void embed(std::span<const std::string_view> texts, std::span<float> vectors) const = 0;
  };
  template <class Model>
  struct Held final : Interface {
    explicit Held(Model with) : model(std::move(with)) {}
    std::size_t dimensions() const override { return model.dimensions(); }
    std::uint64_t fingerprint() const override { return model.fingerprint(); }
    void embed(std::span<const std::string_view> texts, std::span<float> vectors) const override {
      model.embed(texts, vectors);
    }
    Model model;
  };

  std::shared_ptr<const Interface> model_;
};

}  // namespace sluice

#endif
