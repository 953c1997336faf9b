#ifndef SLUICE_SRC_ROUTE_FEATURES_SCHEMA_STEMS_HPP
#define SLUICE_SRC_ROUTE_FEATURES_SCHEMA_STEMS_HPP

/// The stems of a catalog's names, numbered, and the words that have them.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/shared_map.hpp"
#include "core/shared_vector.hpp"
#include "route/schema_names.hpp"
#include "sluice/schema/catalog.hpp"

namespace sluice::inline v0::route_detail {

using StemId = std::uint32_t;

/// A value type; copies share what is not changed later. Results must not depend on the numbers,
/// because they reveal the order in which the catalog grew.
class SchemaStems {
 public:
  /// A stem that no name has any more has no text; its number will be reused.
  struct Stem {
    std::string text;
    std::string surface;  ///< Its most frequent folded word, the alphabetically first if tied.
    struct Word {
      std::string word;
      std::uint32_t count = 0;
    };
    std::vector<Word> words;
  };

  std::size_t size() const noexcept { return stems_.size(); }
  const Stem &operator[](std::size_t stem) const noexcept { return stems_[stem]; }
  /// nullptr if no name has it.
  const StemId *find(std::string_view stem) const noexcept { return ids_.find(stem); }

 private:
  friend class StemEditor;

  detail::SharedMap<StemId> ids_;
  detail::SharedVector<Stem, 16> stems_;
  std::vector<StemId> free_;
};

/// The stems of a name and title, computed once for all objects with both.
struct Spelling {
  std::vector<StemId> name;    ///< Without duplicates.
  std::vector<StemId> extras;  ///< Without duplicates and those in `name`.
  std::string phrase;          ///< The readable name with a blank before and after it.

  struct CountedWord {
    StemId stem = 0;
    std::int64_t count = 0;
  };
  std::vector<CountedWord *> words;
};

/// Adds and removes names. New stems are numbered in the order in which they are added. Not
/// thread-safe.
class StemEditor {
 public:
  /// Changes `stems` in finish().
  explicit StemEditor(SchemaStems &stems) : stems_(stems), next_(stems.size()) {}

  /// Adds `times` to the counts of the words of a database's name. Returns their stems without
  /// duplicates.
  std::vector<StemId> add_database_name(std::string_view name, int times = 1);
  /// The same for the name of a table or column. The reference stays valid while the editor exists.
  template <class Named>
  const Spelling &add_name(const Named &named, int times = 1) {
    return add_name(named.name, plain_name(named), times);
  }
  /// Removes all names of a database.
  void remove(const Database &database);

  /// Applies the changes. Returns the stems that are new, removed, or have another surface, sorted.
  std::vector<StemId> finish();

 private:
  const Spelling &add_name(std::string_view name, std::string_view plain, int times);
  void add(const std::vector<std::string> &words, Spelling &spelling, std::vector<StemId> &into);
  Spelling::CountedWord &find_word(const std::string &word);

  SchemaStems &stems_;
  std::size_t next_;
  std::size_t reused_ = 0;  // how many free numbers are reused
  std::unordered_map<std::string, StemId> new_stems_;
  std::unordered_map<std::string, Spelling::CountedWord> words_;
  std::unordered_map<std::string, Spelling> spellings_;
};

}  // namespace sluice::inline v0::route_detail

#endif
