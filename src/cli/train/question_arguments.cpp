#include "question_arguments.hpp"

#include <filesystem>
#include <utility>

#include "sluice/core/file.hpp"
#include "sluice/schema/glossary.hpp"

namespace sluice::cli {

Option add_pairs(const Command &command, std::vector<std::string> &pairs,
                 const std::string &about) {
  return command.add_option("--pairs", pairs, about + "; may be repeated").type_name("FILE");
}

void add_content(const Command &command, QuestionArguments &arguments, const std::string &more) {
  command
      .add_option(
          "--content", arguments.content,
          "A folder with the SQLite files of the databases, whose values are learned from, too" +
              more)
      .type_name("DIR");
}

void add_threads(const Command &command, std::size_t &threads) {
  command.add_option("--threads", threads, "Number of threads; the result does not depend on it")
      .between(1, 1024);
}

void add_glossary(const Command &command, std::string &glossary) {
  command
      .add_option("--glossary", glossary,
                  "Meanings of words in any database, lines `term = meaning, meaning`")
      .type_name("FILE");
}

std::string file_name(const std::string &path) {
  return std::filesystem::path(path).filename().string();
}

RankerExample example_of(BenchmarkQuestion &question) {
  return {std::move(question.question), question.database, std::move(question.tables),
          std::move(question.columns)};
}

RankerTrainerOptions options_of(const QuestionArguments &arguments) {
  RankerTrainerOptions options;
  options.threads = arguments.threads;
  const std::string &glossary = arguments.glossary;
  if (!glossary.empty()) options.glossary = parse_glossary(read_file(glossary), glossary);
  return options;
}

}  // namespace sluice::cli
