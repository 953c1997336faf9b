#include "spider/official_report.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "score_tally.hpp"

namespace sluice::inline v0 {
namespace {

using spider_detail::Averages;
using spider_detail::ScoreTally;

constexpr std::array<std::string_view, 6> level_names = {"easy",  "medium", "hard",
                                                         "extra", "all",    "joint_all"};
constexpr std::size_t all = 4, joint = 5;
constexpr std::array<std::string_view, 5> turn_names = {"turn 1", "turn 2", "turn 3", "turn 4",
                                                        "turn > 4"};

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
      const bool item_execution = item.execution && item.execution->right;
      const Hardness hardness = item.hardness.value_or(Hardness::easy);
      exact = exact && item_exact;
      execution = execution && item_execution;
      for (ScoreTally *tally : {&tallies_[static_cast<std::size_t>(hardness)], &tallies_[all],
                                &turns_[std::min(turn, turns_.size() - 1)]}) {
        tally->add(item);
      }
      if (matches() && !item_exact) {
        const std::string_view level = name_of(hardness);
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
  std::array<ScoreTally, level_names.size()> tallies_;
  std::array<ScoreTally, turn_names.size()> turns_;
  std::string text_;
};

}  // namespace

std::string official_report(const ScoreSessions &sessions, OfficialReportKind kind) {
  return Report(sessions, kind).take();
}

}  // namespace sluice::inline v0
