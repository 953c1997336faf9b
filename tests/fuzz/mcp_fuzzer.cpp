// The Model Context Protocol on arbitrary bytes, in pieces: each answer is one line of JSON with an
// id of a request, and hidden objects are never revealed.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "sluice/core/json.hpp"
#include "sluice/mcp/database_tools.hpp"
#include "sluice/mcp/server.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/schema/column_values.hpp"
#include "sluice/schema/load.hpp"

namespace {

using namespace sluice;

constexpr std::string_view secret = "qzxj";

std::shared_ptr<mcp::Tools> make_tools() {
  const auto whole = Catalog::make({load_ddl(
      "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, qzxj TEXT NOT NULL);"
      "CREATE TABLE sale (id INTEGER PRIMARY KEY, customer_id REFERENCES customer(id), wine TEXT);"
      "INSERT INTO customer VALUES (1, 'Zoe', 'qzxj'); INSERT INTO sale VALUES (1, 1, 'Rioja');",
      "shop", "seed")});
  const ValueLimits limits;
  mcp::DatabaseToolsParts parts;
  parts.shown = mcp::shown_catalog(whole, {.show = {}, .hide = {"customer.qzxj"}}, &limits);
  parts.retriever = std::make_shared<const Retriever>(
      parts.shown.catalog, index_catalog(*parts.shown.catalog), Retriever::Options{}, std::nullopt);
  mcp::DatabaseToolsOptions options;
  options.compared = 3;
  return std::make_shared<mcp::DatabaseTools>(std::move(parts), options);
}

void check_answer(std::string_view line, bool is_secret_in_input) {
  if (line.empty() || line.find('\n') != line.npos) std::abort();
  if (!is_secret_in_input && line.find(secret) != line.npos) std::abort();
  const JsonDocument document = JsonDocument::parse(line);
  const auto check = [](JsonValue answer) {
    if (answer.at("jsonrpc").as_string() != "2.0") std::abort();
    if (answer.at("id").is(JsonKind::array) || answer.at("id").is(JsonKind::object)) std::abort();
    if (answer.find("result").has_value() == answer.find("error").has_value()) std::abort();
    if (const auto error = answer.find("error")) {
      if (error->at("code").as_integer() > -32000 || error->at("message").as_string().empty())
        std::abort();
    }
  };
  if (!document.root().is(JsonKind::array)) return check(document.root());
  for (const JsonValue answer : document.root()) check(answer);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const std::shared_ptr<mcp::Tools> tools = make_tools();
  if (size < 2) return 0;
  mcp::SessionOptions options;
  options.limits = {.bytes = 4096, .nesting = 16, .batch = 8};
  options.seconds = 0;
  options.answer_bytes = 20'000;
  mcp::Session session(tools, options);
  const char *const versions[] = {"2025-03-26", "2025-11-25"};
  session.answer(std::string(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":)") +
                 R"({"protocolVersion":")" + versions[data[0] % 2] + "\"}}");
  const std::size_t piece = 1 + data[1] % 64U * 8U;
  std::string_view left(reinterpret_cast<const char *>(data) + 2, size - 2);
  // If the input contains the secret, in any spelling, repeating it does not reveal it.
  const bool is_secret_in_input = left.find(secret) != left.npos || left.find('\\') != left.npos;
  const auto read = [&](char *buffer, std::size_t room) {
    const std::size_t count = std::min({room, piece, left.size()});
    std::copy_n(left.data(), count, buffer);
    left.remove_prefix(count);
    return count;
  };
  mcp::serve(session, read, [&](std::string_view line) {
    check_answer(line, is_secret_in_input);
    return true;
  });
  return 0;
}
