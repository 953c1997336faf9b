#include "sluice/learn/linear_adapter.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/train/linear_adapter_fit.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

constexpr std::size_t dimensions = 8;

std::vector<float> random_vector(Random &random) {
  std::vector<float> vector;
  float square = 0;
  for (std::size_t i = 0; i < dimensions; ++i) {
    vector.push_back(static_cast<float>(random.unit()) - 0.5F);
    square += vector.back() * vector.back();
  }
  for (float &x : vector) x /= std::sqrt(square);
  return vector;
}

/// Each query is a document with permuted numbers.
AdapterTask mixed_up(std::uint64_t seed, std::size_t documents) {
  Random random(seed);
  AdapterTask task;
  for (std::size_t d = 0; d < documents; ++d) {
    const std::vector<float> vector = random_vector(random);
    task.documents.insert(task.documents.end(), vector.begin(), vector.end());
    for (std::size_t i = 0; i < dimensions; ++i)
      task.queries.push_back(vector[(i + 3) % dimensions]);
    task.right.push_back({static_cast<std::uint32_t>(d)});
  }
  return task;
}

std::size_t best_document(const AdapterTask &task, std::span<const float> query) {
  std::size_t best = 0;
  float highest = -2;
  for (std::size_t d = 0; d < task.documents.size() / dimensions; ++d) {
    float cosine = 0;
    for (std::size_t i = 0; i < dimensions; ++i)
      cosine += query[i] * task.documents[d * dimensions + i];
    if (cosine > highest) best = d, highest = cosine;
  }
  return best;
}

std::size_t found(const AdapterTask &task, const LinearAdapter &adapter) {
  std::size_t right = 0;
  for (std::size_t q = 0; q < task.right.size(); ++q) {
    const auto at = task.queries.begin() + static_cast<std::ptrdiff_t>(q * dimensions);
    std::vector<float> query(at, at + dimensions);
    adapter.apply(query);
    right += best_document(task, query) == task.right[q][0] ? 1 : 0;
  }
  return right;
}

const LinearAdapterOptions options{.l2 = 1e-3F, .temperature = 0.1F, .rate = 0.05F, .epochs = 20};

}  // namespace

TEST_CASE("an adapter learns a map that generalizes to unseen queries and documents") {
  const std::vector<AdapterTask> tasks{mixed_up(1, 200), mixed_up(2, 300)};
  const AdapterTask others = mixed_up(3, 40);
  const LinearAdapter adapter = fit_linear_adapter(tasks, dimensions, options);
  CHECK(adapter.dimensions() == dimensions);
  CHECK(found(others, LinearAdapter()) < 20);
  CHECK(found(others, adapter) >= 36);
  std::vector<float> vector(dimensions, 2);
  adapter.apply(vector);
  float square = 0;
  for (const float x : vector) square += x * x;
  CHECK(square == doctest::Approx(1));
  std::vector<float> nothing(dimensions, 0);
  adapter.apply(nothing);
  CHECK(nothing == std::vector<float>(dimensions, 0));
}

TEST_CASE(
    "an adapter fitted without queries keeps directions, and a default one keeps everything") {
  const LinearAdapter untaught = fit_linear_adapter({}, 2);
  std::vector<float> vector{0, 4};
  LinearAdapter().apply(vector);
  CHECK(vector == std::vector<float>{0, 4});
  untaught.apply(vector);
  CHECK(vector == std::vector<float>{0, 1});
}

TEST_CASE("an adapter is the same on every run, and is restored from its bytes") {
  const AdapterTask task = mixed_up(5, 50);
  const LinearAdapter adapter = fit_linear_adapter({&task, 1}, dimensions, options);
  const std::string bytes = adapter.bytes();
  CHECK(bytes.size() == dimensions * (sizeof(float) + dimensions));
  CHECK(fit_linear_adapter({&task, 1}, dimensions, options).bytes() == bytes);
  const LinearAdapter again = LinearAdapter::parse(bytes);
  CHECK(again.bytes() == bytes);
  std::vector<float> a(task.queries.begin(), task.queries.begin() + dimensions), b = a;
  adapter.apply(a);
  again.apply(b);
  CHECK(a == b);
  CHECK(LinearAdapter::parse({}).dimensions() == 0);
}

TEST_CASE("damaged adapters and tasks of the wrong size are rejected") {
  const AdapterTask task = mixed_up(7, 5);
  const LinearAdapter adapter = fit_linear_adapter({&task, 1}, dimensions);
  const std::string bytes = adapter.bytes();
  const auto refused = [](const std::string &of) {
    test::check_code(ErrorCode::malformed, [&] { return LinearAdapter::parse(of).dimensions(); });
  };
  refused(bytes.substr(1));
  refused(bytes + '\0');
  refused(bytes.substr(0, bytes.size() - 1) + '\x80');
  refused("\xff\xff\xff\xff" + bytes.substr(4));
  std::vector<float> short_one(dimensions - 1);
  test::check_code(ErrorCode::invalid_argument, [&] { adapter.apply(short_one); });
  AdapterTask other = task;
  other.right.front() = {5};
  const auto unfit = [&] {
    test::check_code(ErrorCode::invalid_argument, [&] {
      return fit_linear_adapter({&other, 1}, dimensions).dimensions();
    });
  };
  unfit();
  other.right.front() = {};
  unfit();
  other = task;
  other.queries.pop_back();
  unfit();
}

}  // namespace sluice
