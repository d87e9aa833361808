#include "kit/image.hpp"

#include <limits>

#include "catch.hpp"
#include "error_of.hpp"

using kit::Image;

TEST_CASE("an image is row-major with interleaved channels") {
  Image<int> image(4, 3, 2);
  image.at(1, 2, 1) = 7;
  CHECK(image.size() == 24);
  CHECK(image.values()[(2 * 4 + 1) * 2 + 1] == 7);
}

TEST_CASE("an image of negative size is refused, an empty one is not") {
  CHECK(contains(error_of([] { Image<float>(-1, 2); }), "-1 x 2"));
  CHECK(Image<float>(0, 5).empty());
}

TEST_CASE("to_float divides grey levels by 255") {
  Image<std::uint8_t> bytes(3, 1);
  bytes.at(1, 0) = 51;
  bytes.at(2, 0) = 255;
  const Image<float> image = kit::to_float(bytes);
  CHECK(image.at(0, 0) == 0.0f);
  CHECK(image.at(1, 0) == 0.2f);
  CHECK(image.at(2, 0) == 1.0f);
}

TEST_CASE("to_bytes inverts to_float for every grey level") {
  Image<std::uint8_t> bytes(256, 1);
  for (int x = 0; x < 256; ++x) bytes.at(x, 0) = static_cast<std::uint8_t>(x);
  CHECK(kit::to_bytes(kit::to_float(bytes)) == bytes);
}

TEST_CASE("to_bytes rounds half up, clamps, and makes NaN black") {
  Image<float> image(6, 1);
  image.at(0, 0) = 0.5f;           // 127.5
  image.at(1, 0) = 0.0019607842f;  // 0.49999997; the product in float32 would be 0.5
  image.at(2, 0) = -3.0f;
  image.at(3, 0) = 1e30f;
  image.at(4, 0) = std::numeric_limits<float>::quiet_NaN();
  image.at(5, 0) = std::numeric_limits<float>::infinity();
  const Image<std::uint8_t> bytes = kit::to_bytes(image);
  CHECK(bytes.at(0, 0) == 128);
  CHECK(bytes.at(1, 0) == 0);
  CHECK(bytes.at(2, 0) == 0);
  CHECK(bytes.at(3, 0) == 255);
  CHECK(bytes.at(4, 0) == 0);
  CHECK(bytes.at(5, 0) == 255);
}

TEST_CASE("to_double keeps every value") {
  Image<float> image(2, 2, 3, 0.1f);
  const Image<double> result = kit::to_double(image);
  CHECK(result.channels() == 3);
  CHECK(result.at(1, 1, 2) == static_cast<double>(0.1f));
}

TEST_CASE("channel and set_channel are inverse and touch no other channel") {
  Image<float> image(3, 2, 3);
  for (std::size_t n = 0; n < image.size(); ++n) image.values()[n] = static_cast<float>(n);
  const Image<float> green = kit::channel(image, 1);
  CHECK(green.at(2, 1) == image.at(2, 1, 1));
  Image<float> copy = image;
  kit::set_channel(copy, 1, Image<float>(3, 2));
  CHECK(copy.at(2, 1, 1) == 0.0f);
  CHECK(copy.at(2, 1, 0) == image.at(2, 1, 0));
  kit::set_channel(copy, 1, green);
  CHECK(copy == image);
}

TEST_CASE("channels that do not exist and values that do not fit are refused") {
  Image<float> image(3, 2, 3);
  CHECK(contains(error_of([&] { kit::channel(image, 3); }), "channel 3"));
  CHECK(contains(error_of([&] { kit::channel(image, -1); }), "channel -1"));
  CHECK(contains(error_of([&] { kit::set_channel(image, 0, Image<float>(2, 3)); }), "2 x 3"));
}
