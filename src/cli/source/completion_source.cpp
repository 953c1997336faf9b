#include "completion_source.hpp"

#include <algorithm>
#include <cstdlib>

#include "cli/command_line.hpp"

namespace sluice::cli {
namespace {

constexpr const char *key_variable = "SLUICE_LLM_KEY";

}  // namespace

void CompletionSource::add_options(const Command &command) {
  command
      .add_option("--llm", client.url,
                  "The URL of an OpenAI-compatible endpoint, without /chat/completions")
      .type_name("URL");
  command.add_option("--model", client.model, "The name of the language model at the endpoint")
      .type_name("NAME");
  command
      .add_option(
          "--cache", client.cache,
          "Keep answers in this file, so that nothing is asked twice; processes may share it")
      .type_name("FILE");
  command.add_option("--timeout", seconds, "Seconds that one request may take")
      .between(0.001, 3600.0);
  command
      .add_option("--prompt-price", prices.prompt, "Price of a million prompt tokens, for \"cost\"")
      .between(0.0, 1e9);
  command
      .add_option("--answer-price", prices.answer, "Price of a million answer tokens, for \"cost\"")
      .between(0.0, 1e9);
}

CompletionClient CompletionSource::open() const {
  CompletionClientOptions options = client;
  const char *key = std::getenv(key_variable);
  if (key != nullptr && *key != '\0') options.key_variable = key_variable;
  options.http.seconds = seconds;
  options.http.connect_seconds = std::min(options.http.connect_seconds, seconds);
  return CompletionClient(options);
}

}  // namespace sluice::cli
