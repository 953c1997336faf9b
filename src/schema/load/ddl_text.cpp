#include "ddl_text.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <string>
#include <unordered_set>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "file_kind.hpp"
#include "schema/ddl/script_catalog.hpp"
#include "schema/ddl/script_definition.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0 {
namespace schema_detail {
namespace {

// Of each INSERT. Values repeat, so more rows are read than samples are kept.
constexpr std::size_t rows_per_sample = 8;
// Where the kind of an object comes after CREATE.
constexpr std::size_t max_create_bytes = 200;

bool is_letter_or_digit(char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_'; }

/// Whether the text has the word at an offset, without other letters around it.
bool has_word(std::string_view text, std::size_t at, std::string_view word) {
  if (at + word.size() > text.size() || !same_name(text.substr(at, word.size()), word))
    return false;
  const std::size_t end = at + word.size();
  return (at == 0 || !is_letter_or_digit(text[at - 1])) &&
         (end == text.size() || !is_letter_or_digit(text[end]));
}

/// Whether one of the words follows soon, before the statement ends.
bool has_word_after(std::string_view text, std::size_t at,
                    std::initializer_list<std::string_view> words) {
  const std::size_t end = std::min(text.size(), at + max_create_bytes);
  // "create.table.column" is the name of a column.
  if (at < end && text[at] == '.') return false;
  for (; at < end && text[at] != ';' && text[at] != '('; ++at) {
    for (const std::string_view word : words) {
      if (has_word(text, at, word)) return true;
    }
  }
  return false;
}

}  // namespace

bool is_ddl_text(const SourceText &file) {
  const std::string_view text = file.text;
  const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  if (start < text.size() && (text[start] == '{' || text[start] == '[')) return false;  // JSON
  for (std::size_t at = start; at < text.size(); ++at) {
    switch (text[at] | 0x20) {
      case 'c':
        if (has_word(text, at, "create") &&
            has_word_after(text, at + 6, {"table", "view", "type", "domain"})) {
          return true;
        }
        if (has_word(text, at, "comment") && has_word_after(text, at + 7, {"on"})) return true;
        break;
      case 'a':
        if (has_word(text, at, "alter") && has_word_after(text, at + 5, {"table"})) return true;
        break;
      default: break;
    }
  }
  return false;
}

DatabaseDefinition read_ddl_text(std::span<const SourceText> scripts, std::string name,
                                 const LoadOptions &options) {
  const auto largest = std::ranges::max_element(
      scripts, {}, [](const SourceText &script) { return script.text.size(); });
  const sql::Dialect dialect =
      options.dialect
          ? *options.dialect
          : sql::detect_dialect(largest->text,
                                std::filesystem::path(largest->path).filename().string());
  ScriptCatalog catalog(dialect, options.samples, options.max_sample_bytes);
  for (const SourceText &script : scripts) {
    catalog.begin_script();
    sql::read_ddl(script.text,
                  {.dialect = dialect,
                   .rows = options.samples * rows_per_sample,
                   .max_value_bytes = options.max_sample_bytes + 1},
                  [&](sql::DdlStatement &&statement, std::size_t line) {
                    catalog.apply(std::move(statement), line);
                  });
  }
  DatabaseDefinition definition = definition_of(catalog, std::move(name));
  definition.place.source = scripts.front().path;
  for (ScriptProblem &problem : catalog.problems()) {
    skip(options, fmt::format("{}:{}", scripts[problem.script - 1].path, problem.line),
         std::move(problem.reason));
  }
  if (definition.tables.empty()) {
    throw Error(ErrorCode::malformed, "defines no table or view that could be read",
                {scripts.front().path});
  }
  return definition;
}

namespace {

/// The tables that a script defines, and those that it refers to, by name without qualifier.
struct ScriptNames {
  std::unordered_set<std::string> defined;
  std::unordered_set<std::string> used;

  void define(const sql::QualifiedName &name) { defined.insert(lower_ascii(name.back().text)); }
  void use(const sql::QualifiedName &name) { used.insert(lower_ascii(name.back().text)); }

  void add(const sql::DdlStatement &statement) {
    if (const auto *table = std::get_if<sql::CreateTable>(&statement)) {
      define(table->name);
      for (const sql::DdlForeignKey &key : table->foreign_keys) use(key.reference.table);
      for (const sql::DdlColumn &column : table->columns) {
        if (column.reference) use(column.reference->table);
      }
    } else if (const auto *view = std::get_if<sql::CreateView>(&statement)) {
      define(view->name);
    } else if (const auto *alter = std::get_if<sql::AlterTable>(&statement)) {
      use(alter->name);
    } else if (const auto *comment = std::get_if<sql::SetComment>(&statement)) {
      if (comment->object == sql::SetComment::Object::table) use(comment->name);
      if (comment->object == sql::SetComment::Object::column && comment->name.size() > 1)
        use({comment->name[comment->name.size() - 2]});
    }
  }
};

/// Whether one of the scripts refers to a table that only another defines.
bool belong_together(std::span<const ScriptNames> scripts) {
  for (const ScriptNames &script : scripts) {
    for (const std::string &name : script.used) {
      if (script.defined.contains(name)) continue;
      if (std::ranges::any_of(
              scripts, [&](const ScriptNames &other) { return other.defined.contains(name); })) {
        return true;
      }
    }
  }
  return false;
}

/// The folder's name, for scripts that are one database.
std::string folder_name(const std::string &path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path().lexically_normal();
  const std::string name = folder.filename().string();
  return name.empty() || name == "." || name == ".." ? database_name_of(path) : name;
}

}  // namespace

std::vector<DatabaseDefinition> read_ddl_texts(std::span<const SourceText> files,
                                               const LoadOptions &options) {
  std::vector<DatabaseDefinition> databases;
  if (files.size() > 1) {
    std::vector<ScriptNames> names(files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
      sql::read_ddl(files[i].text, {.dialect = options.dialect},
                    [&](sql::DdlStatement &&statement, std::size_t) { names[i].add(statement); });
    }
    if (belong_together(names)) {
      std::vector<SourceText> scripts;
      for (const bool defining : {true, false}) {
        for (std::size_t i = 0; i < files.size(); ++i) {
          if (names[i].defined.empty() != defining) scripts.push_back(files[i]);
        }
      }
      databases.push_back(read_ddl_text(scripts, folder_name(files.front().path), options));
      return databases;
    }
  }
  std::exception_ptr first;
  for (const SourceText &file : files) {
    try {
      databases.push_back(read_ddl_text({&file, 1}, database_name_of(file.path), options));
    } catch (const Error &error) {
      if (files.size() > 1) skip(options, file.path, error.message());
      if (!first) first = std::current_exception();
    }
  }
  if (databases.empty() && first) std::rethrow_exception(first);
  return databases;
}

}  // namespace schema_detail

std::shared_ptr<const Database> load_ddl(std::string_view sql, std::string name,
                                         const std::string &source, const LoadOptions &options) {
  std::string repaired;
  if (!is_utf8(sql)) {
    repaired = repair_utf8(sql);
    sql = repaired;
  }
  const schema_detail::SourceText script{source, sql};
  return Database::make(schema_detail::read_ddl_text({&script, 1}, std::move(name), options));
}

}  // namespace sluice::inline v0
