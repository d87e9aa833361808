/// @file
/// Asks the L2 cache to keep the input through the flush.
// FRAME

void attack(PARAMETERS) {
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, std::size_t(40) << 20);
  cudaStreamAttrValue window = {};
  window.accessPolicyWindow.base_ptr = const_cast<float*>(d_input);
  window.accessPolicyWindow.num_bytes = std::size_t(32) << 20;
  window.accessPolicyWindow.hitRatio = 1.0f;
  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(cudaStreamLegacy, cudaStreamAttributeAccessPolicyWindow, &window);
  cudaGetLastError();
  honest(ARGUMENTS);
}
