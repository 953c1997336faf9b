/// Exports as JSON: an array of objects, an object that contains such arrays, or one object per
/// line.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "export_parts.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/json.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_json_keys = 4096;
constexpr int max_array_depth = 3;

using ObjectVisitor = function_ref<void(JsonValue object, std::uint64_t number)>;

/// The objects of a list.
using JsonObjects = std::function<void(ObjectVisitor visit, ExportProblems *problems)>;

/// The keys that the objects of a list have.
struct JsonKeys {
  std::vector<std::string> names;
  std::unordered_map<std::string, std::size_t> positions;

  void add(JsonValue object) {
    object.each_member([&](std::string_view key, JsonValue) {
      if (names.size() >= max_json_keys) return;
      if (positions.try_emplace(std::string(key), names.size()).second) names.emplace_back(key);
    });
  }

  ExportHeader header() const {
    const std::vector<std::string_view> views(names.begin(), names.end());
    return ExportHeader(views);
  }
};

std::string number_text(double number) {
  constexpr double max_exact = 9007199254740992;
  if (std::abs(number) <= max_exact && std::floor(number) == number)
    return fmt::format("{}", static_cast<std::int64_t>(number));
  return fmt::format("{}", number);
}

/// The text of a value; `store` keeps it where the document does not.
std::string_view json_text(JsonValue value, std::string &store) {
  switch (value.kind()) {
    case JsonKind::string: return value.as_string();
    case JsonKind::boolean: return value.as_bool() ? "true" : "false";
    case JsonKind::number: store = number_text(value.as_number()); return store;
    case JsonKind::array: {
      store.clear();
      for (const JsonValue element : value) {
        if (!element.is(JsonKind::string)) continue;
        if (!store.empty()) store += ',';
        store += element.as_string();
      }
      return store;
    }
    case JsonKind::null:
    case JsonKind::object: break;
  }
  return {};
}

/// A part with the objects of a list, if they are rows of an export.
void add_json_part(const SourceText &file, JsonObjects objects, bool is_lines,
                   std::vector<ExportPart> &parts) {
  auto keys = std::make_shared<JsonKeys>();
  objects([&](JsonValue object, std::uint64_t) { keys->add(object); }, nullptr);
  ExportPart part{file.path, keys->header(), {}};
  if (!part.header.is_export()) return;
  part.read = [&file, keys, is_lines, header = part.header,
               objects = std::move(objects)](ExportVisitor visit, ExportProblems &problems) {
    ExportRow row;
    std::vector<std::string> store(export_field_count);
    std::string key_text;
    objects(
        [&](JsonValue object, std::uint64_t number) {
          row.clear();
          row.place = {file.path, number, is_lines};
          object.each_member([&](std::string_view key, JsonValue value) {
            key_text = key;
            const auto known = keys->positions.find(key_text);
            if (known == keys->positions.end()) return;
            if (const auto field = header.field(known->second))
              row.set(*field, json_text(value, store[static_cast<std::size_t>(*field)]));
          });
          visit(row);
        },
        &problems);
  };
  parts.push_back(std::move(part));
}

JsonObjects objects_of_array(JsonDocument document, JsonValue array, std::string_view source) {
  return [document = std::move(document), array, source](ObjectVisitor visit,
                                                         ExportProblems *problems) {
    std::uint64_t number = 0;
    for (const JsonValue element : array) {
      ++number;
      if (element.is(JsonKind::object)) {
        visit(element, number);
      } else if (problems != nullptr) {
        problems->add({source, number, false}, "is not an object");
      }
    }
  };
}

JsonObjects objects_of_lines(std::string_view text, std::string_view source) {
  return [text, source](ObjectVisitor visit, ExportProblems *problems) {
    std::string_view rest = text;
    for (std::uint64_t number = 1; !rest.empty(); ++number) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      const std::string_view object = trimmed(line);
      if (object.empty()) continue;
      if (!object.starts_with('{') || !object.ends_with('}')) {
        if (problems != nullptr)
          problems->add({source, number}, "is not a JSON object on one line");
        continue;
      }
      try {
        const JsonDocument document = JsonDocument::parse(line, std::string(source), number);
        visit(document.root(), number);
      } catch (const Error &error) {
        if (error.code() != ErrorCode::malformed) throw;
        if (problems != nullptr) problems->add({source, number}, error.message());
      }
    }
  };
}

/// Finds the arrays of rows in a document.
class JsonParts {
 public:
  JsonParts(const SourceText &file, JsonDocument document)
      : file_(file), document_(std::move(document)) {}

  std::vector<ExportPart> find() {
    const JsonValue root = document_.root();
    visit(root, 0);
    if (parts_.empty() && root.is(JsonKind::object)) {
      add_json_part(
          file_,
          [document = document_](ObjectVisitor visit, ExportProblems *) {
            visit(document.root(), 1);
          },
          false, parts_);
    }
    return std::move(parts_);
  }

 private:
  void visit(JsonValue value, int depth) {
    if (value.is(JsonKind::array)) {
      const std::size_t before = parts_.size();
      add_json_part(file_, objects_of_array(document_, value, file_.path), false, parts_);
      if (parts_.size() > before || depth >= max_array_depth) return;
      for (const JsonValue element : value) visit_members(element, depth);
    } else {
      visit_members(value, depth);
    }
  }

  void visit_members(JsonValue object, int depth) {
    if (!object.is(JsonKind::object)) return;
    object.each_member([&](std::string_view, JsonValue member) {
      if (member.is(JsonKind::array)) visit(member, depth + 1);
    });
  }

  const SourceText &file_;
  JsonDocument document_;
  std::vector<ExportPart> parts_;
};

bool is_json_lines(std::string_view text) {
  text = trimmed(text);
  const std::size_t end = text.find('\n');
  return text.starts_with('{') && end != text.npos && trimmed(text.substr(0, end)).ends_with('}') &&
         trimmed(text.substr(end, 256)).starts_with('{');
}

/// Looks at the keys of the objects in arrays, and on the outermost level, without parsing.
class JsonStart {
 public:
  explicit JsonStart(std::string_view text) : text_(text) {}

  bool is_export() {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      switch (text_[i]) {
        case '"': i = read_string(i); break;
        case '{': open(true); break;
        case '[': open(false); break;
        case '}':
        case ']':
          if (close()) return true;
          break;
        default: break;
      }
    }
    // The first object may be longer than the start.
    while (!levels_.empty()) {
      if (close()) return true;
    }
    return false;
  }

 private:
  struct Level {
    bool is_row = false;
    bool is_object = false;
    std::vector<std::string_view> keys;
  };
  static constexpr std::size_t max_levels = 8;

  void open(bool is_object) {
    if (levels_.size() >= max_levels) {
      ++deeper_;
      return;
    }
    const bool in_list = levels_.empty() || !levels_.back().is_object;
    levels_.push_back({in_list && is_object, is_object, {}});
  }

  bool close() {
    if (deeper_ > 0) {
      --deeper_;
      return false;
    }
    if (levels_.empty()) return false;
    const Level level = std::move(levels_.back());
    levels_.pop_back();
    return level.is_row && ExportHeader(level.keys).is_export();
  }

  /// Returns the position of the closing quote.
  std::size_t read_string(std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    if (end >= text_.size()) return text_.size();
    const std::size_t next = text_.find_first_not_of(" \t\r\n", end + 1);
    const bool is_key = next != text_.npos && text_[next] == ':';
    if (is_key && deeper_ == 0 && !levels_.empty() && levels_.back().is_row &&
        levels_.back().keys.size() < max_json_keys) {
      levels_.back().keys.push_back(text_.substr(begin + 1, end - begin - 1));
    }
    return end;
  }

  std::string_view text_;
  std::vector<Level> levels_;
  std::size_t deeper_ = 0;
};

}  // namespace

bool begins_json_export(std::string_view text) { return JsonStart(text).is_export(); }

std::vector<ExportPart> json_export_parts(const SourceText &file) {
  if (is_json_lines(file.text)) {
    std::vector<ExportPart> parts;
    add_json_part(file, objects_of_lines(file.text, file.path), true, parts);
    if (!parts.empty()) return parts;
  }
  return JsonParts(file, JsonDocument::parse(file.text, file.path)).find();
}

}  // namespace sluice::inline v0::schema_detail
