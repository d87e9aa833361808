// The owner of a descriptor: closed once, by one owner, whatever is done with it.
#include "kit/unique_fd.hpp"

#include <fcntl.h>

#include <cerrno>
#include <utility>

#include "catch.hpp"

using kit::UniqueFd;

namespace {

UniqueFd some_file() {
  return UniqueFd(open("/dev/null", O_RDONLY | O_CLOEXEC));
}

bool is_open(int fd) {
  return fcntl(fd, F_GETFD) != -1;
}

}  // namespace

TEST_CASE("a descriptor is closed with its owner") {
  int number = -1;
  {
    const UniqueFd owner = some_file();
    number = owner.get();
    REQUIRE(is_open(number));
  }
  CHECK_FALSE(is_open(number));
}

TEST_CASE("a second close leaves alone what got the number meanwhile") {
  UniqueFd first = some_file();
  const int number = first.get();
  CHECK(first.close());
  const UniqueFd second = some_file();
  REQUIRE(second.get() == number);  // the lowest free one
  CHECK(first.close());
  CHECK(is_open(number));
}

TEST_CASE("moving hands a descriptor on, and closes what stood there") {
  UniqueFd from = some_file(), to = some_file();
  const int moved = from.get(), replaced = to.get();
  to = std::move(from);
  CHECK(to.get() == moved);
  CHECK(is_open(moved));
  CHECK_FALSE(is_open(replaced));
  UniqueFd& itself = to;
  to = std::move(itself);
  CHECK(to.get() == moved);
  CHECK(is_open(moved));
  const UniqueFd last(std::move(to));
  CHECK(last.get() == moved);
}

TEST_CASE("a released descriptor stays open") {
  UniqueFd owner = some_file();
  const int number = owner.release();
  CHECK_FALSE(owner.valid());
  CHECK(owner.close());
  CHECK(is_open(number));
  ::close(number);
}

TEST_CASE("an open that failed gives an owner of none, and errno stays") {
  const UniqueFd none(open("/nonexistent/file", O_RDONLY | O_CLOEXEC));
  CHECK(errno == ENOENT);
  CHECK_FALSE(none.valid());
  CHECK(none.get() == -1);
}
