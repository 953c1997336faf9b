#include <cstdio>

#include "sluice/core/version.hpp"

int main() {
  std::printf("sluice %.*s\n", static_cast<int>(sluice::version.size()), sluice::version.data());
}
