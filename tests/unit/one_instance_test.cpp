/// Sources that make many instances of a template are searched with one of them.
#include <string>

#include "catch.hpp"
#include "grader/repair/one_instance.hpp"

using kit::grader::Case;
using kit::grader::DType;
using kit::grader::Shape;
using kit::grader::Tensor;
using kit::repair::instances_in;
using kit::repair::OneInstance;

namespace {

const std::string kTable =
    "template <int n> void launch(float* out) { out[n] = n; }\n"
    "void f(float* out, int taps) {\n"
    "  constexpr Launcher kAll[] = {other, launch<3>, launch<5>, launch<7>};  // launch<9>\n"
    "  kAll[taps / 2](out);\n  call<3>(out);\n}\n";

/// A case of an image of 7x7 pixels and a filter of so many taps.
Case with_taps(int taps) {
  Case one;
  one.call.inputs = {
      {Tensor{Shape{DType::f32, 7, 7, 1}, {}}, Tensor{Shape{DType::f32, taps, 1, 1}, {}}}};
  return one;
}

}  // namespace

TEST_CASE("instances by number are counted for each name apart") {
  CHECK(instances_in(kTable) == 3);
  CHECK(instances_in("void f() { g<kTaps>(1); h<3, 5>(2); h<3, 7>(2); std::get<1>(t); }") == 1);
  CHECK(instances_in("switch (n) { case 3: k<3><<<1, 32>>>(a); case 5: k<5><<<1, 32>>>(a); }") ==
        2);
  CHECK(instances_in("bool f(int a, int b) { return a < 3 && b > (4); }") == 1);
}

TEST_CASE("the instance that a case needs is kept") {
  const auto one = OneInstance::of(kTable, with_taps(5));
  REQUIRE(one.has_value());
  CHECK(one->source().find("{other, launch<5>, launch<5>, launch<5>};  // launch<9>") !=
        std::string::npos);
  CHECK(one->source().find("call<3>(out)") != std::string::npos);  // no table
  CHECK(one->is_for(with_taps(5)));
  CHECK_FALSE(one->is_for(with_taps(3)));
  CHECK_FALSE(one->is_for(with_taps(9)));
}

TEST_CASE("a case names its instance by a scalar too, and names none if it has two such numbers") {
  Case scalar = with_taps(100);
  scalar.call.params["radius"] = 7;
  CHECK(OneInstance::of(kTable, scalar).has_value());
  scalar.call.params["block"] = 3;
  CHECK_FALSE(OneInstance::of(kTable, scalar).has_value());
  CHECK_FALSE(OneInstance::of(kTable, with_taps(9)).has_value());
  CHECK_FALSE(OneInstance::of(kTable, with_taps(1)).has_value());  // 7 is the image's extent
}
