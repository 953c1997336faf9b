/// A user of the wing store alone: a store that is not there is an error that names its server.

#include <sluice/core/error.hpp>
#include <sluice/store/catalog_store.hpp>
#include <sluice/store/store_url.hpp>

#include <cstdio>
#include <string>

int main() {
  try {
    const auto url = sluice::parse_store_url("opensearch+http://127.0.0.1:1/wings");
    sluice::open_store(url)->state();
  } catch (const sluice::Error &error) {
    std::puts(error.what());
    return std::string(error.what()).find("127.0.0.1:1") == std::string::npos ? 1 : 0;
  }
  return 1;
}
