// C++ objects in managed memory: by pointer and by reference to kernels, with lists and variables.
#include <cstring>
#include <new>

#include "program.hpp"

class Managed {
 public:
  void* operator new(size_t len) {
    void* ptr;
    if (cudaMallocManaged(&ptr, len) != cudaSuccess) throw std::bad_alloc();
    cudaDeviceSynchronize();
    return ptr;
  }
  void operator delete(void* ptr) {
    cudaDeviceSynchronize();
    cudaFree(ptr);
  }
};

class String : public Managed {
  int length;
  char* data;

 public:
  String() : length(0), data(nullptr) {}
  String(const char* s) : length(0), data(nullptr) {
    _realloc(strlen(s));
    memcpy(data, s, length + 1);
  }
  String(const String& s) : length(0), data(nullptr) {
    _realloc(s.length);
    memcpy(data, s.data, length + 1);
  }
  ~String() { cudaFree(data); }
  String& operator=(const char* s) {
    _realloc(strlen(s));
    memcpy(data, s, length + 1);
    return *this;
  }
  __host__ __device__ char& operator[](int pos) { return data[pos]; }
  __host__ __device__ int size() const { return length; }
  __host__ __device__ const char* c_str() const { return data; }

 private:
  void _realloc(int len) {
    cudaFree(data);
    length = len;
    cudaMallocManaged(&data, length + 1);
  }
};

struct dataElem : public Managed {
  int key;
  int value;
  String name;
};

struct Node : public Managed {
  int value;
  Node* next;
  Node(int v, Node* n) : value(v), next(n) {}
};

__device__ __managed__ int total;
__managed__ int lengths[4];

__global__ void Kernel_by_pointer(dataElem* elem) {
  elem->name[0] = 'd';
  elem->value++;
}
__global__ void Kernel_by_ref(dataElem& elem) {
  elem.name[elem.name.size() - 1] = '!';
  elem.value *= 2;
}
__global__ void sum_list(const Node* head) {
  int n = 0;
  for (const Node* p = head; p; p = p->next, ++n) total += p->value;
  lengths[0] = n;
}
__global__ void upper(String* names, int count) {
  int i = threadIdx.x;
  if (i >= count) return;
  String& s = names[i];
  for (int k = 0; k < s.size(); ++k)
    if (s[k] >= 'a' && s[k] <= 'z') s[k] -= 'a' - 'A';
  atomicAdd(&total, s.size());
}

int main() {
  dataElem* e = new dataElem;
  e->key = 10;
  e->value = 20;
  e->name = "hello";
  Kernel_by_pointer<<<1, 1>>>(e);
  cudaDeviceSynchronize();
  Kernel_by_ref<<<1, 1>>>(*e);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  bool ok = !strcmp(e->name.c_str(), "dell!") && e->value == 42 && e->key == 10;
  delete e;

  Node* head = nullptr;
  for (int i = 1; i <= 20; ++i) head = new Node(i, head);
  total = 0;
  sum_list<<<1, 1>>>(head);
  cudaError_t err = cudaDeviceSynchronize();
  ok = ok && err == cudaSuccess && total == 210 && lengths[0] == 20;
  while (head) {
    Node* next = head->next;
    delete head;
    head = next;
  }

  void* raw;
  cudaMallocManaged(&raw, 3 * sizeof(String), cudaMemAttachGlobal);
  String* names = static_cast<String*>(raw);
  const char* words[] = {"shared", "texture", "Constant"};
  for (int i = 0; i < 3; ++i) ::new (&names[i]) String(words[i]);
  upper<<<1, 32>>>(names, 3);
  if ((err = cudaDeviceSynchronize()) != cudaSuccess) {
    printf("%s\n", cudaGetErrorString(err));
    return 3;
  }
  ok = ok && !strcmp(names[1].c_str(), "TEXTURE") && !strcmp(names[2].c_str(), "CONSTANT") &&
       total == 210 + 21;
  for (int i = 0; i < 3; ++i) names[i].~String();
  cudaFree(raw);
  EXPECT(ok);
  return finish();
}
