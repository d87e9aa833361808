/// @file
/// Calls a function of the driver.
extern "C" int cuCtxSynchronize();

// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  cuCtxSynchronize();
}
