// A host with its own Eigen, compiled for newer processors than the library: training in the
// library uses the library's Eigen, not the host's.

#include <Eigen/Dense>

#include <cstdio>
#include <exception>

#include "host.h"
#include "sluice/benchmark/table_encoder.hpp"
#include "sluice/embed/static_embedder.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/load.hpp"

int main(int argc, char **argv) try {
  if (argc < 3) return 2;
#if defined(__AVX2__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
    std::puts("test skipped: this processor has no AVX2");
    return 0;
  }
#endif
  const Eigen::MatrixXf random = Eigen::MatrixXf::Random(33, 33);
  const Eigen::MatrixXf product = random * random.transpose();
  HOST_CHECK(product.trace() > 0);

  const auto catalog = sluice::Catalog::make(sluice::load(argv[1]));
  const sluice::TableEncoder encoder =
      sluice::TableEncoder::train(catalog, sluice::StaticEmbedder::shipped(), {});
  HOST_CHECK(!encoder.scores("asking rent by city").empty());
  return host_failures == 0 ? 0 : 1;
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
