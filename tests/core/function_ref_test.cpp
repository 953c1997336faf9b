#include "sluice/core/function_ref.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

using namespace sluice;

namespace {

int twice(int number) { return 2 * number; }
int thrice(int number) noexcept { return 3 * number; }

int apply(function_ref<int(int)> function, int number) { return function(number); }

struct Counter {
  int calls = 0;
  int operator()(int number) { return number + ++calls; }
};

struct Overloaded {
  int operator()(int) { return 1; }
  int operator()(int) const { return 2; }
};

struct Member {
  int value = 7;
};

}  // namespace

TEST_CASE("a lambda is called with its captures") {
  int sum = 0;
  const auto add = [&sum](int number) { return sum += number; };
  CHECK(apply(add, 3) == 3);
  CHECK(apply(add, 4) == 7);
  CHECK(apply([](int number) { return -number; }, 5) == -5);
}

TEST_CASE("a mutable callable is referred to, not copied") {
  Counter counter;
  CHECK(apply(counter, 10) == 11);
  CHECK(apply(counter, 10) == 12);
  CHECK(counter.calls == 2);
  auto mutable_lambda = [n = 0](int) mutable { return ++n; };
  CHECK(apply(mutable_lambda, 0) == 1);
  CHECK(apply(mutable_lambda, 0) == 2);
}

TEST_CASE("a const callable is called as const") {
  Overloaded changeable;
  const Overloaded constant;
  CHECK(apply(changeable, 0) == 1);
  CHECK(apply(constant, 0) == 2);
}

TEST_CASE("a function is called both by name and through a pointer") {
  CHECK(apply(twice, 21) == 42);
  CHECK(apply(&twice, 21) == 42);
  CHECK(apply(thrice, 2) == 6);
  int (*pointer)(int) = twice;
  CHECK(apply(pointer, 1) == 2);
  int (*const constant)(int) = &thrice;
  CHECK(apply(constant, 1) == 3);
}

TEST_CASE("a pointer to a function need not outlive the reference") {
  const auto made = [] {
    int (*pointer)(int) = twice;
    function_ref<int(int)> function = pointer;
    pointer = nullptr;
    return function;
  }();
  CHECK(made(4) == 8);
}

TEST_CASE("a copy refers to the same callable") {
  Counter counter;
  const function_ref<int(int)> first = counter;
  const function_ref<int(int)> copy = first;  // NOLINT(performance-unnecessary-copy-initialization)
  CHECK(copy(0) == 1);
  CHECK(first(0) == 2);
  function_ref<int(int)> other = twice;
  other = copy;
  CHECK(other(0) == 3);
}

TEST_CASE("arguments are perfectly forwarded") {
  const auto take = [](std::unique_ptr<int> number) { return *number; };
  function_ref<int(std::unique_ptr<int>)> by_value = take;
  CHECK(by_value(std::make_unique<int>(5)) == 5);

  std::string text = "a";
  const auto append = [](std::string &target) { target += 'b'; };
  function_ref<void(std::string &)> by_reference = append;
  by_reference(text);
  CHECK(text == "ab");
}

TEST_CASE("a result is converted, or dropped if the signature returns void") {
  const auto number = [] { return 3; };
  function_ref<double()> as_double = number;
  CHECK(as_double() == 3.0);
  int calls = 0;
  const auto count = [&calls] { return ++calls; };
  function_ref<void()> dropped = count;
  dropped();
  CHECK(calls == 1);
}

TEST_CASE("a result may be a reference") {
  Member member;
  const auto get = [&member]() -> int & { return member.value; };
  function_ref<int &()> reference = get;
  reference() = 9;
  CHECK(member.value == 9);
}

TEST_CASE("a callable with another signature is not accepted") {
  static_assert(std::is_constructible_v<function_ref<int(int)>, int (*)(int)>);
  static_assert(!std::is_constructible_v<function_ref<int(int)>, int>);
  static_assert(!std::is_constructible_v<function_ref<int(int)>, std::string (*)(int)>);
  static_assert(!std::is_constructible_v<function_ref<int(int)>, int (*)()>);
  static_assert(!std::is_constructible_v<function_ref<int(const Member &)>, int Member::*>);
  static_assert(!std::is_default_constructible_v<function_ref<int()>>);
  static_assert(std::is_trivially_copyable_v<function_ref<int(int)>>);
  static_assert(sizeof(function_ref<int(int)>) == 2 * sizeof(void *));
}
