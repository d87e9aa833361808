/// @file
/// Images and exact sums for lab 06, modulo 2^32 or of 64 bits. Sums are added one after the other,
/// as their definition says: they are what all tables are compared with.
#include "integral_cases.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kit/synthetic.hpp"
#include "labs/06_integral_image/reference/integral.hpp"

namespace kit::grader {

ByteImage noise_bytes(int width, int height, int channels, std::uint64_t seed, int lowest) {
  ByteImage image(width, height, channels);
  Random random(seed);
  std::uint64_t bits = 0;
  int left = 0;
  for (std::uint8_t& value : image.values()) {
    if (left-- == 0) {
      bits = random.next();
      left = 3;
    }
    // 16 bits spread over the levels; for all 256 of them every level is equally likely.
    value =
        static_cast<std::uint8_t>(lowest + int(((bits & 0xffff) * unsigned(256 - lowest)) >> 16));
    bits >>= 16;
  }
  return image;
}

SumPlanes exact_sums(const ByteImage& image, Scan scan) {
  const int width = image.width(), height = image.height();
  SumPlanes sums(width, height * image.channels());
  for (int c = 0; c < image.channels(); ++c) {
    for (int y = 0; y < height; ++y) {
      std::uint32_t sum = 0;
      for (int x = 0; x < width; ++x) sums.at(x, c * height + y) = sum += image.at(x, y, c);
    }
  }
  return scan == Scan::rows ? sums : column_sums(sums, image.channels());
}

SumPlanes column_sums(const SumPlanes& values, int planes) {
  SumPlanes sums = values;
  const int height = values.height() / planes;
  for (int y = 0; y < values.height(); ++y) {
    if (y % height == 0) continue;
    for (int x = 0; x < values.width(); ++x) sums.at(x, y) += sums.at(x, y - 1);
  }
  return sums;
}

SumPlanes column_sums_of_pairs(const SumPlanes& values, int planes) {
  SumPlanes sums = values;
  const int height = values.height() / planes;
  const auto word = [&](int x, int y) {
    return sums.at(x, y) | std::uint64_t(sums.at(x + 1, y)) << 32;
  };
  for (int y = 0; y < values.height(); ++y) {
    if (y % height == 0) continue;
    for (int x = 0; x < values.width(); x += 2) {
      const std::uint64_t sum = word(x, y - 1) + word(x, y);
      sums.at(x, y) = static_cast<std::uint32_t>(sum);
      sums.at(x + 1, y) = static_cast<std::uint32_t>(sum >> 32);
    }
  }
  return sums;
}

Tensor to_tensor(const SumPlanes& sums) {
  Tensor tensor;
  tensor.shape = {DType::u32, sums.width(), sums.height(), 1};
  tensor.bytes.resize(tensor.shape.bytes());
  std::memcpy(tensor.bytes.data(), sums.data(), tensor.bytes.size());
  return tensor;
}

SumPlanes to_sum_planes(const Tensor& tensor) {
  SumPlanes sums(tensor.shape.width, tensor.shape.height);
  std::memcpy(sums.data(), tensor.bytes.data(), tensor.bytes.size());
  return sums;
}

SumPlanes exact_sums_in_pairs(const ByteImage& image) {
  const Image<std::uint64_t> table = oracle::summed_area_table(image);
  SumPlanes pairs(2 * image.width(), image.height() * image.channels());
  for (int c = 0; c < image.channels(); ++c) {
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const std::uint64_t sum = table.at(x, y, c);
        pairs.at(2 * x, c * image.height() + y) = static_cast<std::uint32_t>(sum);
        pairs.at(2 * x + 1, c * image.height() + y) = static_cast<std::uint32_t>(sum >> 32);
      }
    }
  }
  return pairs;
}

namespace {

float sum_of_corners(float d, float b, float c, float a, CornerOrder order) {
  switch (order) {
    case CornerOrder::as_asked:
      return ((d - b) - c) + a;
    case CornerOrder::b_and_c_together:
      return (d + a) - (b + c);
    case CornerOrder::c_first:
      return ((d - c) - b) + a;
  }
  return 0;
}

}  // namespace

ByteImage box_by_float_table(const ByteImage& image, int radius, CornerOrder order) {
  const int width = image.width(), height = image.height();
  ByteImage output(width, height, image.channels());
  Image<float> table(width, height);
  for (int c = 0; c < image.channels(); ++c) {
    for (int y = 0; y < height; ++y) {
      float sum = 0;
      for (int x = 0; x < width; ++x) table.at(x, y) = sum += static_cast<float>(image.at(x, y, c));
    }
    for (int y = 1; y < height; ++y) {
      for (int x = 0; x < width; ++x) table.at(x, y) += table.at(x, y - 1);
    }
    for (int y = 0; y < height; ++y) {
      const auto first = [&](int at) {
        return int(std::max<std::int64_t>(std::int64_t(at) - radius, 0));
      };
      const auto last = [&](int at, int size) {
        return int(std::min<std::int64_t>(std::int64_t(at) + radius, size - 1));
      };
      const int above = first(y) - 1, below = last(y, height);
      for (int x = 0; x < width; ++x) {
        const int left = first(x) - 1, right = last(x, width);
        // Outside of the image there are zeros, which change no sum.
        const auto corner = [&](int column, int row) {
          return column >= 0 && row >= 0 ? table.at(column, row) : 0.0f;
        };
        const float sum = sum_of_corners(corner(right, below), corner(right, above),
                                         corner(left, below), corner(left, above), order);
        const float mean = sum / (float(right - left) * float(below - above));
        output.at(x, y, c) =
            static_cast<std::uint8_t>(std::clamp(std::floor(mean + 0.5f), 0.0f, 255.0f));
      }
    }
  }
  return output;
}

}  // namespace kit::grader
