/// @file
/// Sleeps before it queues its work, while the device has nothing to do.
// FRAME

void attack(PARAMETERS) {
  pause(300);
  honest(ARGUMENTS);
}
