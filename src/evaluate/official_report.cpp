#include "sluice/evaluate/official_report.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace sluice {
namespace {

constexpr std::array<std::string_view, 6> level_names = {"easy",  "medium", "hard",
                                                         "extra", "all",    "joint_all"};
constexpr std::size_t all = 4, joint = 5;
constexpr std::array<std::string_view, 5> turn_names = {"turn 1", "turn 2", "turn 3", "turn 4",
                                                        "turn > 4"};

/// One part of all pairs of a level.
struct PartTally {
  std::size_t right = 0;
  std::size_t predicted = 0;  ///< Pairs whose prediction has the part.
  std::size_t gold = 0;       ///< Pairs whose gold query has it.

  void add(const PartialScore &score) {
    // Where one of both lacks the part the pair is only right if the other lacks it too: no pair is
    // right for one average and left out of the other.
    if (score.predicted_total > 0) ++predicted;
    if (score.gold_total > 0) ++gold;
    if (score.right && score.gold_total > 0) ++right;
  }
};

struct Averages {
  double accuracy = 0;
  double recall = 0;
  double f1 = 0;
};

struct Tally {
  std::size_t count = 0;
  std::size_t exact = 0;
  std::size_t execution = 0;
  std::array<PartTally, query_parts> parts;

  static double share(std::size_t of, std::size_t count) {
    return count == 0 ? 0 : static_cast<double>(of) / static_cast<double>(count);
  }
  double exact_share() const { return share(exact, count); }
  double execution_share() const { return share(execution, count); }
  /// F1 is 1 where both others are 0, but 0 in a level without pairs.
  Averages averages(std::size_t part) const {
    if (count == 0) return {};
    const PartTally &tally = parts[part];
    Averages averages{share(tally.right, tally.predicted), share(tally.right, tally.gold), 1};
    const double sum = averages.recall + averages.accuracy;
    if (sum != 0) averages.f1 = 2.0 * averages.accuracy * averages.recall / sum;
    return averages;
  }
};

class Report {
 public:
  Report(const ScoreSessions &sessions, OfficialReportKind kind) : kind_(kind) {
    levels_ = sessions.size() > 1 ? level_names.size() : level_names.size() - 1;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
      if ((i + 1) % 10 == 0) fmt::format_to(out(), "Evaluating {}th prediction\n", i + 1);
      add(sessions[i]);
    }
    write_levels();
    if (sessions.size() > 1) write_turns();
  }

  std::string take() { return std::move(text_); }

 private:
  bool matches() const { return kind_ != OfficialReportKind::exec; }
  bool executes() const { return kind_ != OfficialReportKind::match; }
  std::back_insert_iterator<std::string> out() { return std::back_inserter(text_); }

  void add(const ScoreSession &session) {
    bool exact = true, execution = true;
    for (std::size_t turn = 0; turn < session.size(); ++turn) {
      const ScoreItem &item = session[turn];
      const bool item_exact = item.exact && item.exact->match;
      const bool item_execution = item.execution.value_or(false);
      exact = exact && item_exact;
      execution = execution && item_execution;
      for (Tally *tally : {&tallies_[static_cast<std::size_t>(item.hardness)], &tallies_[all],
                           &turns_[std::min(turn, turns_.size() - 1)]}) {
        ++tally->count;
        if (item_exact) ++tally->exact;
        if (item_execution) ++tally->execution;
        if (!item.exact) continue;
        for (std::size_t part = 0; part < query_parts; ++part)
          tally->parts[part].add(item.exact->parts[part]);
      }
      if (matches() && !item_exact) {
        const std::string_view level = name_of(item.hardness);
        fmt::format_to(out(), "{} pred: {}\n{} gold: {}\n\n", level, item.predicted, level,
                       item.gold);
      }
    }
    ++tallies_[joint].count;
    if (exact) ++tallies_[joint].exact;
    if (execution) ++tallies_[joint].execution;
  }

  void write_levels() {
    write_row(
        "", levels_, [](std::size_t i) { return level_names[i]; }, "{:20}");
    write_row(
        "count", levels_, [&](std::size_t i) { return tallies_[i].count; }, "{:<20d}");
    if (executes()) {
      text_ += "=====================   EXECUTION ACCURACY     =====================\n";
      write_row("execution", levels_, [&](std::size_t i) { return tallies_[i].execution_share(); });
    }
    if (!matches()) return;
    text_ += "\n====================== EXACT MATCHING ACCURACY =====================\n";
    write_row("exact match", levels_, [&](std::size_t i) { return tallies_[i].exact_share(); });
    text_ += "\n---------------------PARTIAL MATCHING ACCURACY----------------------\n";
    write_parts(&Averages::accuracy);
    text_ += "---------------------- PARTIAL MATCHING RECALL ----------------------\n";
    write_parts(&Averages::recall);
    text_ += "---------------------- PARTIAL MATCHING F1 --------------------------\n";
    write_parts(&Averages::f1);
  }

  void write_parts(double Averages::*average) {
    for (std::size_t part = 0; part < query_parts; ++part) {
      write_row(query_part_names[part], levels_,
                [&](std::size_t i) { return tallies_[i].averages(part).*average; });
    }
  }

  void write_turns() {
    const std::size_t count = turn_names.size();
    text_ += "\n\n";
    write_row(
        "", count, [](std::size_t i) { return turn_names[i]; }, "{:20}");
    write_row(
        "count", count, [&](std::size_t i) { return turns_[i].count; }, "{:<20d}");
    if (executes()) {
      text_ += "=====================   TURN EXECUTION ACCURACY     =====================\n";
      write_row("execution", count, [&](std::size_t i) { return turns_[i].execution_share(); });
    }
    if (!matches()) return;
    text_ += "\n====================== TURN EXACT MATCHING ACCURACY =====================\n";
    write_row("exact match", count, [&](std::size_t i) { return turns_[i].exact_share(); });
  }

  template <class Cell>
  void write_row(std::string_view name, std::size_t cells, const Cell &cell,
                 std::string_view format = "{:<20.3f}") {
    fmt::format_to(out(), "{:20}", name);
    for (std::size_t i = 0; i < cells; ++i) {
      text_ += ' ';
      fmt::format_to(out(), fmt::runtime(format), cell(i));
    }
    text_ += '\n';
  }

  OfficialReportKind kind_;
  std::size_t levels_ = 0;
  std::array<Tally, level_names.size()> tallies_;
  std::array<Tally, turn_names.size()> turns_;
  std::string text_;
};

}  // namespace

std::string official_report(const ScoreSessions &sessions, OfficialReportKind kind) {
  return Report(sessions, kind).take();
}

}  // namespace sluice
