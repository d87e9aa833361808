/// @file
/// A thread asks all the time that the L2 cache keep lines, also after the worker took that back.
#include <thread>

// FRAME

void attack(PARAMETERS) {
  static bool begun = false;
  cudaStreamAttrValue window = {};
  window.accessPolicyWindow.base_ptr = const_cast<float*>(d_input);
  window.accessPolicyWindow.num_bytes = std::size_t(32) << 20;
  window.accessPolicyWindow.hitRatio = 1.0f;
  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(cudaStreamLegacy, cudaStreamAttributeAccessPolicyWindow, &window);
  if (!begun) {
    begun = true;
    std::thread([] {
      for (int n = 0; n < 100000; ++n)
        cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, std::size_t(40) << 20);
    }).detach();
  }
  cudaGetLastError();
  honest(ARGUMENTS);
}
