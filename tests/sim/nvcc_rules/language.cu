#include <atomic>
#include <bit>
#include <complex>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <tuple>
#include <typeinfo>
#include <utility>
struct Image {
  int width, height;
  const float* data;
  __device__ float at(int x, int y) const { return data[y * width + x]; }
};
struct HostImage {
  int width, height;
  float* data;
  float& at(int x, int y) { return data[y * width + x]; }
};
struct Resource {
  int* p;
  Resource() : p(nullptr) {}
  ~Resource() { delete p; }
};
struct Shape {
  __device__ virtual int area() const { return 0; }
};
struct Square : Shape {
  int side;
  __device__ int area() const override { return side * side; }
};
// --- refused: kernel returns a value
__global__ int k(int* p) {
  return p[0];
}
// --- refused: kernel returns auto
__global__ auto k(int* p) {
  p[0] = 1;
}
// --- refused: kernel is a static member
struct S {
  __global__ static void k(int* p) { p[0] = 1; }
};
// --- refused: kernel is a member
struct S {
  __global__ void k(int* p) { p[0] = 1; }
};
// --- taken: kernel in a namespace
namespace n {
__global__ void k(int* p) {
  p[0] = 1;
}
}  // namespace n
void run(int* p) {
  n::k<<<1, 1>>>(p);
}
// --- taken: kernel in an unnamed namespace
namespace {
__global__ void k(int* p) {
  p[0] = 1;
}
}  // namespace
void run(int* p) {
  k<<<1, 1>>>(p);
}
// --- taken: static kernel
static __global__ void k(int* p) {
  p[0] = 1;
}
void run(int* p) {
  k<<<1, 1>>>(p);
}
// --- c++: kernel that is also device
__global__ __device__ void k(int* p) {
  p[0] = 1;
}
// --- c++: kernel with a variadic list
__global__ void k(int* p, ...) {
  p[0] = 1;
}
// --- taken: kernel with a parameter pack
template <typename... T>
__global__ void k(int* p, T... t) {
  p[0] = int(sizeof...(t));
}
void run(int* p) {
  k<<<1, 1>>>(p, 1, 2.0f);
}
// --- taken: kernel with a default argument
__global__ void k(int* p, int n = 3) {
  p[0] = n;
}
void run(int* p) {
  k<<<1, 1>>>(p);
}
// --- taken: kernel takes a struct
__global__ void k(Image image, float* p) {
  p[0] = image.at(1, 2);
}
// --- taken: kernel takes a struct with a host destructor
__global__ void k(Resource r, int* p) {
  p[0] = 1;
}
// --- taken: kernel takes 5000 bytes
struct Large {
  char bytes[5000];
};
__global__ void k(Large l, int* p) {
  p[0] = l.bytes[3];
}
// --- refused: kernel takes an rvalue reference
__global__ void k(int&& a) {}
// --- refused: kernel takes std::initializer_list
__global__ void k(std::initializer_list<int> l) {}
// --- taken: kernel takes an array parameter
__global__ void k(float a[3]) {
  a[0] = 1;
}
// --- taken: inline kernel
inline __global__ void k(int* p) {
  p[0] = 1;
}
// --- refused: constexpr kernel
__global__ constexpr void k(int* p) {
  p[0] = 1;
}
// --- refused: kernel template with a local type
template <typename T>
__global__ void k(T t, int* p) {
  p[0] = 1;
}
void run(int* p) {
  struct Local {
    int a;
  };
  k<<<1, 1>>>(Local{1}, p);
}
// --- taken: kernel template with a type of the unnamed namespace
namespace {
struct Hidden {
  int a;
};
}  // namespace
template <typename T>
__global__ void k(T t, int* p) {
  p[0] = 1;
}
void run(int* p) {
  k<<<1, 1>>>(Hidden{1}, p);
}
// --- missed: kernel template with a private type
template <typename T>
__global__ void k(T t, int* p) {
  p[0] = 1;
}
class Owner {
  struct Private {
    int a;
  };

 public:
  static void run(int* p) { k<<<1, 1>>>(Private{1}, p); }
};
// --- taken: kernel as a friend
class Owner {
  friend __global__ void k(Owner* o);
  int a;
};
// --- refused: operator() as a kernel
struct S {
  __global__ void operator()(int* p) { p[0] = 1; }
};
// --- taken: two launch bounds
__global__ void __launch_bounds__(256) k(int* p) {
  p[0] = 1;
}
__global__ void __launch_bounds__(256, 2) m(int* p) {
  p[0] = 1;
}
// --- taken: void lambda returns in a kernel
__global__ void k(int* p) {
  auto f = [](int a) -> int { return a; };
  p[0] = f(1);
  return;
}
// --- refused: throw in a kernel
__global__ void k(int* p) {
  if (p[0] < 0) throw std::runtime_error("negative");
}
// --- refused: throw in a device function
__device__ void f(int a) {
  if (a < 0) throw 1;
}
// --- refused: try in a kernel
__global__ void k(int* p) {
  try {
    p[0] = 1;
  } catch (...) {
    p[0] = 2;
  }
}
// --- taken: throw on the host
void f(int a) {
  if (a < 0) throw std::runtime_error("negative");
}
// --- refused: throw in a both function
__host__ __device__ void f(int a) {
  if (a < 0) throw 1;
}
// --- refused: noexcept device function
__device__ int f(int a) noexcept {
  return a;
}
__global__ void k(int* p) noexcept {
  p[0] = f(1);
}
// --- refused: std::cout in a kernel
__global__ void k(int* p) {
  std::cout << p[0];
}
// --- taken: std::cout on the host
void f(int a) {
  std::cout << a << '\n';
}
// --- refused: std::cerr in a device function
__device__ void f(int a) {
  std::cerr << a << std::endl;
}
// --- taken: new and delete in a kernel
__global__ void k(int* p) {
  int* a = new int[4];
  a[0] = 1;
  p[0] = a[0];
  delete[] a;
}
// --- refused: std::unique_ptr in a kernel
__global__ void k(int* p) {
  std::unique_ptr<int> a(new int(3));
  p[0] = *a;
}
// --- refused: dynamic_cast in a kernel
__global__ void k(Shape* s, int* p) {
  p[0] = dynamic_cast<Square*>(s) != nullptr;
}
// --- refused: typeid in a kernel
__global__ void k(Shape* s, bool* p) {
  p[0] = typeid(*s) == typeid(Square);
}
// --- taken: virtual function in a kernel
__global__ void k(int* p) {
  Square s;
  s.side = 3;
  const Shape& b = s;
  p[0] = b.area();
}
// --- taken: range-for over an initializer list
__global__ void k(int* p) {
  for (int i : {0, 1, 2}) p[i] = i;
}
// --- taken: range-for over a local array
__global__ void k(int* p) {
  int a[3] = {1, 2, 3};
  int sum = 0;
  for (int v : a) sum += v;
  p[0] = sum;
}
// --- refused: range-for over std::span
__global__ void k(std::span<int> s, int* p) {
  for (int v : s) p[0] += v;
}
// --- refused: std::span indexed in a kernel
__global__ void k(std::span<int> s, int* p) {
  p[0] = s[1];
}
// --- taken: structured binding in a kernel
struct Pair {
  int a, b;
};
__device__ Pair make() {
  return {1, 2};
}
__global__ void k(int* p) {
  auto [a, b] = make();
  p[0] = a + b;
}
// --- refused: std::pair in a kernel
__global__ void k(int* p) {
  std::pair<int, int> q(1, 2);
  p[0] = q.first;
}
// --- refused: std::pair braces in a kernel
__global__ void k(int* p) {
  std::pair<int, int> q{1, 2};
  p[0] = q.first;
}
// --- refused: std::tuple in a kernel
__global__ void k(int* p) {
  std::tuple<int, float> t(1, 2.0f);
  p[0] = std::get<0>(t);
}
// --- refused: std::optional in a kernel
__global__ void k(int* p) {
  std::optional<int> o;
  p[0] = o.has_value();
}
// --- refused: std::complex in a kernel
__global__ void k(float* p) {
  std::complex<float> z(p[0], p[1]);
  p[2] = z.real();
}
// --- refused: std::complex product in a kernel
__global__ void k(std::complex<float>* z) {
  z[0] = z[1] * z[2];
}
// --- refused: std::function in a kernel
__global__ void k(std::function<int(int)> f, int* p) {
  p[0] = f(1);
}
// --- refused: std::string_view in a kernel
__global__ void k(int* p) {
  std::string_view s = "abc";
  p[0] = int(s.size());
}
// --- refused: std::atomic in a kernel
__global__ void k(std::atomic<int>* a) {
  a->fetch_add(1);
}
// --- refused: std::mutex in a kernel
__global__ void k(std::mutex* m) {
  m->lock();
}
// --- refused: std::thread in a kernel
__global__ void k(int* p) {
  std::thread t([] {});
  t.join();
}
// --- refused: std::bit_cast in a kernel
__global__ void k(float* p, unsigned* q) {
  q[0] = std::bit_cast<unsigned>(p[0]);
}
// --- refused: std::popcount in a kernel
__global__ void k(unsigned* q) {
  q[0] = std::popcount(q[1]);
}
// --- refused: std::plus in a kernel
__global__ void k(int* p) {
  p[0] = std::plus<int>()(p[0], p[1]);
}
// --- taken: own plus in a kernel
struct Plus {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
__global__ void k(int* p) {
  p[0] = Plus()(p[0], p[1]);
}
// --- taken: std::integral_constant in a kernel
__global__ void k(int* p) {
  p[0] = std::integral_constant<int, 3>::value;
}
// --- taken: std::is_same_v in a kernel
template <typename T>
__global__ void k(T* p) {
  if constexpr (std::is_same_v<T, float>)
    p[0] = 1;
  else
    p[0] = 2;
}
void run(int* p) {
  k<<<1, 1>>>(p);
}
// --- taken: std::is_same value in a kernel
template <typename T>
__global__ void k(T* p) {
  p[0] = std::is_same<T, float>::value ? 1 : 2;
}
void run(int* p) {
  k<<<1, 1>>>(p);
}
// --- taken: std::conditional_t in a kernel
__global__ void k(int* p) {
  std::conditional_t<true, int, float> a = p[1];
  p[0] = a;
}
// --- taken: std::uint32_t and size_t in a kernel
__global__ void k(std::uint32_t* p, std::size_t n) {
  p[n] = std::uint32_t(n);
}
// --- taken: std::declval in a kernel
__global__ void k(int* p) {
  decltype(std::declval<int>() + 1.0f) a = 2;
  p[0] = int(a);
}
// --- refused: host constructor in a kernel
struct Box {
  int a;
  Box(int b) : a(b) {}
};
__global__ void k(int* p) {
  Box b(3);
  p[0] = b.a;
}
// --- taken: device constructor in a kernel
struct Box {
  int a;
  __device__ Box(int b) : a(b) {}
};
__global__ void k(int* p) {
  Box b(3);
  p[0] = b.a;
}
// --- refused: constexpr constructor in a kernel
struct Box {
  int a;
  constexpr Box(int b) : a(b) {}
};
__global__ void k(int* p) {
  Box b(3);
  p[0] = b.a;
}
// --- taken: defaulted constructor in a kernel
struct Box {
  int a = 3;
  Box() = default;
};
__global__ void k(int* p) {
  Box b;
  p[0] = b.a;
}
// --- taken: aggregate in a kernel
struct Box {
  int a;
  float b = 2;
};
__global__ void k(int* p) {
  Box b{.a = 3};
  p[0] = b.a;
}
// --- refused: device constructor on the host
struct Box {
  int a;
  __device__ Box(int b) : a(b) {}
};
int f() {
  Box b(3);
  return b.a;
}
// --- taken: both constructor on both sides
struct Box {
  int a;
  __host__ __device__ Box(int b) : a(b) {}
};
int f() {
  Box b(3);
  return b.a;
}
__global__ void k(int* p) {
  Box b(3);
  p[0] = b.a;
}
// --- refused: host destructor in a kernel
struct Guard {
  ~Guard() {}
};
__global__ void k(int* p) {
  Guard g;
  p[0] = 1;
}
// --- taken: device destructor in a kernel
struct Guard {
  int* p;
  __device__ ~Guard() { *p = 1; }
};
__global__ void k(int* p) {
  Guard g{p};
}
// --- refused: host operator in a kernel
struct Vec {
  float x, y;
};
Vec operator+(Vec a, Vec b) {
  return {a.x + b.x, a.y + b.y};
}
__global__ void k(Vec* v) {
  v[0] = v[1] + v[2];
}
// --- taken: device operator in a kernel
struct Vec {
  float x, y;
};
__device__ Vec operator+(Vec a, Vec b) {
  return {a.x + b.x, a.y + b.y};
}
__global__ void k(Vec* v) {
  v[0] = v[1] + v[2];
}
// --- refused: device operator on the host
struct Vec {
  float x, y;
};
__device__ Vec operator+(Vec a, Vec b) {
  return {a.x + b.x, a.y + b.y};
}
Vec f(Vec a) {
  return a + a;
}
// --- refused: host conversion in a kernel
struct Meters {
  float v;
  operator float() const { return v; }
};
__global__ void k(Meters m, float* p) {
  p[0] = m;
}
// --- refused: host operator[] in a kernel
struct Row {
  float* p;
  float& operator[](int i) { return p[i]; }
};
__global__ void k(Row r) {
  r[0] = 1;
}
// --- refused: host method by reference in a kernel
__global__ void k(HostImage image) {
  image.at(1, 2) = 3;
}
// --- refused: host static method in a kernel
struct Index {
  static int of(int x, int y) { return y * 8 + x; }
};
__global__ void k(int* p) {
  p[0] = Index::of(1, 2);
}
// --- refused: host method of a class template
template <typename T>
struct Wrap {
  T v;
  T get() const { return v; }
};
__global__ void k(Wrap<int> w, int* p) {
  p[0] = w.get();
}
// --- taken: defaulted comparison in a kernel
struct Key {
  int a;
  bool operator==(const Key&) const = default;
};
__global__ void k(Key x, Key y, int* p) {
  p[0] = x == y;
}
// --- refused: inherited host method in a kernel
struct Base {
  int v;
  int get() const { return v; }
};
struct Derived : Base {};
__global__ void k(Derived d, int* p) {
  p[0] = d.get();
}
// --- refused: base with a host constructor in a kernel
struct Base {
  int v;
  Base() : v(1) {}
};
struct Derived : Base {};
__global__ void k(int* p) {
  Derived d;
  p[0] = d.v;
}
// --- refused: member with a host constructor in a kernel
struct Inner {
  int v;
  Inner() : v(1) {}
};
struct Outer {
  Inner inner;
};
__global__ void k(int* p) {
  Outer o;
  p[0] = o.inner.v;
}
// --- missed: member initialised by a host function
int start() {
  return 3;
}
struct Outer {
  int v = start();
};
__global__ void k(int* p) {
  Outer o;
  p[0] = o.v;
}
// --- refused: user literal of the host in a kernel
constexpr float operator""_px(long double v) {
  return float(v);
}
__global__ void k(float* p) {
  p[0] = 3.0_px;
}
// --- taken: concept in a kernel template
template <typename T>
concept Small = sizeof(T) <= 4;
template <Small T>
__global__ void k(T* p) {
  p[0] = T(1);
}
void run(int* p) {
  k<<<1, 1>>>(p);
}
// --- taken: consteval function in a kernel
consteval int four() {
  return 4;
}
__global__ void k(int* p) {
  p[0] = four();
}
// --- taken: device consteval function in a kernel
__device__ consteval int four() {
  return 4;
}
__global__ void k(int* p) {
  p[0] = four();
}
// --- taken: constinit device variable
constinit __device__ int v = 3;
__global__ void k(int* p) {
  p[0] = v;
}
// --- taken: goto in a kernel
__global__ void k(int* p) {
  int i = 0;
again:
  p[i] = i;
  if (++i < 4) goto again;
}
// --- taken: switch in a kernel
__global__ void k(int* p) {
  switch (p[0]) {
    case 0:
      p[1] = 1;
      break;
    default:
      p[1] = 2;
  }
}
// --- taken: union in a kernel
union Bits {
  float f;
  unsigned u;
};
__global__ void k(float* p, unsigned* q) {
  Bits b;
  b.f = p[0];
  q[0] = b.u;
}
// --- taken: bit field in a kernel
struct Flags {
  unsigned a : 3, b : 5;
};
__global__ void k(Flags* f) {
  f->a = 3;
}
// --- taken: float4 in a kernel
__global__ void k(float4* p) {
  float4 v = p[0];
  v.x += 1;
  p[1] = make_float4(v.x, v.y, v.z, v.w);
}
// --- c++: float4 sum without an operator
__global__ void k(float4* p) {
  p[0] = p[1] + p[2];
}
// --- c++: float4 product by a scalar
__global__ void k(float4* p) {
  p[0] = p[1] * 2.0f;
}
// --- taken: long double in a kernel
__global__ void k(double* p) {
  long double d = p[0];
  p[1] = double(d);
}
// --- taken: __int128 in a kernel
__global__ void k(long long* p) {
  __int128 d = p[0];
  p[1] = (long long)(d >> 64);
}
// --- taken: wide string in a kernel
__global__ void k(const wchar_t** p) {
  p[0] = L"abc";
}
// --- taken: string literal in a kernel
__global__ void k(const char** p) {
  p[0] = "abc";
}
// --- c++: const pointer written
__global__ void k(const float* p) {
  p[0] = 1;
}
// --- c++: missing semicolon
__global__ void k(float* p){p[0] = 1}  // --- c++: undeclared variable
__global__ void k(float* p) {
  p[i] = 1;
}
// --- c++: misspelt threadIdx
__global__ void k(float* p) {
  p[threadIdX.x] = 1;
}
// --- c++: threadIdx.w
__global__ void k(float* p) {
  p[threadIdx.w] = 1;
}
// --- taken: __restrict__ parameters
__global__ void k(const float* __restrict__ a, float* __restrict__ b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = __ldg(a + i);
}
// --- taken: warp primitives
__global__ void k(int* p) {
  int v = p[threadIdx.x];
  v += __shfl_xor_sync(0xffffffffu, v, 16);
  if (__any_sync(0xffffffffu, v > 0)) p[0] = __popc(__ballot_sync(0xffffffffu, v > 3));
  __syncwarp();
}
// --- c++: shuffle without _sync
__global__ void k(int* p) {
  p[0] = __shfl_down(p[0], 1);
}
// --- taken: atomics of several types
__global__ void k(int* i, unsigned* u, float* f, unsigned long long* l) {
  atomicAdd(i, 1);
  atomicMax(u, 3u);
  atomicAdd(f, 1.0f);
  atomicCAS(l, 0ull, 1ull);
  atomicExch(f, 2.0f);
}
// --- c++: atomicMax of float
__global__ void k(float* f) {
  atomicMax(f, 1.0f);
}
// --- c++: atomicAdd of a char
__global__ void k(unsigned char* f) {
  atomicAdd(f, 1);
}
// --- c++: atomicAdd by value
__global__ void k(int a) {
  atomicAdd(a, 1);
}
// --- taken: intrinsics
__global__ void k(float* p, int* q) {
  p[0] = __expf(p[1]) + __fdividef(p[0], p[1]) + __saturatef(p[2]) + rsqrtf(p[3]);
  q[0] = __float2int_rn(p[0]) + __clz(q[1]) + __brev(q[2]);
}
// --- c++: __syncthreads with an argument
__global__ void k(int* p) {
  __syncthreads(1);
  p[0] = 1;
}
// --- taken: __shared__ parameter
__global__ void k(__shared__ int* p) {
  p[0] = 1;
}
// --- taken: __shared__ member
struct S {
  __shared__ int a;
};
// --- taken: __constant__ member
struct S {
  __constant__ int a;
};
// --- taken: __device__ and __constant__ together
__device__ __constant__ float w[3];
__global__ void k(float* p) {
  p[0] = w[1];
}
// --- refused: __constant__ and __shared__ together
__global__ void k(float* p) {
  __constant__ __shared__ float w[3];
  p[0] = w[1];
}
// --- taken: both attributes on a variable
__host__ int v;
// --- taken: __global__ on a variable
__global__ int v;
// --- taken: __device__ class
// clang-format off: its releases differ here
__device__ struct S { int a; };
// clang-format on
// --- taken: inline assembly of PTX
__global__ void k(int* p) {
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(p[0]));
}
// --- taken: inline assembly of x86 on the host
void f() {
  asm volatile("nop");
}
// --- taken: malloc pointer arithmetic
__global__ void k(float* p, size_t pitch) {
  float* row = (float*)((char*)p + 3 * pitch);
  row[0] = 1;
}
// --- taken: reinterpret_cast to float4
__global__ void k(const float* p, float4* q) {
  q[0] = *reinterpret_cast<const float4*>(p);
}
// --- taken: class template with a kernel in its method
template <typename T>
__global__ void fill(T* p, T v) {
  p[0] = v;
}
template <typename T>
struct Filler {
  void run(T* p) { fill<T><<<1, 1>>>(p, T(1)); }
};
void run(float* p) {
  Filler<float>().run(p);
}
// --- taken: launch within an expression
__global__ void m(int* p) {
  p[0] = 1;
}
void run(int* p) {
  (m<<<1, 1>>>(p));
}
// --- c++: launch result used
__global__ void m(int* p) {
  p[0] = 1;
}
int run(int* p) {
  return m<<<1, 1>>>(p);
}
// --- refused: launch from a kernel
__global__ void m(int* p) {
  p[0] = 1;
}
__global__ void k(int* p) {
  m<<<1, 1>>>(p);
}
// --- taken: std::min on the host only
void f(int* p) {
  p[0] = std::min(p[0], 3);
}
// --- taken: explicit instantiation of a kernel
template <typename T>
__global__ void k(T* p) {
  p[0] = T(1);
}
template __global__ void k<float>(float*);
// --- taken: specialisation of a device function
template <typename T>
__device__ int kind() {
  return 0;
}
template <>
__device__ int kind<float>() {
  return 1;
}
__global__ void k(int* p) {
  p[0] = kind<float>();
}
// --- c++: redefinition of a kernel
__global__ void k(int* p) {
  p[0] = 1;
}
__global__ void k(int* p) {
  p[0] = 2;
}
// --- c++: device and host versions of one function
__device__ int f(int a) {
  return a;
}
int f(int a) {
  return a + 1;
}
// --- c++: initialised from a braced list too narrow
__global__ void k(int* p) {
  int a{2.5};
  p[0] = a;
}
// --- c++: template used before its declaration
__global__ void k(int* p) {
  p[0] = later(p[1]);
}
template <typename T>
__device__ T later(T a) {
  return a;
}
// --- taken: double to float conversions
__global__ void k(float* p) {
  p[0] = 0.5 * p[1];
}
// --- blamed: unused device function that calls a host function
int host() {
  return 3;
}
__device__ inline int f() {
  return host();
}
// --- taken: unused device template that calls a host function
int host(int a) {
  return 3;
}
template <typename T>
__device__ T f(T a) {
  return host(a);
}
// --- taken: nested function in a kernel by struct
__global__ void k(int* p) {
  struct Local {
    __device__ static int f(int a) { return a; }
  };
  p[0] = Local::f(1);
}
// --- refused: nested struct without attribute in a kernel
__global__ void k(int* p) {
  struct Local {
    static int f(int a) { return a; }
  };
  p[0] = Local::f(1);
}
