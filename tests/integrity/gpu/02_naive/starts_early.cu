/// @file
/// Asks that its kernel may begin before what was queued before it has ended.
// FRAME

void attack(PARAMETERS) {
  cudaLaunchConfig_t how{};
  how.blockDim = block;
  how.gridDim = dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  how.stream = stream;
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  how.attrs = &early;
  how.numAttrs = 1;
  if (cudaLaunchKernelEx(&how, convolve_naive, d_input, d_output, width, height, d_filter,
                         filter_width, border) == cudaSuccess)
    return;
  cudaGetLastError();
  honest(ARGUMENTS);
}
