// refused: 2:10: error: the simulator has no NPP (<nppi.h>): write the filter as a kernel
#include <nppi.h>

int main() {
  return nppGetStreamContext(nullptr);
}
