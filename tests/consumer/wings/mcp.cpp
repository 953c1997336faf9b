/// A user of the wing mcp alone: a server with one tool of its own answers a call.

#include <sluice/mcp/session.hpp>
#include <sluice/mcp/tool.hpp>

#include <cstdio>
#include <memory>
#include <string>

namespace {

class Greeter final : public sluice::mcp::Tools {
 public:
  std::span<const sluice::mcp::Tool> list() const noexcept override { return {&tool_, 1}; }
  std::string call(std::size_t, const sluice::mcp::Arguments &,
                   const sluice::CancellationToken &) override {
    return R"({"greeting":"hello"})";
  }

 private:
  sluice::mcp::Tool tool_{"greet", "Greet", "Greets", {}, R"({"type":"object"})"};
};

}  // namespace

int main() {
  sluice::mcp::Session session(std::make_shared<Greeter>(), {});
  session.answer(
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}})");
  const std::string answer = session.answer(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","arguments":{}}})");
  std::puts(answer.c_str());
  return answer.find("hello") == std::string::npos ? 1 : 0;
}
