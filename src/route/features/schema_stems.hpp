#ifndef SLUICE_SRC_ROUTE_FEATURES_SCHEMA_STEMS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_SCHEMA_STEMS_HPP

/// The stems of a catalog's names, numbered, and the words that they were met in.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/shared_map.hpp"
#include "core/shared_vector.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0::detail {

using StemId = std::uint32_t;

/// A value, whose copies share what was not changed since. What follows from names must not depend
/// on the numbers, which tell in which order the catalog grew.
class SchemaStems {
 public:
  /// Stems that no name has any more keep their number until another takes it; they have no text.
  struct Stem {
    std::string text;
    std::string surface;  ///< Its most frequent folded word; of several, the first by spelling.
    struct Word {
      std::string word;
      std::uint32_t count = 0;
    };
    std::vector<Word> words;
  };

  std::size_t size() const noexcept { return stems_.size(); }
  const Stem &operator[](std::size_t stem) const noexcept { return stems_[stem]; }
  /// Null for one that no name has.
  const StemId *find(std::string_view stem) const noexcept { return ids_.find(stem); }

 private:
  friend class StemBook;

  SharedMap<StemId> ids_;
  SharedVector<Stem, 16> stems_;
  std::vector<StemId> free_;
};

/// What a name and its title spell, taken apart once however many objects are called so.
struct Spelling {
  std::vector<StemId> name;    ///< Each once.
  std::vector<StemId> extras;  ///< Each once, not in the name.
  std::string phrase;          ///< The readable name between blanks.

  struct Met {
    StemId stem = 0;
    std::int64_t count = 0;
  };
  std::vector<Met *> words;
};

/// Takes names in and out; stems that are new are numbered in the order of meeting them. One thread
/// at a time.
class StemBook {
 public:
  /// `stems` changes when the book ends.
  explicit StemBook(SchemaStems &stems) : stems_(stems), next_(stems.size()) {}

  /// Counts the words of a database's name. Returns their stems, each once.
  std::vector<StemId> database(std::string_view name, int times = 1);
  /// Counts the words of a table's or column's name. The reference stays valid.
  template <class Named>
  const Spelling &meet(const Named &named, int times = 1) {
    return meet(named.name, named.title, times);
  }
  /// Takes out all names of a database.
  void forget(const Database &database);

  /// Returns the stems that are new, gone, or have another surface.
  std::vector<StemId> end();

 private:
  const Spelling &meet(std::string_view name, std::string_view title, int times);
  void add(const std::vector<std::string> &words, Spelling &spelling, std::vector<StemId> &into);
  Spelling::Met &meet_word(const std::string &word);

  SchemaStems &stems_;
  std::size_t next_;
  std::size_t taken_ = 0;  // of the free ones
  std::unordered_map<std::string, StemId> new_stems_;
  std::unordered_map<std::string, Spelling::Met> words_;
  std::unordered_map<std::string, Spelling> spellings_;
};

}  // namespace sluice::inline v0::detail

#endif
