// expect: error cudaSuccess
// notes: any
// says: nothing orders the two: the second waits for the 2nd that the first's line queues, and this
// is the 3rd: wait for an event recorded after that one Each copy waits for the kernel of the round
// before its own.
#include "stream_race.hpp"

int main() {
  Streams s;
  constexpr int kRounds = 3;
  cudaEvent_t filled[kRounds];
  for (cudaEvent_t& event : filled) cudaEventCreate(&event);
  for (int round = 0; round < kRounds; ++round) {
    fill<<<1, kCount / kRounds, 0, s.a>>>(s.x + round * (kCount / kRounds));
    cudaEventRecord(filled[round], s.a);
  }
  cudaStreamWaitEvent(s.b, filled[kRounds - 2]);
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  for (cudaEvent_t& event : filled) cudaEventDestroy(event);
  return report(cudaSuccess);
}
