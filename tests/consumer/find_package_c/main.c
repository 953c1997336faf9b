#include <sluice.h>
#include <stdio.h>

int main(void) {
  printf("sluice ABI %d\n", SLUICE_ABI_VERSION);
  return 0;
}
