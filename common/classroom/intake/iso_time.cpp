// A due date without a zone would be another moment on another machine, so that it is none.
#include "classroom/intake/iso_time.hpp"

#include <cctype>
#include <chrono>
#include <string_view>

namespace kit::classroom {
namespace {

/// Takes pieces from the front of a text; false if what is asked for is not there.
class Front {
 public:
  explicit Front(std::string_view text) : rest_(text) {}
  bool digits(std::size_t count, int& value) {
    if (rest_.size() < count) return false;
    value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (std::isdigit(static_cast<unsigned char>(rest_[i])) == 0) return false;
      value = 10 * value + (rest_[i] - '0');
    }
    rest_.remove_prefix(count);
    return true;
  }
  bool one_of(std::string_view characters) {
    if (rest_.empty() || characters.find(rest_[0]) == std::string_view::npos) return false;
    last_ = rest_[0];
    rest_.remove_prefix(1);
    return true;
  }
  char last() const { return last_; }
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  char last_ = 0;
};

/// The zone's distance from UTC in seconds.
std::optional<int> zone_from(Front& front) {
  if (front.one_of("Zz")) return 0;
  int hours = 0, minutes = 0;
  front.one_of(" ");
  if (!front.one_of("+-")) return std::nullopt;
  const int sign = front.last() == '-' ? -1 : 1;
  if (!front.digits(2, hours)) return std::nullopt;
  front.one_of(":");
  if (!front.empty() && !front.digits(2, minutes)) return std::nullopt;
  if (hours > 14 || minutes > 59) return std::nullopt;
  return sign * (hours * 3600 + minutes * 60);
}

}  // namespace

std::optional<std::int64_t> time_from(const std::string& text) {
  Front front(text);
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  const bool date = front.digits(4, year) && front.one_of("-") && front.digits(2, month) &&
                    front.one_of("-") && front.digits(2, day);
  const bool clock = date && front.one_of("T ") && front.digits(2, hour) && front.one_of(":") &&
                     front.digits(2, minute);
  if (!clock || (front.one_of(":") && !front.digits(2, second))) return std::nullopt;
  const std::optional<int> zone = zone_from(front);
  const std::chrono::year_month_day when{std::chrono::year(year),
                                         std::chrono::month(unsigned(month)),
                                         std::chrono::day(unsigned(day))};
  if (!zone || !front.empty() || !when.ok() || hour > 23 || minute > 59 || second > 60)
    return std::nullopt;
  const std::int64_t days = std::chrono::sys_days(when).time_since_epoch().count();
  return days * 86400 + hour * 3600 + minute * 60 + second - *zone;
}

}  // namespace kit::classroom
