// expect: error cudaSuccess
// notes: any
// Kernels of two streams use one buffer, and nothing orders them, whatever was meant to.
#include "stream_race.hpp"

int main() {
  Streams s;
  fill<<<1, kCount, 0, s.a>>>(s.x);
  fill<<<1, kCount, 0, s.b>>>(s.x);  // finds: stream_race
  s.settle();
  fill<<<1, kCount, 0, s.a>>>(s.x);
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  copy<<<1, kCount, 0, s.a>>>(s.x, s.y);
  fill<<<1, kCount, 0, s.b>>>(s.x);  // finds: stream_race
  s.settle();
  fill<<<1, kCount, 0, s.a>>>(s.x);
  copy<<<1, kCount, 0, s.alone>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  // The default stream neither waits for a non-blocking one nor is waited for by it.
  fill<<<1, kCount>>>(s.x);
  copy<<<1, kCount, 0, s.alone>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  fill<<<1, kCount, 0, s.alone>>>(s.x);
  copy<<<1, kCount>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  fill<<<1, kCount, 0, cudaStreamPerThread>>>(s.x);
  copy<<<1, kCount, 0, s.alone>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  // The event is recorded before the work that is meant.
  cudaEventRecord(s.event, s.a);
  fill<<<1, kCount, 0, s.a>>>(s.x);
  cudaStreamWaitEvent(s.b, s.event);
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  // A third stream waits.
  fill<<<1, kCount, 0, s.a>>>(s.x);
  cudaEventRecord(s.event, s.a);
  cudaStreamWaitEvent(s.alone, s.event);
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  // The event is recorded in the stream that waits for it.
  fill<<<1, kCount, 0, s.a>>>(s.x);
  cudaEventRecord(s.event, s.b);
  cudaStreamWaitEvent(s.b, s.event);
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  // An event that was never recorded is not waited for.
  fill<<<1, kCount, 0, s.a>>>(s.x);
  cudaStreamWaitEvent(s.b, s.other);
  cudaEventRecord(s.other, s.a);
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  // What the host has waited for is another stream's.
  fill<<<1, kCount, 0, s.a>>>(s.x);
  cudaStreamSynchronize(s.alone);
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);  // finds: stream_race
  return report(cudaDeviceSynchronize());
}
