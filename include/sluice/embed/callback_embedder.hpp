#ifndef SLUICE_EMBED_CALLBACK_EMBEDDER_HPP
#define SLUICE_EMBED_CALLBACK_EMBEDDER_HPP

/// A custom model, called back and checked.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Models Embedder by a callback. The callback gets texts and space for one vector per text,
/// row-major, and must write every number; the vectors are scaled to unit length afterwards.
/// Exceptions of the callback pass through. It is called on the threads that call `embed`, possibly
/// several at once; copies share it.
class CallbackEmbedder {
 public:
  /// Calls with at most `batch` texts at a time. `name` is the name and version of the model, for
  /// the fingerprint.
  /// Throws Error(invalid_argument) if `dimensions` or `batch` is 0.
  template <class Callback>
    requires std::invocable<const Callback &, std::span<const std::string_view>, std::span<float>>
    CallbackEmbedder(std::string name, std::size_t dimensions, Callback callback,
                     std::size_t batch = 256)
        : CallbackEmbedder(std::move(name), dimensions, batch,
                           std::make_shared<const Held<Callback>>(std::move(callback))) {}

    std::size_t dimensions() const noexcept { return dimensions_; }
    std::uint64_t fingerprint() const noexcept { return fingerprint_; }
    /// Throws Error: invalid_argument (`vectors` has the wrong size), malformed (the callback did
    /// not write a number, or wrote one that is not finite), and whatever the callback throws.
    void embed(std::span<const std::string_view> texts, std::span<float> vectors) const;

   private:
    struct Interface {
      virtual ~Interface() = default;
      virtual void call(std::span<const std::string_view> texts,
                        std::span<float> vectors) const = 0;
    };
    template <class Callback>
    struct Held final : Interface {
      explicit Held(Callback with) : callback(std::move(with)) {}
      void call(std::span<const std::string_view> texts, std::span<float> vectors) const override {
        callback(texts, vectors);
      }
      Callback callback;
    };
    CallbackEmbedder(std::string name, std::size_t dimensions, std::size_t batch,
                     std::shared_ptr<const Interface> callback);

    std::string name_;
    std::size_t dimensions_;
    std::size_t batch_;
    std::uint64_t fingerprint_;
    std::shared_ptr<const Interface> callback_;
};

}  // namespace sluice::inline v0

#endif
