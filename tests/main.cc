#include <gmock/gmock.h>

#include <cstdlib>

int main(int argc, char** argv) {
  // Properties are tried on the same random values every time, unless RC_PARAMS is set, as by
  // `make test-random`.
  setenv("RC_PARAMS", "seed=1", 0);
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
