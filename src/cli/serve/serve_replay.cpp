/// `sluice serve-replay`: recorded completions over HTTP.

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "core/own_program.hpp"
#include "sluice/core/error.hpp"

namespace sluice::cli {
namespace {

struct Arguments {
  std::string file;
  std::size_t port = 0;
};

/// A program of its own beside this one: it links an HTTP server and TLS, which every other command
/// would load as well.
void run(const Arguments &arguments) {
  const std::filesystem::path own = detail::own_program();
  const std::string program = (own.parent_path() / "sluice-serve-replay").string();
  const std::string port = std::to_string(arguments.port);
  execl(program.c_str(), program.c_str(), arguments.file.c_str(), port.c_str(), nullptr);
  throw Error(ErrorCode::not_found, "cannot be started: " + std::generic_category().message(errno),
              {program});
}

}  // namespace

void add_serve_replay(const Command &app) {
  auto arguments = std::make_shared<Arguments>();
  const Command serve =
      app.add_command("serve-replay", "Answer as a chat-completion endpoint, from a recording");
  serve.add_option("FILE", arguments->file, "Recorded answers, JSON Lines").required();
  serve.add_option("--port", arguments->port, "On this machine only; 0: any that is free")
      .between(0, 65535);
  serve.footer(
      "Answers POST …/chat/completions on 127.0.0.1 until it is interrupted. A line is an object,\n"
      "whose fields may all be left out:\n"
      "  match          text, or a list of texts, that all stand in the request's messages\n"
      "  hash           of the request's body: XXH3, 128 bits, in hexadecimal digits\n"
      "  answer         the text that the model answers with\n"
      "  finish_reason  \"stop\" (the default), \"length\", \"content_filter\"\n"
      "  usage          {\"prompt_tokens\": 12, \"completion_tokens\": 3}\n"
      "  body           all that is sent, in place of an answer: JSON that breaks off, for one\n"
      "  status         such as 429; 200 by default\n"
      "  headers        {\"Retry-After\": \"1\"}\n"
      "  delay          seconds before anything is sent\n"
      "  cut            bytes of the body after which the connection ends\n"
      "  times          for how many requests the line is good; 1 by default\n"
      "A request is given the first line that fits and is still good; the last one that fits is\n"
      "good for ever. Where none fits, the status is 404.\n"
      "\n"
      "Example:\n"
      "  sluice serve-replay recorded.jsonl --port 8080");
  serve.callback([arguments] { run(*arguments); });
}

}  // namespace sluice::cli
