/// @file
/// Test cases made at run time, for Catch2 2 and 3: the labs' cases are known only once the suites
/// are.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "catch.hpp"

namespace kit::grader {

/// Lets Catch2 run a function object.
class TestFunction : public Catch::ITestInvoker {
 public:
  explicit TestFunction(std::function<void()> body) : body_(std::move(body)) {}
  void invoke() const override { body_(); }

 private:
  std::function<void()> body_;
};

/// Registers a test case; call before the session runs. Names must differ.
inline void add_test(const std::string& name, const std::string& tags, std::function<void()> body) {
  auto* function = new TestFunction(std::move(body));
#if CATCH_VERSION_MAJOR >= 3
  Catch::Detail::unique_ptr<Catch::ITestInvoker> invoker(function);
  Catch::AutoReg registration(std::move(invoker), CATCH_INTERNAL_LINEINFO, Catch::StringRef(),
                              Catch::NameAndTags(name, tags));
#else
  Catch::AutoReg registration(function, CATCH_INTERNAL_LINEINFO, Catch::StringRef(),
                              Catch::NameAndTags(name, tags));
#endif
}

}  // namespace kit::grader
