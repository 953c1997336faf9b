/// The program `sluice-serve-replay FILE PORT`, which `sluice serve-replay` starts.

#include <charconv>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "replay_server.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/utf8.hpp"

namespace {

void serve(const char *file, int port) {
  using namespace sluice;
  RecordedCompletions recorded = RecordedCompletions::parse(read_file(file), file);
  // Before the threads of the server start, so that this thread receives the signals.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  const std::size_t answers = recorded.size();
  const cli::ReplayServer server(std::move(recorded), port);
  fmt::print("{} recorded answers at {}\n", answers, server.url());
  std::fflush(stdout);
  int signal = 0;
  sigwait(&ends, &signal);
  fmt::print("{} requests answered\n", server.requests());
}

}  // namespace

int main(int argc, char **argv) {
  constexpr int failure = 2;
  int port = 0;
  const std::string_view number = argc == 3 ? argv[2] : "";
  const auto read = std::from_chars(number.data(), number.data() + number.size(), port);
  if (number.empty() || read.ptr != number.data() + number.size() || port < 0 || port > 65535) {
    std::fputs("usage: sluice-serve-replay FILE PORT\n", stderr);
    return failure;
  }
  try {
    serve(argv[1], port);
    return 0;
  } catch (const std::exception &error) {
    try {
      fmt::print(stderr, "sluice serve-replay: {}\n", sluice::one_line(error.what()));
    } catch (...) {  // not even the message could be written
      std::fputs("sluice serve-replay: out of memory\n", stderr);
    }
  }
  return failure;
}
