#ifndef SLUICE_CAPI_INTERNAL_HPP
#define SLUICE_CAPI_INTERNAL_HPP

/// Shared by the functions of the C interface: the handles, checks of strings and structs, and the
/// wrapper that catches all exceptions.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "doubts.hpp"
#include "sluice.h"
#include "sluice/core/error.hpp"
#include "sluice/index/lexical_index.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/report/answer.hpp"
#include "sluice/retrieve/subset.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/mask.hpp"
#include "sluice/schema/skipped_item.hpp"
#include "sluice/schema/sources.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0::capi {

/// A catalog, and texts about it that need a NUL at the end, as C has them, and are not kept in its
/// databases. Immutable. Thread-safe.
class NamedCatalog {
 public:
  explicit NamedCatalog(std::shared_ptr<const Catalog> catalog);

  const std::shared_ptr<const Catalog> &catalog() const noexcept { return catalog_; }
  sluice_str name(DatabaseId id) const noexcept { return kept(catalog_->database(id).name()); }
  sluice_str name(TableId id) const noexcept { return kept(catalog_->table(id).name); }
  sluice_str name(ColumnId id) const noexcept { return kept(catalog_->column(id).name); }
  sluice_str qualifier(TableId id) const noexcept;
  sluice_str path(ColumnId id) const noexcept;

  /// A text of a database, which a NUL follows.
  static sluice_str kept(std::string_view text) noexcept { return {text.data(), text.size()}; }

 private:
  std::shared_ptr<const Catalog> catalog_;
  std::vector<std::string> qualifiers_;                  // sorted, without duplicates
  std::vector<std::pair<ColumnId, std::string>> paths_;  // of nested fields, sorted
};

}  // namespace sluice::inline v0::capi

struct sluice_text {
  std::string text;
};

struct sluice_error {
  sluice_status status;
  std::string message;
  std::string where;
  std::size_t offset;
};

struct sluice_catalog {
  std::shared_ptr<const sluice::capi::NamedCatalog> named;
  std::shared_ptr<const sluice::LexicalIndex>
      index;  // nullptr if the catalog was not loaded from an index
  std::shared_ptr<const sluice::MeaningVectors> vectors;
  std::shared_ptr<const sluice::SourceSnapshot>
      read;  // nullptr if the catalog was not loaded from files
  std::shared_ptr<const std::vector<sluice::SkippedItem>> skipped;  // nullptr: nothing
};

struct sluice_mask {
  sluice::Mask mask;
};

namespace sluice::inline v0::capi {
class Labels;
}

struct sluice_retriever {
  std::shared_ptr<const sluice::capi::NamedCatalog> named;
  std::shared_ptr<const sluice::Retriever> retriever;
  std::shared_ptr<const sluice::capi::Labels> labels;
};

struct sluice_subset {
  std::shared_ptr<const sluice::capi::NamedCatalog> named;
  sluice::Subset subset;
  sluice::capi::Doubts doubts;
  std::string question;
  std::vector<sluice_reason> reasons;      // for all columns; views into `subset`
  std::vector<std::size_t> first_reasons;  // by column, one extra at the end

  sluice_subset(std::shared_ptr<const sluice::capi::NamedCatalog> named_catalog,
                sluice::Answer answer, std::string_view asked);
  sluice_subset(const sluice_subset &) = delete;
  sluice_subset &operator=(const sluice_subset &) = delete;
};

namespace sluice::inline v0::capi {

/// An error at an offset of a SQL text that was passed in.
class SqlError : public Error {
 public:
  SqlError(ErrorCode code, std::string_view message, std::string_view sql, std::size_t offset)
      : Error(code, message, place_in(sql, offset, "sql")), offset_(offset) {}

  std::size_t offset() const noexcept { return offset_; }

 private:
  std::size_t offset_;
};

/// Converts an error, or the current exception, to a status, and to an error object unless `error`
/// is NULL or memory runs out. No other function handles exceptions.
sluice_status report(const Error &failure, sluice_error **error) noexcept;
sluice_status report(sluice_error **error) noexcept;

/// Runs the body of a function of the interface.
template <class Body>
sluice_status guarded(sluice_error **error, Body body) noexcept {
  if (error != nullptr && *error != nullptr) return SLUICE_INVALID_ARGUMENT;
  try {
    body();
    return SLUICE_OK;
  } catch (const Error &failure) {  // rethrowing it would cost as much as the call itself
    return report(failure, error);
  } catch (...) {
    return report(error);
  }
}

/// Throws Error(invalid_argument).
[[noreturn]] void refuse(std::string_view message, Place where = {});

template <class Pointee>
void require(Pointee *pointer, const char *parameter) {
  if (pointer == nullptr) refuse(std::string(parameter) + " is NULL");
}

/// Checks a string that was passed in. Throws Error(invalid_argument) if it is NULL or not UTF-8.
std::string_view text_in(const char *data, std::size_t size, const char *parameter);

/// Checks the name of a file or folder. Also throws Error(invalid_argument) if it is empty or
/// contains a NUL.
std::string path_in(const char *data, std::size_t size, const char *parameter = "path");

/// The path in an option; empty for {NULL, 0}. Otherwise throws as `path_in`.
inline std::string optional_path_in(const sluice_str &given, const char *parameter) {
  return given.data == nullptr && given.size == 0 ? std::string()
                                                  : path_in(given.data, given.size, parameter);
}

/// The same for a sluice_str; `parameter` is its name in errors.
inline std::string_view text_in(const sluice_str &given, const char *parameter) {
  return text_in(given.data, given.size, parameter);
}

/// The text in an option; empty for {NULL, 0}. Otherwise throws as `text_in`.
inline std::string_view optional_text_in(const sluice_str &given, const char *parameter) {
  return given.data == nullptr && given.size == 0 ? std::string_view() : text_in(given, parameter);
}

/// A list of texts. Throws as `text_in`, and if the list is NULL but not empty.
std::vector<std::string> texts_in(const sluice_str *given, std::size_t count,
                                  const char *parameter);

/// The dialect of a name; nullopt for {NULL, 0}. Throws Error(invalid_argument).
std::optional<sql::Dialect> dialect_in(const sluice_str &given, const char *parameter);

/// Throws Error(unsupported) if the field is set.
void check_reserved(std::uint32_t reserved, const char *parameter);

/// Converts a callback's status to an exception: std::bad_alloc, or Error with the status as code
/// (internal if the status is unknown). `who` names the callback. Does nothing for SLUICE_OK.
void check_returned(sluice_status status, const char *who);

/// Returns a view of a text in a handle; a NUL must follow the text.
inline sluice_str text_out(const std::string &text) noexcept { return {text.data(), text.size()}; }
inline constexpr sluice_str no_text{"", 0};

/// Returns views of what was skipped. Throws Error(invalid_argument) if there is no such position.
sluice_skipped skipped_at(std::span<const SkippedItem> skipped, std::size_t position);

/// Whether `struct_size` is plausible, so that the fields of the first release may be read.
bool is_plausible(std::size_t struct_size, std::size_t first_size) noexcept;

/// Throws Error(invalid_argument) if `struct_size` is not plausible, and Error(unsupported) if a
/// byte after the `size` bytes that this release knows is not zero.
void check_struct(const void *given, std::size_t struct_size, std::size_t first_size,
                  std::size_t size, const char *parameter);

/// Size of a struct in its first release. When fields are appended, this becomes the end of the
/// last field of that release.
template <class Struct>
inline constexpr std::size_t first_size = sizeof(Struct);
template <>
inline constexpr std::size_t first_size<sluice_load_options> = offsetof(sluice_load_options,
                                                                        dialect);
template <>
inline constexpr std::size_t first_size<sluice_retrieve_options> = offsetof(sluice_retrieve_options,
                                                                            cancellation);
template <>
inline constexpr std::size_t first_size<sluice_rank_options> = offsetof(sluice_rank_options,
                                                                        cancellation);

/// Returns the caller's options, with defaults for fields beyond the caller's struct.
template <class Options>
Options options_in(const Options *given, const Options &defaults, const char *parameter) {
  if (given == nullptr) return defaults;
  check_struct(given, given->struct_size, first_size<Options>, sizeof(Options), parameter);
  Options options = defaults;
  // No field is read in part: the program does not know a field that `struct_size` cuts.
  const std::size_t whole = given->struct_size - given->struct_size % alignof(Options);
  std::memcpy(&options, given, std::min(whole, sizeof(Options)));
  return options;
}

/// Fills the caller's struct up to its struct_size.
template <class Struct>
void struct_out(const Struct &filled, Struct *out, const char *parameter) {
  const std::size_t struct_size = out->struct_size;
  check_struct(out, struct_size, first_size<Struct>, sizeof(Struct), parameter);
  std::memcpy(out, &filled, std::min(struct_size, sizeof(Struct)));
  out->struct_size = struct_size;
}

/// Calls `visit` with the typed id of an object. Returns false if there is no such object.
template <class Visit>
bool visit_object(const Catalog &catalog, sluice_kind kind, std::uint32_t id, Visit visit) {
  const auto visit_if_below = [&](auto typed, std::size_t count) {
    if (typed.index() >= count) return false;
    visit(typed);
    return true;
  };
  switch (kind) {
    case SLUICE_DATABASE: return visit_if_below(DatabaseId(id), catalog.database_count());
    case SLUICE_TABLE: return visit_if_below(TableId(id), catalog.table_count());
    case SLUICE_COLUMN: return visit_if_below(ColumnId(id), catalog.column_count());
    default: return false;
  }
}

}  // namespace sluice::inline v0::capi

#endif
