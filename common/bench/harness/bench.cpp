// Parameters come as text from the tables' descriptions. What is not all of a number is refused: a
// measurement of something else than was asked for would look like any other.
#include "bench/harness/bench.hpp"

#include <charconv>

#include "kit/error.hpp"
#include "kit/filters.hpp"

namespace kit::bench {
namespace {

template <typename Number>
Number parse(const std::string& name, const std::string& text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) {
    throw InputError("parameter " + name + ": '" + text + "' is not a number");
  }
  return value;
}

}  // namespace

const std::string& Parameters::text(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw InputError("parameter " + name + " is missing");
  return found->second;
}

int Parameters::number(const std::string& name) const {
  return parse<int>(name, text(name));
}

double Parameters::real(const std::string& name) const {
  return parse<double>(name, text(name));
}

std::string Parameters::text(const std::string& name, const std::string& fallback) const {
  return values_.count(name) > 0 ? text(name) : fallback;
}

int Parameters::number(const std::string& name, int fallback) const {
  return values_.count(name) > 0 ? number(name) : fallback;
}

std::size_t Parameters::values() const {
  return std::size_t(width()) * std::size_t(height()) * std::size_t(number("channels", 1));
}

Border Parameters::border() const {
  return parse_border(text("border"));
}

Parameters::Extent Parameters::block() const {
  const std::string& name = text("block");
  const std::size_t cross = name.find('x');
  if (cross == std::string::npos)
    throw InputError("parameter block: '" + name + "' is not like 32x8");
  return {parse<int>("block", name.substr(0, cross)), parse<int>("block", name.substr(cross + 1))};
}

Parameters Parameters::with(const std::string& name, const std::string& value) const {
  Parameters changed = *this;
  changed.values_[name] = value;
  return changed;
}

}  // namespace kit::bench
