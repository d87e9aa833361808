// The main function of every test program. Written out rather than left to Catch2, whose ways of
// supplying one differ between versions 2 and 3.
#define CATCH_CONFIG_RUNNER
#include "catch.hpp"

int main(int argc, char** argv) {
  return Catch::Session().run(argc, argv);
}
