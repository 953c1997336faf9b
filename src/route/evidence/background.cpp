#include "background.hpp"

#include <cstddef>
#include <utility>

namespace sluice::inline v0::route_detail {
namespace {

constexpr std::array<std::string_view, 32> questions{
    "How many orders were placed by each customer last year?",
    "Which employee has the highest salary in every department?",
    "List the names of all students who failed more than two courses.",
    "What is the average age of patients admitted in March 2019?",
    "Show the total revenue by region and quarter.",
    "Find the three most expensive products that are out of stock.",
    "What percentage of flights were delayed by more than 30 minutes?",
    "Give me the addresses of stores that opened after 2015.",
    "Which team won the most home games during the season?",
    "How long does it take on average to ship a package to France?",
    "For each city, what is the number of hospitals and their total beds?",
    "Who wrote the article with the most comments?",
    "What are the titles and release dates of songs longer than five minutes?",
    "Compare the monthly number of new users with that of the year before.",
    "Which machines needed repairs within ten days after their last inspection?",
    "What is the median income of households with children?",
    "Show me accounts whose balance is negative at the end of the month.",
    "How many different species were observed at each station in 2020?",
    "List all open tickets that are assigned to Anna, newest first.",
    "What was the maximum temperature recorded in each country?",
    "Which genes have variants that are linked to the disease?",
    "Count the accidents on weekends by type of road.",
    "Which suppliers deliver parts that are used in more than one project?",
    "Rank the drivers by the points that they earned in the last five races.",
    "What share of the votes did each party get in the election?",
    "Return the id and price of rooms booked for next week.",
    "How many pages did visitors view per session on mobile devices?",
    "Which wells produced less oil than the field's average?",
    "What is the ratio of teachers to pupils in public schools?",
    "Find policies with at least two claims and compute their total amount.",
    "Which repositories contain a license file, and in which language are they written?",
    "Show the running total of donations for each campaign, ordered by date.",
};

}  // namespace

std::span<const std::string_view> background_questions() { return questions; }

const Background::Means &Background::means(
    function_ref<EvidenceSignals(const Question &)> signals_of) const {
  const std::lock_guard lock(mutex_);
  if (means_) return *means_;
  Means sums;
  for (const std::string_view text : questions) {
    const EvidenceSignals signals = signals_of(Question(text));
    for (std::size_t f = 0; f < sums.size(); ++f) {
      sums[f].resize(signals.databases[f].size(), 0);
      for (std::size_t d = 0; d < sums[f].size(); ++d) sums[f][d] += signals.databases[f][d];
    }
  }
  for (std::vector<float> &of : sums) {
    for (float &sum : of) sum /= static_cast<float>(questions.size());
  }
  return means_.emplace(std::move(sums));
}

}  // namespace sluice::inline v0::route_detail
