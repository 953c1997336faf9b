#ifndef SLUICE_CORE_ERASED_HPP
#define SLUICE_CORE_ERASED_HPP

/// The common part of classes such as AnyEmbedder, which hold any model of a concept.

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// A model and its interface. The adapter of a class derives from it and calls the model.
template <class Interface, class Model>
struct Adapted : Interface {
  explicit Adapted(Model given) : model(std::move(given)) {}
  Model model;
};

/// Shares a model between copies, behind the `Interface` that `Adapter<Model>` implements with
/// const functions. Never empty. As thread-safe as the model.
template <class Interface, template <class Model> class Adapter>
class Erased {
 public:
  template <class Model>
    requires(!std::same_as<Model, Erased>)
  explicit Erased(Model model) : held_(std::make_shared<const Adapter<Model>>(std::move(model))) {}

  const Interface *operator->() const noexcept { return held_.get(); }

  /// The model itself if it is a `Model`, else nullptr. Lives as long as any copy of this.
  template <class Model>
  const Model *as() const noexcept {
    const auto *adapter = dynamic_cast<const Adapter<Model> *>(held_.get());
    return adapter != nullptr ? &adapter->model : nullptr;
  }

 private:
  std::shared_ptr<const Interface> held_;
};

/// Any type but `Self`, so that a constructor from any model does not replace the copy constructor.
template <class Model, class Self>
concept OtherThan = !std::same_as<std::remove_cvref_t<Model>, Self>;

}  // namespace sluice::inline v0

#endif
