#include "prisma_schema.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "prisma_models.hpp"
#include "prisma_text.hpp"
#include "schema/load/source_name.hpp"
#include "schema/load/source_problems.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t prisma_start_bytes = std::size_t{64} << 10;

struct PrismaFile {
  const SourceText *source;
  std::vector<PrismaBlock> blocks;

  bool has_data_source() const {
    return std::ranges::find(blocks, "datasource", &PrismaBlock::kind) != blocks.end();
  }
};

DatabaseDefinition read_prisma_files(std::vector<PrismaFile> &files, const LoadOptions &options) {
  const auto main = std::ranges::find_if(files, &PrismaFile::has_data_source);
  const std::string path = (main != files.end() ? *main : files.front()).source->path;
  std::vector<PrismaBlock> blocks;
  for (PrismaFile &file : files) std::ranges::move(file.blocks, std::back_inserter(blocks));
  SourceProblems problems(options, path);
  DatabaseDefinition database = PrismaModels(std::move(blocks)).make(problems);
  if (database.tables.empty()) throw Error(ErrorCode::malformed, "defines no model", {path});
  if (options.dialect) database.dialect = *options.dialect;
  database.name = application_name_of(path);
  database.place.source = path;
  return database;
}

}  // namespace

bool is_prisma_schema(const SourceText &file) {
  std::string_view rest = file.text.substr(0, prisma_start_bytes);
  bool has_settings = file.path.ends_with(".prisma") || file.path.ends_with(".prisma.gz");
  bool has_model = false;
  while (!rest.empty() && !(has_settings && has_model)) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!line.ends_with('{')) continue;
    const std::string_view kind = line.substr(0, line.find(' '));
    has_settings = has_settings || kind == "datasource" || kind == "generator";
    has_model = has_model || kind == "model" || kind == "enum" || kind == "view" ||
                kind == "type" || kind == "datasource";
  }
  return has_settings && has_model;
}

std::vector<DatabaseDefinition> read_prisma_schemas(std::span<const SourceText> files,
                                                    const LoadOptions &options) {
  std::map<std::string_view, std::vector<PrismaFile>> folders;
  for (const SourceText &file : files)
    folders[parent_path_of(file.path)].push_back({&file, read_prisma_text(file.text)});
  std::vector<DatabaseDefinition> databases;
  std::exception_ptr first;
  const auto read = [&](std::vector<PrismaFile> &schema) {
    try {
      databases.push_back(read_prisma_files(schema, options));
    } catch (const Error &error) {
      skip(options, to_string(error.where()), error.message());
      if (!first) first = std::current_exception();
    }
  };
  for (auto &[folder, members] : folders) {
    if (std::ranges::count_if(members, &PrismaFile::has_data_source) <= 1) {
      read(members);
      continue;
    }
    for (PrismaFile &file : members) {
      std::vector<PrismaFile> alone;
      alone.push_back(std::move(file));
      read(alone);
    }
  }
  if (databases.empty() && first) std::rethrow_exception(first);
  return databases;
}

}  // namespace sluice::inline v0::schema_detail
