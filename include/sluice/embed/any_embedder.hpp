#ifndef SLUICE_EMBED_ANY_EMBEDDER_HPP
#define SLUICE_EMBED_ANY_EMBEDDER_HPP

/// A type-erased Embedder.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "sluice/core/erased.hpp"
#include "sluice/embed/embedder.hpp"

namespace sluice::inline v0 {

/// Holds a model; copies share it. Models Embedder, and is as thread-safe as the model.
class AnyEmbedder {
 public:
  template <OtherThan<AnyEmbedder> Model>
    requires(Embedder<Model>)
  AnyEmbedder(Model model)  // NOLINT(google-explicit-constructor)
      : model_(std::move(model)) {}

  std::size_t dimensions() const { return model_->dimensions(); }
  std::uint64_t fingerprint() const { return model_->fingerprint(); }
  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const {
    model_->embed(texts, vectors);
  }

  /// The model itself if it is a `Model`, to call functions that only that type has; otherwise
  /// nullptr. Valid as long as any copy of this object.
  template <Embedder Model>
  const Model *as() const noexcept {
    return model_.template as<Model>();
  }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual std::size_t dimensions() const = 0;
    virtual std::uint64_t fingerprint() const = 0;
    virtual void embed(std::span<const std::string_view> texts, std::span<float> vectors) const = 0;
  };
  template <class Model>
  struct Adapter final : Adapted<Interface, Model> {
    using Adapted<Interface, Model>::Adapted;
    std::size_t dimensions() const override { return this->model.dimensions(); }
    std::uint64_t fingerprint() const override { return this->model.fingerprint(); }
    void embed(std::span<const std::string_view> texts, std::span<float> vectors) const override {
      this->model.embed(texts, vectors);
    }
  };

  Erased<Interface, Adapter> model_;
};

}  // namespace sluice::inline v0

#endif
