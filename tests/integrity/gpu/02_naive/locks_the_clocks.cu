/// @file
/// Sets the card's clocks by its management library.
extern "C" int nvmlInit_v2();
extern "C" int nvmlDeviceGetHandleByIndex_v2(unsigned, void**);
extern "C" int nvmlDeviceSetGpuLockedClocks(void*, unsigned, unsigned);

// FRAME

void attack(PARAMETERS) {
  void* card = nullptr;
  honest(ARGUMENTS);
  if (nvmlInit_v2() == 0 && nvmlDeviceGetHandleByIndex_v2(0, &card) == 0)
    nvmlDeviceSetGpuLockedClocks(card, 300, 300);
}
