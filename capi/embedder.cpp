/// Embedders: custom models, called back.

#include "embedder.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "sluice/embed/callback_embedder.hpp"

namespace sluice::inline v0::capi {
namespace {

constexpr std::size_t max_dimensions = 65'536;

/// The caller's model. Destroyed with its last user.
class CallerModel {
 public:
  explicit CallerModel(const sluice_embedder &given) noexcept : given_(given) {}
  ~CallerModel() {
    if (given_.destroy != nullptr) given_.destroy(given_.user);
  }
  CallerModel(const CallerModel &) = delete;
  CallerModel &operator=(const CallerModel &) = delete;

  void embed(std::span<const std::string_view> texts, std::span<float> vectors) const {
    // The C interface promises a NUL after each text; the library's views have none.
    std::string bytes;
    std::size_t size = texts.size();
    for (const std::string_view text : texts) size += text.size();
    bytes.reserve(size);
    std::vector<sluice_str> views;
    views.reserve(texts.size());
    for (const std::string_view text : texts) {
      views.push_back({bytes.data() + bytes.size(), text.size()});
      bytes.append(text).push_back('\0');
    }
    check_returned(call(views, vectors), "embedder");
  }

 private:
  sluice_status call(const std::vector<sluice_str> &texts, std::span<float> vectors) const {
    std::unique_lock<std::mutex> alone;
    if ((given_.flags & SLUICE_CALLBACK_THREAD_SAFE) == 0) {
      if (caller_ == std::this_thread::get_id()) {
        refuse(
            "the embedder was called from within itself: it must not query a retriever that uses "
            "it, unless it has the flag SLUICE_CALLBACK_THREAD_SAFE");
      }
      alone = std::unique_lock(calling_);
      caller_ = std::this_thread::get_id();
    }
    const sluice_status status =
        given_.embed(given_.user, texts.data(), texts.size(), vectors.data());
    if (alone) caller_ = std::thread::id();
    return status;
  }

  sluice_embedder given_;
  mutable std::mutex calling_;
  mutable std::atomic<std::thread::id> caller_;  // the thread that holds the mutex
};

void check_embedder(const sluice_embedder &given) {
  if (given.embed == nullptr) refuse("embedder->embed is NULL");
  if (given.dimensions == 0 || given.dimensions > max_dimensions) {
    refuse("embedder->dimensions is " + std::to_string(given.dimensions) + ", expected 1 to " +
           std::to_string(max_dimensions));
  }
  if (given.batch == 0) refuse("embedder->batch is 0, expected at least 1");
  if ((given.flags & ~SLUICE_CALLBACK_THREAD_SAFE) != 0 || given.reserved != 0) {
    throw Error(ErrorCode::unsupported,
                "the embedder has flags that this release of the library does not know");
  }
}

}  // namespace

std::optional<AnyEmbedder> take_embedder(const sluice_embedder *given,
                                         CallbackHold<sluice_embedder> &hold) {
  if (given == nullptr) return std::nullopt;
  const auto checked = options_in(given, sluice_embedder SLUICE_EMBEDDER_INIT, "embedder");
  check_embedder(checked);
  std::string name(text_in(checked.name, checked.name_size, "embedder->name"));
  if (name.empty()) refuse("embedder->name is empty");
  const auto model = std::make_shared<const CallerModel>(checked);
  hold.release();
  return CallbackEmbedder(
      std::move(name), checked.dimensions,
      [model](std::span<const std::string_view> texts, std::span<float> vectors) {
        model->embed(texts, vectors);
      },
      checked.batch);
}

}  // namespace sluice::inline v0::capi
