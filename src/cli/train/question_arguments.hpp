#ifndef SLUICE_SRC_CLI_TRAIN_QUESTION_ARGUMENTS_HPP
#define SLUICE_SRC_CLI_TRAIN_QUESTION_ARGUMENTS_HPP

/// What the trainers on questions share.

#include <algorithm>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "cli/command_line.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/train/ranker_trainer.hpp"

namespace sluice::cli {

/// The input and output of trainers on questions.
struct QuestionArguments {
  std::string tables;
  std::vector<std::string> pairs;
  std::string content;
  std::string glossary;
  std::string embedder;
  std::string out;
  std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
};

Option add_pairs(const Command &command, std::vector<std::string> &pairs, const std::string &about);
void add_content(const Command &command, QuestionArguments &arguments, const std::string &more);
void add_glossary(const Command &command, std::string &glossary);
void add_threads(const Command &command, std::size_t &threads);

std::string file_name(const std::string &path);
/// Moves the text and lists of the question.
RankerExample example_of(BenchmarkQuestion &question);
RankerTrainerOptions options_of(const QuestionArguments &arguments);

}  // namespace sluice::cli

#endif
