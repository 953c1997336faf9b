#ifndef SLUICE_CORE_ERASED_HPP
#define SLUICE_CORE_ERASED_HPP

/// What classes such as AnyEmbedder are made of: any model of a concept behind one type.

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include "sluice/core/language.hpp"

namespace sluice {

/// A model beside its interface. The adapter of a class derives from it and calls the model.
template <class Interface, class Model>
struct Adapted : Interface {
  explicit Adapted(Model given) : model(std::move(given)) {}
  Model model;
};

/// A model that is shared by copies, behind the `Interface` that `Adapter<Model>` implements with
/// const functions. Never empty. As thread-safe as the model.
template <class Interface, template <class Model> class Adapter>
class Erased {
 public:
  template <class Model>
    requires std::derived_from<Adapter<Model>, Interface>
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

/// Any type but `Self`: so that a constructor from any model leaves copies alone.
template <class Model, class Self>
concept OtherThan = !std::same_as<std::remove_cvref_t<Model>, Self>;

}  // namespace sluice

#endif
