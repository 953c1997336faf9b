/// A store on a real cluster.

#include "sluice/store/opensearch_store.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include "store/store_contract.hpp"
#include "support/support.hpp"

namespace sluice {

TEST_CASE("a store in OpenSearch answers as the index in process") {
  const char *hosts = std::getenv("SLUICE_OPENSEARCH_HOSTS");
  if (hosts == nullptr) return test::skip("no OpenSearch");
  const auto url = [&](const char *space) {
    return parse_store_url("opensearch+http://" + std::string(hosts) + "/" + space);
  };
  test::check_following(open_store(url("following")));
  test::check_changes(open_store(url("changes")));
  test::check_nasty_names(open_store(url("nasty")));
}

}  // namespace sluice
