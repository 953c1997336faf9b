#include "sluice/text/stem.hpp"

#include <libstemmer.h>

#include <memory>
#include <new>

namespace sluice {

std::string stem(std::string_view folded_word) {
  struct Delete {
    void operator()(sb_stemmer *stemmer) const { sb_stemmer_delete(stemmer); }
  };
  // A stemmer is scratch memory that one thread at a time may use.
  thread_local const std::unique_ptr<sb_stemmer, Delete> stemmer(
      sb_stemmer_new("english", "UTF_8"));
  if (!stemmer) throw std::bad_alloc();
  const sb_symbol *stemmed =
      sb_stemmer_stem(stemmer.get(), reinterpret_cast<const sb_symbol *>(folded_word.data()),
                      static_cast<int>(folded_word.size()));
  if (stemmed == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char *>(stemmed),
          static_cast<std::size_t>(sb_stemmer_length(stemmer.get()))};
}

}  // namespace sluice
