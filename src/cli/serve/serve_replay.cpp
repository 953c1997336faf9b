/// `sluice serve-replay`: replays recorded completions over HTTP.

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

struct ServeReplayArguments {
  std::string file;
  std::size_t port = 0;
};

/// Replaces this process by a separate program, which links an HTTP server and TLS, so that no
/// other command has to load them.
void run_serve_replay(const ServeReplayArguments &arguments) {
  const std::filesystem::path own = detail::own_program();
  const std::string program = (own.parent_path() / "sluice-serve-replay").string();
  const std::string port = std::to_string(arguments.port);
  execl(program.c_str(), program.c_str(), arguments.file.c_str(), port.c_str(), nullptr);
  throw Error(ErrorCode::not_found, "cannot be started: " + std::generic_category().message(errno),
              {program});
}

}  // namespace

void add_serve_replay(const Command &app) {
  auto arguments = std::make_shared<ServeReplayArguments>();
  const Command serve = app.add_command(
      "serve-replay", "Run a chat-completion endpoint that replays recorded answers");
  serve.add_option("FILE", arguments->file, "The recorded answers, JSON Lines").required();
  serve.add_option("--port", arguments->port, "The port on 127.0.0.1; 0 for any free one")
      .between(0, 65535);
  serve.footer(
      "Answers POST …/chat/completions on 127.0.0.1 until interrupted. Each line is an object; all\n"
      "fields are optional:\n"
      "  match          text, or a list of texts, that the messages of the request must contain\n"
      "  hash           hash of the body of the request: XXH3, 128 bits, as hexadecimal digits\n"
      "  answer         the text of the model's answer\n"
      "  finish_reason  \"stop\" (the default), \"length\", \"content_filter\"\n"
      "  usage          {\"prompt_tokens\": 12, \"completion_tokens\": 3}\n"
      "  body           the body of the response instead of an answer, such as incomplete JSON\n"
      "  status         the HTTP status, such as 429; 200 by default\n"
      "  headers        headers of the response: {\"Retry-After\": \"1\"}\n"
      "  delay          seconds before anything is sent\n"
      "  cut            number of bytes of the body after which the connection is closed\n"
      "  times          number of requests that the line answers; 1 by default\n"
      "A request gets the first matching line that is not used up, or else the last matching line.\n"
      "If no line matches, the status is 404.\n"
      "\n"
      "Examples:\n"
      "  sluice serve-replay recorded.jsonl --port 8080\n"
      "  sluice serve-replay recorded.jsonl");
  serve.callback([arguments] { run_serve_replay(*arguments); });
}

}  // namespace sluice::cli
