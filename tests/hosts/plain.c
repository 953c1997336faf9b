/* The smallest host: loads, asks, judges, and checks that nothing is printed and nothing leaks. */

#include "host.h"

int main(int argc, char **argv) {
  sluice_catalog *catalog = NULL;
  sluice_retriever *retriever = NULL;
  sluice_subset *subset = NULL;
  if (argc < 3) return 2;
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(argv[1], SLUICE_NUL, NULL, &catalog, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, NULL, &retriever, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retrieve(retriever, "asking rent by city", SLUICE_NUL, NULL, NULL,
                                         &subset, &error));
  HOST_CHECK(sluice_subset_size(subset) > 0);
  sluice_subset_free(subset);
  sluice_retriever_release(retriever);
  sluice_catalog_release(catalog);
  return host_failures == 0 ? 0 : 1;
}
