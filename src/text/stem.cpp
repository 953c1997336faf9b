#include "text/stem.hpp"

#include <libstemmer.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace sluice::inline v0 {
namespace {

struct DeleteStemmer {
  void operator()(sb_stemmer *stemmer) const { sb_stemmer_delete(stemmer); }
};
/// Scratch memory for one call at a time.
using Stemmer = std::unique_ptr<sb_stemmer, DeleteStemmer>;

/// Stemmers that no call is using. Lock-free. Nothing is destroyed when a thread ends, and the
/// places themselves are never destroyed: calls work even at the end of a thread or of the process.
class IdleStemmers {
 public:
  /// Each has its own cache line, so that threads do not wait for each other.
  struct alignas(64) Place {
    std::atomic<sb_stemmer *> idle = nullptr;
  };

  /// The place that this thread uses.
  Place &place() noexcept {
    thread_local const std::size_t own = next_.fetch_add(1, std::memory_order_relaxed) % size;
    return places_[own];
  }

  /// Frees all stemmers. Later calls may store new ones.
  void release() noexcept {
    for (Place &place : places_) Stemmer(place.idle.exchange(nullptr, std::memory_order_acquire));
  }

 private:
  static constexpr std::size_t size = 64;  // places, more than the usual number of threads

  std::array<Place, size> places_;
  std::atomic<std::size_t> next_ = 0;
};
static_assert(std::is_trivially_destructible_v<IdleStemmers>);

constinit IdleStemmers idle_stemmers;

/// Frees the stemmers when the library is unloaded or the process ends.
struct ReleaseStemmers {
  ~ReleaseStemmers() { idle_stemmers.release(); }
};
const ReleaseStemmers release_stemmers;

/// A stemmer for the duration of one call.
class UsedStemmer {
 public:
  UsedStemmer()
      : place_(idle_stemmers.place()),
        stemmer_(place_.idle.exchange(nullptr, std::memory_order_acquire)) {
    if (!stemmer_) stemmer_.reset(sb_stemmer_new("english", "UTF_8"));
    if (!stemmer_) throw std::bad_alloc();
  }
  UsedStemmer(const UsedStemmer &) = delete;
  UsedStemmer &operator=(const UsedStemmer &) = delete;
  ~UsedStemmer() {
    // Two threads may share a place.
    sb_stemmer *nothing = nullptr;
    if (place_.idle.compare_exchange_strong(nothing, stemmer_.get(), std::memory_order_release,
                                            std::memory_order_relaxed)) {
      stemmer_.release();
    }
  }

  sb_stemmer *get() const noexcept { return stemmer_.get(); }

 private:
  IdleStemmers::Place &place_;
  Stemmer stemmer_;
};

}  // namespace

std::string stem(std::string_view folded_word) {
  const UsedStemmer stemmer;
  const sb_symbol *stemmed =
      sb_stemmer_stem(stemmer.get(), reinterpret_cast<const sb_symbol *>(folded_word.data()),
                      static_cast<int>(folded_word.size()));
  if (stemmed == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char *>(stemmed),
          static_cast<std::size_t>(sb_stemmer_length(stemmer.get()))};
}

}  // namespace sluice::inline v0
