#include "sluice/judge/evaluation_items.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "python_characters.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/json.hpp"

namespace sluice::inline v0 {
namespace {

struct Line {
  std::string_view text;
  std::uint64_t number = 0;
};

/// Lines without surrounding white space. A carriage return also ends a line, as in Python.
std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  lines.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t feed = std::min(text.find('\n'), text.size());
    const std::size_t end = std::min(text.substr(0, feed).find('\r'), feed);
    lines.push_back({judge_detail::stripped(text.substr(0, end)), number});
    text.remove_prefix(end);
    if (!text.empty()) text.remove_prefix(text.starts_with("\r\n") ? 2 : 1);
  }
  return lines;
}

/// Splits the text into sessions at empty lines; the last session is dropped if it is empty.
template <class Item, class Read>
std::vector<std::vector<Item>> sessions_of(std::string_view text, Read read) {
  std::vector<std::vector<Item>> sessions;
  std::vector<Item> session;
  const std::vector<Line> lines = lines_of(text);
  // A benchmark without sessions is a single session, which should not be reallocated while it
  // grows.
  session.reserve(lines.size());
  for (const Line &line : lines) {
    if (line.text.empty()) {
      sessions.push_back(std::exchange(session, {}));
    } else {
      session.push_back(read(line));
    }
  }
  if (!session.empty()) sessions.push_back(std::move(session));
  return sessions;
}

using GoldSessions = std::vector<std::vector<EvaluationItem>>;

GoldSessions two_column_gold(const EvaluationFile &file) {
  return sessions_of<EvaluationItem>(file.text, [&](const Line &line) {
    const auto tabs = std::count(line.text.begin(), line.text.end(), '\t');
    if (tabs != 1) {
      throw Error(ErrorCode::malformed,
                  fmt::format("{} fields, expected a query, a tab and a database id", tabs + 1),
                  {file.name, line.number});
    }
    const std::size_t tab = line.text.find('\t');
    EvaluationItem item;
    item.golds.emplace_back(line.text.substr(0, tab));
    item.database_id = line.text.substr(tab + 1);
    return item;
  });
}

EvaluationItem item_of(const JsonValue &record) {
  EvaluationItem item;
  item.database_id = record.at("db_id").as_string();
  const auto sql = record.find("sql");
  const JsonValue golds = sql ? *sql : record.at("query");
  if (golds.is(JsonKind::array)) {
    for (const JsonValue gold : golds) item.golds.emplace_back(gold.as_string());
  } else {
    item.golds.emplace_back(golds.as_string());
  }
  if (item.golds.empty()) golds.fail("expected at least one query");
  if (const auto columns = record.find("condition_cols")) {
    for (const JsonValue column : *columns) {
      const std::int64_t position = column.as_integer();
      if (position < 0) column.fail("expected a column number of at least 0");
      item.condition_columns.push_back(static_cast<std::size_t>(position));
    }
  }
  if (const auto ignore = record.find("ignore_order")) item.ignore_order = ignore->as_bool();
  return item;
}

GoldSessions json_gold(const EvaluationFile &file) {
  GoldSessions sessions;
  std::optional<std::int64_t> last;
  each_json_line(file.text, file.name, [&](const JsonValue &record) {
    const auto field = record.find("session");
    const std::int64_t session = field ? field->as_integer() : 0;
    if (sessions.empty() || last != session) sessions.emplace_back();
    last = session;
    sessions.back().push_back(item_of(record));
  });
  return sessions;
}

}  // namespace

EvaluationItems read_evaluation_items(const EvaluationFile &gold, const EvaluationFile &predicted) {
  const bool is_json = std::string_view(gold.text).starts_with('{');
  GoldSessions gold_sessions = is_json ? json_gold(gold) : two_column_gold(gold);
  const auto predictions = sessions_of<std::string_view>(
      predicted.text, [](const Line &line) { return line.text.substr(0, line.text.find('\t')); });
  if (gold_sessions.size() != predictions.size()) {
    throw Error(ErrorCode::malformed,
                fmt::format("has {} sessions, but {} has {}; an empty line ends a session",
                            predictions.size(), gold.name, gold_sessions.size()),
                {predicted.name});
  }
  EvaluationItems read;
  read.sessions = gold_sessions.size();
  for (std::size_t session = 0; session < read.sessions; ++session) {
    std::vector<EvaluationItem> &golds = gold_sessions[session];
    golds.resize(std::min(golds.size(), predictions[session].size()));
    for (std::size_t turn = 0; turn < golds.size(); ++turn) {
      golds[turn].index = read.items.size() + turn;
      golds[turn].session = session;
      golds[turn].turn = turn;
      golds[turn].predicted = predictions[session][turn];
    }
    if (session == 0) {  // often the only one, and long
      read.items = std::move(golds);
    } else {
      std::move(golds.begin(), golds.end(), std::back_inserter(read.items));
    }
  }
  return read;
}

}  // namespace sluice::inline v0
