#include "prisma_text.hpp"

#include <algorithm>
#include <optional>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// Arguments may span lines, but a bracket that is never closed must not hide the rest of the file.
constexpr std::size_t max_argument_lines = 16;

bool is_prisma_word(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_prisma_kind(std::string_view word) {
  constexpr std::string_view kinds[] = {"model", "view", "type", "enum", "datasource", "generator"};
  return std::ranges::find(kinds, word) != std::end(kinds);
}

/// The size of a string with its quotes, which ends with its line at the latest.
std::size_t prisma_string_size(std::string_view text) {
  for (std::size_t i = 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  return std::min(text.find('\n'), text.size());
}

/// Whether a line begins as no argument does: as a field, an attribute of a block, or the block's
/// end.
bool begins_outside_brackets(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
  if (text.starts_with('}') || text.starts_with('@')) return true;
  const auto end = std::ranges::find_if_not(text, is_prisma_word);
  const std::string_view after = text.substr(static_cast<std::size_t>(end - text.begin()));
  const std::size_t next = after.find_first_not_of(" \t");
  return end != text.begin() && next != 0 && next < after.size() && is_prisma_word(after[next]);
}

/// The size of what is in brackets, with them; nullopt if it does not end soon.
std::optional<std::size_t> prisma_brackets_size(std::string_view text) {
  std::size_t open = 0, lines = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"') {
      i += std::max<std::size_t>(1, prisma_string_size(text.substr(i)));
      continue;
    }
    if (c == '\n' &&
        (++lines > max_argument_lines || begins_outside_brackets(text.substr(i + 1)))) {
      return std::nullopt;
    }
    if (c == '(' || c == '[' || c == '{') ++open;
    if (c == ')' || c == ']' || c == '}') --open;
    ++i;
    if (open == 0) return i;
  }
  return std::nullopt;
}

/// Calls `visit` with the parts between commas that are in no brackets or strings.
template <class Visit>
void each_prisma_part(std::string_view list, Visit visit) {
  std::size_t start = 0, open = 0;
  for (std::size_t i = 0; i <= list.size();) {
    const char c = i < list.size() ? list[i] : ',';
    if (c == '"') {
      i += std::max<std::size_t>(1, prisma_string_size(list.substr(i)));
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++open;
    if ((c == ')' || c == ']' || c == '}') && open > 0) --open;
    if (i == list.size() || (c == ',' && open == 0)) {
      const std::string_view part = trimmed(list.substr(start, i - start));
      if (!part.empty()) visit(part);
      start = i + 1;
    }
    ++i;
  }
}

class PrismaReader {
 public:
  explicit PrismaReader(std::string_view text) : rest_(text) {}

  std::vector<PrismaBlock> read() {
    while (!rest_.empty()) {
      skip_blanks(true);
      if (read_comment()) continue;
      PrismaBlock block;
      block.line = line_;
      block.kind = take_word();
      skip_blanks(false);
      block.name = take_word();
      skip_blanks(false);
      if (!is_prisma_kind(block.kind) || block.name.empty() || !rest_.starts_with('{')) {
        take_line();
        description_.clear();
        continue;
      }
      take(1);
      block.description = std::move(description_);
      description_.clear();
      read_body(block);
      blocks_.push_back(std::move(block));
    }
    return std::move(blocks_);
  }

 private:
  std::string_view take(std::size_t size) {
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(text.size());
    line_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
    return text;
  }

  std::string_view take_word() {
    const auto end = std::ranges::find_if_not(rest_, is_prisma_word);
    return take(static_cast<std::size_t>(end - rest_.begin()));
  }

  std::string_view take_line() {
    const std::string_view line = take(std::min(rest_.find('\n'), rest_.size()));
    take(1);
    return trimmed(line);
  }

  void skip_blanks(bool with_lines) {
    const std::size_t end = rest_.find_first_not_of(with_lines ? " \t\r\f\v\n" : " \t\r\f\v");
    take(std::min(end, rest_.size()));
  }

  /// Takes a comment, and keeps what is a description.
  bool read_comment() {
    if (!rest_.starts_with("//")) return false;
    const bool describes = rest_.starts_with("///");
    const std::string_view line = take_line();
    const std::string_view text = describes ? trimmed(line.substr(3)) : std::string_view();
    // Lines such as "@zod.min(1)" and "[Options]" are for generators.
    if (text.empty() || text.front() == '@' || (text.front() == '[' && text.back() == ']'))
      return true;
    if (!description_.empty()) description_ += ' ';
    description_ += text;
    return true;
  }

  void read_body(PrismaBlock &block) {
    description_.clear();
    for (;;) {
      skip_blanks(true);
      if (rest_.empty()) return;
      if (read_comment()) continue;
      if (rest_.starts_with('}')) {
        take(1);
        description_.clear();
        return;
      }
      if (rest_.starts_with("@@")) {
        take(1);
        read_attributes(block.attributes);
      } else {
        read_field(block);
      }
      description_.clear();
    }
  }

  void read_field(PrismaBlock &block) {
    PrismaField field;
    field.description = std::move(description_);
    field.name = take_word();
    skip_blanks(false);
    if (rest_.starts_with('=')) {
      // Of a data source or a generator.
      take(1);
      skip_blanks(false);
      field.type = trimmed(take(line_size()));
    } else {
      read_type(field);
      read_attributes(field.attributes);
    }
    description_.clear();
    if (read_comment() && field.description.empty()) field.description = std::move(description_);
    if (field.name.empty()) {
      take_line();
    } else {
      block.fields.push_back(std::move(field));
    }
  }

  /// Up to a comment or the end of the line.
  std::size_t line_size() const {
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      if (rest_[i] == '\n' || rest_.substr(i).starts_with("//")) return i;
      if (rest_[i] == '"') i += std::max<std::size_t>(1, prisma_string_size(rest_.substr(i))) - 1;
    }
    return rest_.size();
  }

  void read_type(PrismaField &field) {
    const std::string_view start = rest_;
    take_word();
    if (rest_.starts_with('(')) {  // Unsupported("circle")
      take(std::min(prisma_brackets_size(rest_).value_or(line_size()), line_size()));
    }
    field.type = start.substr(0, start.size() - rest_.size());
    for (;;) {
      if (rest_.starts_with("[]")) {
        field.is_list = true;
        take(2);
      } else if (rest_.starts_with('?') || rest_.starts_with('!')) {
        field.is_optional = field.is_optional || rest_.front() == '?';
        take(1);
      } else {
        return;
      }
    }
  }

  /// The rest of the line, up to a comment.
  void read_attributes(std::vector<PrismaAttribute> &attributes) {
    for (;;) {
      skip_blanks(false);
      if (rest_.empty() || rest_.starts_with("//") || rest_.starts_with('\n') ||
          rest_.starts_with('}')) {
        return;
      }
      if (!rest_.starts_with('@')) {
        take(line_size());
        return;
      }
      take(1);
      PrismaAttribute &attribute = attributes.emplace_back();
      const auto end =
          std::ranges::find_if_not(rest_, [](char c) { return is_prisma_word(c) || c == '.'; });
      attribute.name = take(static_cast<std::size_t>(end - rest_.begin()));
      if (!rest_.starts_with('(')) continue;
      const auto size = prisma_brackets_size(rest_);
      std::string_view arguments = take(size.value_or(line_size()));
      arguments = arguments.substr(1, arguments.size() - (size ? 2 : 1));
      each_prisma_part(arguments, [&](std::string_view part) {
        const std::size_t colon = part.find(':');
        const bool has_key =
            colon != part.npos && std::ranges::all_of(part.substr(0, colon), is_prisma_word);
        attribute.arguments.emplace_back(has_key ? part.substr(0, colon) : std::string_view(),
                                         trimmed(has_key ? part.substr(colon + 1) : part));
      });
    }
  }

  std::string_view rest_;
  std::size_t line_ = 1;
  std::string description_;
  std::vector<PrismaBlock> blocks_;
};

const PrismaAttribute *find_prisma_attribute(const std::vector<PrismaAttribute> &attributes,
                                             std::string_view name) {
  const auto found = std::ranges::find(attributes, name, &PrismaAttribute::name);
  return found != attributes.end() ? &*found : nullptr;
}

}  // namespace

std::string_view PrismaAttribute::value(std::string_view key) const {
  for (const std::string_view wanted : {key, std::string_view()}) {
    for (const auto &[label, text] : arguments) {
      if (label == wanted) return text;
    }
  }
  return {};
}

const PrismaAttribute *PrismaField::find(std::string_view attribute) const {
  return find_prisma_attribute(attributes, attribute);
}

const PrismaAttribute *PrismaBlock::find(std::string_view attribute) const {
  return find_prisma_attribute(attributes, attribute);
}

std::vector<PrismaBlock> read_prisma_text(std::string_view text) {
  return PrismaReader(text).read();
}

std::string prisma_string(std::string_view text) {
  if (text.size() < 2 || !text.starts_with('"') || !text.ends_with('"')) return std::string(text);
  std::string content;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\' && i + 2 < text.size()) ++i;
    content += text[i];
  }
  return content;
}

std::vector<std::string_view> prisma_names(std::string_view list) {
  std::vector<std::string_view> names;
  if (list.starts_with('[')) list.remove_prefix(1);
  if (list.ends_with(']')) list.remove_suffix(1);
  each_prisma_part(list, [&](std::string_view part) {
    names.push_back(trimmed(part.substr(0, part.find_first_of("(:"))));
  });
  return names;
}

}  // namespace sluice::inline v0::schema_detail
