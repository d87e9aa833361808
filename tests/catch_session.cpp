#include "catch_session.hpp"

#define CATCH_CONFIG_RUNNER
#include "catch.hpp"

int run_catch(int argc, char** argv, bool in_order) {
  Catch::Session session;
#if CATCH_VERSION_MAJOR >= 3
  if (in_order) session.configData().runOrder = Catch::TestRunOrder::Declared;
#else
  if (in_order) session.configData().runOrder = Catch::RunTests::InDeclarationOrder;
#endif
  return session.run(argc, argv);
}
