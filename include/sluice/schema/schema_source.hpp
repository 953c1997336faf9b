#ifndef SLUICE_SCHEMA_SCHEMA_SOURCE_HPP
#define SLUICE_SCHEMA_SCHEMA_SOURCE_HPP

/// What databases are read from: files, folders and servers, texts in memory, or anything else that
/// can produce schemas.

#include <concepts>
#include <optional>
#include <string>
#include <utility>

#include "sluice/core/erased.hpp"
#include "sluice/core/progress.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0 {

/// `location` names the source in messages. `read` returns its databases as they are now; it
/// reports what it had to skip in `options.skipped`, and throws Error if it can read nothing at
/// all. It is called again for each update, never by two threads at once.
template <class T>
concept SchemaSource = std::copy_constructible<T> &&
    requires(const T &source, const LoadOptions &options, const Progress &progress) {
  { source.location() } -> std::convertible_to<std::string>;
  { source.read(options, progress) } -> std::same_as<Databases>;
};

/// Anything that `load` accepts. Files that have not changed are not read again.
class PathSource {
 public:
  explicit PathSource(std::string path) : path_(std::move(path)) {}
  const std::string &location() const noexcept { return path_; }
  Databases read(const LoadOptions &options, const Progress &progress) const {
    return load(path_, options, progress);
  }

 private:
  std::string path_;
};

/// A text in memory, of any kind that `load_text` accepts. `location` only names it.
class TextSource {
 public:
  TextSource(std::string location, std::string text)
      : location_(std::move(location)), text_(std::move(text)) {}
  const std::string &location() const noexcept { return location_; }
  Databases read(const LoadOptions &options, const Progress &) const {
    return load_text(text_, location_, options);
  }

 private:
  std::string location_;
  std::string text_;
};

namespace schema_detail {

struct SourceInterface {
  virtual ~SourceInterface() = default;
  virtual std::string location() const = 0;
  virtual Databases read(const LoadOptions &options, const Progress &progress) const = 0;
};

template <class Model>
struct SourceAdapter final : Adapted<SourceInterface, Model> {
  using Adapted<SourceInterface, Model>::Adapted;
  std::string location() const override { return this->model.location(); }
  Databases read(const LoadOptions &options, const Progress &progress) const override {
    return this->model.read(options, progress);
  }
};

}  // namespace schema_detail

/// Holds any source. Copies share it.
class AnySource {
 public:
  template <OtherThan<AnySource> Model>
    requires SchemaSource<Model> AnySource(Model source)  // NOLINT(google-explicit-constructor)
        : held_(std::move(source)) {}

    std::string location() const { return held_->location(); }
    Databases read(const LoadOptions &options, const Progress &progress) const {
      return held_->read(options, progress);
    }
    /// The source itself if it is a `Model`, else nullptr.
    template <class Model>
    const Model *as() const noexcept {
      return held_.as<Model>();
    }

   private:
    Erased<schema_detail::SourceInterface, schema_detail::SourceAdapter> held_;
};

}  // namespace sluice::inline v0

#endif
