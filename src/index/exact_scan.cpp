#include "exact_scan.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace sluice::inline v0::index_detail {
namespace {

/// Number of rows whose dot products fit in the L1 cache.
constexpr std::size_t batch = 256;
/// Number of rows that fit in it themselves.
constexpr std::size_t near_rows = 64;

/// Offers the scores that may be among the best, usually none.
template <class NumberOf>
void offer(TopK<RowId> &best, std::span<const float> scores, NumberOf number_of) {
  if (best.full()) {
    const float floor = best.worst().score;
    int above = 0;
    for (const float score : scores) above |= score >= floor ? 1 : 0;
    if (above == 0) return;
  }
  for (std::size_t i = 0; i < scores.size(); ++i) best.offer(RowId(number_of(i)), scores[i]);
}

/// Collects scattered rows until there are enough for one call of the kernel.
class Gathered {
 public:
  Gathered(const QuantizedRows &rows, const QuantizedQuery &query, TopK<RowId> &best,
           const DotKernels &kernels)
      : rows_(rows), query_(query), best_(best), kernels_(kernels) {}

  void add(std::size_t row) {
    const char *at = reinterpret_cast<const char *>(rows_.codes().data() + row * rows_.stride());
    __builtin_prefetch(at);
    __builtin_prefetch(at + 64);
    numbers_[count_++] = static_cast<std::uint32_t>(row);
    if (count_ == batch) flush();
  }

  void flush() {
    for (std::size_t i = 0; i < count_; ++i) rows_.check(numbers_[i], 1);
    kernels_.gather(query_.codes.data(), rows_.codes().data(), rows_.stride(), numbers_.data(),
                    count_, dots_.data());
    for (std::size_t i = 0; i < count_; ++i) {
      scores_[i] = cosine_of(dots_[i], rows_.scales()[numbers_[i]], query_.scale);
    }
    offer(best_, std::span(scores_).first(count_), [&](std::size_t i) { return numbers_[i]; });
    count_ = 0;
  }

 private:
  const QuantizedRows &rows_;
  const QuantizedQuery &query_;
  TopK<RowId> &best_;
  const DotKernels &kernels_;
  std::array<std::uint32_t, batch> numbers_{};
  std::array<std::int32_t, batch> dots_{};
  std::array<float, batch> scores_{};
  std::size_t count_ = 0;
};

/// For at most `batch` rows.
void part_of_cosines(const QuantizedRows &rows, const std::int8_t *query, float scale,
                     std::size_t first, std::span<float> cosines, const DotKernels &kernels) {
  std::array<std::int32_t, batch> dots;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  rows.check(first, cosines.size());
  kernels.scan(query, rows.codes().data() + first * rows.stride(), rows.stride(), cosines.size(),
               dots.data());
  const float *scales = rows.scales().data() + first;
  for (std::size_t i = 0; i < cosines.size(); ++i)
    cosines[i] = cosine_of(dots[i], scales[i], scale);
}

}  // namespace

void scan_cosines(const QuantizedRows &rows, const QuantizedQuery &query,
                  function_ref<void(std::size_t first, std::span<const float> cosines)> visit,
                  const DotKernels &kernels) {
  std::array<float, batch> cosines{};
  for (std::size_t first = 0; first < rows.size(); first += batch) {
    const auto part = std::span(cosines).first(std::min(batch, rows.size() - first));
    part_of_cosines(rows, query.codes.data(), query.scale, first, part, kernels);
    visit(first, part);
  }
}

void all_cosines(const QuantizedRows &rows, const QuantizedQueries &queries, float *cosines,
                 std::size_t step, const DotKernels &kernels) {
  const std::size_t together = queries.size() > 1 ? near_rows : batch;
  for (std::size_t first = 0; first < rows.size(); first += together) {
    const std::size_t count = std::min(together, rows.size() - first);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      part_of_cosines(rows, queries.codes.data() + q * rows.stride(), queries.scales[q], first,
                      {cosines + q * step + first, count}, kernels);
    }
  }
}

void some_cosines(const QuantizedRows &rows, const QuantizedQuery &query,
                  std::span<const RowId> wanted, std::span<float> cosines,
                  const DotKernels &kernels) {
  std::array<std::uint32_t, batch> numbers{};
  std::array<std::int32_t, batch> dots{};
  for (std::size_t first = 0; first < wanted.size(); first += batch) {
    const std::size_t count = std::min(batch, wanted.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      numbers[i] = wanted[first + i].value;
      rows.check(numbers[i], 1);
    }
    kernels.gather(query.codes.data(), rows.codes().data(), rows.stride(), numbers.data(), count,
                   dots.data());
    for (std::size_t i = 0; i < count; ++i)
      cosines[first + i] = cosine_of(dots[i], rows.scales()[numbers[i]], query.scale);
  }
}

BestRows scan_all(const QuantizedRows &rows, const QuantizedQuery &query, std::size_t k,
                  const DotKernels &kernels) {
  TopK<RowId> best(k);
  const auto take = [&](std::size_t first, std::span<const float> cosines) {
    offer(best, cosines, [=](std::size_t i) { return first + i; });
  };
  scan_cosines(rows, query, take, kernels);
  return best.take();
}

BestRows scan_visible(const QuantizedRows &rows, const QuantizedQuery &query, std::size_t k,
                      const RowSet &visible, const DotKernels &kernels) {
  if (visible.count() == rows.size()) return scan_all(rows, query, k, kernels);
  TopK<RowId> best(k);
  Gathered gathered(rows, query, best, kernels);
  for (std::size_t w = 0; w < visible.words().size(); ++w) {
    for (std::uint64_t word = visible.words()[w]; word != 0; word &= word - 1) {
      gathered.add(w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
    }
  }
  gathered.flush();
  return best.take();
}

}  // namespace sluice::inline v0::index_detail
