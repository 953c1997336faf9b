#include "dbt_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "dbt_docs.hpp"
#include "dbt_json.hpp"
#include "dbt_manifest.hpp"
#include "dbt_project.hpp"
#include "dbt_properties.hpp"
#include "schema/names.hpp"
#include "sluice/core/ascii.hpp"
#include "yaml_tree.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

namespace fs = std::filesystem;

enum class DbtFileKind { none, manifest, catalog, properties, docs };

bool has_extension(std::string_view path, std::string_view extension) {
  constexpr std::string_view gzip = ".gz";
  if (path.ends_with(gzip)) path.remove_suffix(gzip.size());
  return path.size() > extension.size() &&
         same_name(path.substr(path.size() - extension.size()), extension);
}

/// A version such as "https://schemas.getdbt.com/dbt/manifest/v12.json", anywhere in the text,
/// because tools sort the members.
DbtFileKind json_kind(std::string_view text) {
  constexpr std::string_view key = "\"dbt_schema_version\"";
  constexpr std::size_t max_value_bytes = 200;
  for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1)) {
    std::string_view value = text.substr(at + key.size(), max_value_bytes);
    value = value.substr(0, value.find_first_of(",}"));
    if (value.find("/manifest/") != value.npos) return DbtFileKind::manifest;
    if (value.find("/catalog/") != value.npos) return DbtFileKind::catalog;
  }
  return DbtFileKind::none;
}

/// The key at the beginning of a line, without quotes; empty if there is none.
std::string_view line_key(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == line.npos) return {};
  const std::string_view key = trimmed(line.substr(0, colon), "\"'");
  const bool is_word = std::ranges::all_of(
      key, [](char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_'; });
  return is_word ? key : std::string_view();
}

/// Looks for a list of models or the like at the outermost level, with members that only dbt's
/// have: other programs have lists of these names, too.
class PropertiesFinder {
 public:
  bool found_in(std::string_view text) {
    while (!text.empty() && !is_found_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      look_at(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return is_found_;
  }

 private:
  void look_at(std::string_view line) {
    const std::string_view content = trimmed(line);
    if (content.empty() || content[0] == '#') return;
    const bool is_outermost = line[0] != ' ' && line[0] != '\t' && line[0] != '-';
    if (is_outermost) {
      const std::string_view key = line_key(line);
      if (key == "version") is_versioned_ = is_versioned_ || trimmed(line.substr(8)) == "2";
      is_source_ = key == "sources";
      is_inside_ = is_source_ || key == "models" || key == "seeds" || key == "snapshots";
      is_list_ = false;
      if (is_inside_ && line.find('[') != line.npos) look_inside(line);
      return;
    }
    if (is_inside_) look_inside(content);
  }

  void look_inside(std::string_view content) {
    is_list_ = is_list_ || content[0] == '-' || content.find('[') != content.npos;
    if (!is_list_) {
      is_inside_ = false;  // settings of models, as in dbt_project.yml
      return;
    }
    const auto has = [&](std::string_view key) {
      const std::size_t at = content.find(key);
      return at != content.npos && (at == 0 || !is_ascii_letter(content[at - 1]));
    };
    if (is_source_) {
      is_found_ = has("tables:");
      return;
    }
    is_found_ = (is_versioned_ && has("name:")) || has("columns:") || has("description:") ||
                has("tests:") || has("data_tests:") || has("config:") || has("constraints:") ||
                has("versions:");
  }

  bool is_versioned_ = false;
  bool is_inside_ = false;
  bool is_source_ = false;
  bool is_list_ = false;
  bool is_found_ = false;
};

DbtFileKind dbt_kind_of(const SourceText &file) {
  const std::size_t start = std::min(file.text.find_first_not_of(" \t\r\n"), file.text.size());
  if (start == file.text.size()) return DbtFileKind::none;
  if (file.text[start] == '{' && !has_extension(file.path, ".md")) return json_kind(file.text);
  if (has_extension(file.path, ".yml") || has_extension(file.path, ".yaml"))
    return PropertiesFinder().found_in(file.text) ? DbtFileKind::properties : DbtFileKind::none;
  if (has_extension(file.path, ".md") && has_docs_block(file.text)) return DbtFileKind::docs;
  return DbtFileKind::none;
}

/// The name of a file or folder, without ".gz" and what comes after its last dot.
std::string stem_of(const fs::path &path) {
  fs::path name = path.filename();
  if (name.extension() == ".gz") name = name.stem();
  return name.stem().string();
}

/// The folder that all files are in; empty if that is the current one.
fs::path common_folder(std::span<const SourceText> files) {
  fs::path common = fs::path(files.front().path).parent_path();
  for (const SourceText &file : files) {
    const fs::path folder = fs::path(file.path).parent_path();
    const auto [end, ignored] =
        std::mismatch(common.begin(), common.end(), folder.begin(), folder.end());
    fs::path shared;
    for (auto part = common.begin(); part != end; ++part) shared /= *part;
    common = std::move(shared);
  }
  return common;
}

/// A name for the project: of its only file or, if there are several or the file has a usual name,
/// of the folder.
std::string project_name_of(std::span<const SourceText> files) {
  constexpr std::array<std::string_view, 9> usual = {"manifest",  "catalog",    "schema",
                                                     "models",    "sources",    "seeds",
                                                     "snapshots", "properties", "target"};
  const auto is_usual = [&](std::string_view name) {
    return std::ranges::find(usual, trimmed(name, "_")) != usual.end();
  };
  const std::string stem = stem_of(files.front().path);
  if (files.size() == 1 && !is_usual(stem)) return std::string(trimmed(stem, "_"));
  fs::path folder = common_folder(files);
  if (is_usual(folder.filename().string()) && folder.has_parent_path())
    folder = folder.parent_path();
  const std::string name = folder.filename().string();
  if (!name.empty() && name != "." && name != "..") return name;
  return stem.empty() ? "dbt" : stem;
}

/// Reads the files of one kind after those of another, and skips what cannot be read.
class DbtReader {
 public:
  DbtReader(std::span<const SourceText> files, const LoadOptions &options)
      : files_(files), options_(options), project_(options) {}

  std::vector<DatabaseDefinition> read() {
    for (const SourceText &file : files_) kinds_.push_back(dbt_kind_of(file));
    each(DbtFileKind::docs, [&](const SourceText &file) { project_.docs.add_blocks(file.text); });
    each(DbtFileKind::catalog, [&](const SourceText &file) {
      const JsonDocument document = JsonDocument::parse(file.text, file.path);
      read_dbt_catalog(document.root(), file.path, project_);
    });
    bool has_manifest = false;
    each(DbtFileKind::manifest, [&](const SourceText &file) {
      const JsonDocument document = JsonDocument::parse(file.text, file.path);
      read_dbt_manifest(document.root(), file.path, project_);
      has_manifest = true;
    });
    each(DbtFileKind::properties, [&](const SourceText &file) {
      read_dbt_properties(YamlText::parse(file.text, file.path), file.path, has_manifest, project_);
    });
    return finish();
  }

 private:
  template <class Read>
  void each(DbtFileKind kind, Read read) {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (kinds_[i] != kind) continue;
      try {
        read(files_[i]);
      } catch (const Error &error) {
        project_.report(to_string(error.where()), error.message());
        if (!first_error_) first_error_ = std::current_exception();
      }
    }
  }

  std::vector<DatabaseDefinition> finish() {
    const Place place{files_.empty() ? std::string() : files_.front().path};
    if (project_.relations().empty()) {
      if (first_error_) std::rethrow_exception(first_error_);
      throw Error(ErrorCode::malformed, "describes no table or view of a dbt project", place);
    }
    for (const std::string &name : project_.docs.missing())
      project_.report(
          place.source,
          fmt::format("refers to the docs block {}, which is not in the files", quote_name(name)));
    const std::string name =
        project_.project_name.empty() ? project_name_of(files_) : project_.project_name;
    return definitions_of(project_, name, place, options_);
  }

  std::span<const SourceText> files_;
  const LoadOptions &options_;
  DbtProject project_;
  std::vector<DbtFileKind> kinds_;
  std::exception_ptr first_error_;
};

}  // namespace

bool is_dbt(const SourceText &file) { return dbt_kind_of(file) != DbtFileKind::none; }

std::vector<DatabaseDefinition> read_dbt(std::span<const SourceText> files,
                                         const LoadOptions &options) {
  return DbtReader(files, options).read();
}

}  // namespace sluice::inline v0::schema_detail
