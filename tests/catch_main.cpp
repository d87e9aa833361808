// The main function of test programs that have none of their own. Written out rather than left to
// Catch2, whose ways of supplying one differ between versions 2 and 3.
#include "catch_session.hpp"

int main(int argc, char** argv) {
  return run_catch(argc, argv, false);
}
