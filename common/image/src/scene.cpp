// The drawn scene. All arithmetic is on integers, so that every compiler and processor makes the
// same bits. Places are in units of which kUnits make the picture's height: u to the right, v down.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "kit/error.hpp"
#include "kit/synthetic.hpp"

namespace kit {
namespace {

constexpr std::int64_t kUnits = 16384;
constexpr std::int64_t kHorizon = 9600;
/// A weight or a noise value of one.
constexpr std::int64_t kOne = 256;

/// Grey levels 0 to 255, in steps of 1 / kOne.
struct Colour {
  std::int64_t red, green, blue;
};

constexpr Colour rgb(int red, int green, int blue) {
  return {red * kOne, green * kOne, blue * kOne};
}

/// From a (weight 0) to b (weight kOne).
Colour mix(Colour a, Colour b, std::int64_t weight) {
  weight = std::clamp<std::int64_t>(weight, 0, kOne);
  return {a.red + (b.red - a.red) * weight / kOne, a.green + (b.green - a.green) * weight / kOne,
          a.blue + (b.blue - a.blue) * weight / kOne};
}

/// Brightened (positive) or darkened by `levels` / kOne grey levels.
Colour shade(Colour colour, std::int64_t levels) {
  return {colour.red + levels, colour.green + levels, colour.blue + levels};
}

/// Of a distance; beyond kFar, where nothing is drawn, cut off so that no product overflows in a
/// very wide picture.
std::int64_t square(std::int64_t distance) {
  constexpr std::int64_t kFar = 10'000'000;
  distance = std::clamp(distance, -kFar, kFar);
  return distance * distance;
}

bool within(std::int64_t value, std::int64_t low, std::int64_t high) {
  return value >= low && value < high;
}

/// Rounded down, for negative values too.
std::int64_t divide(std::int64_t value, std::int64_t by) {
  return value >= 0 ? value / by : -((by - 1 - value) / by);
}

/// 64 mixed bits for a lattice point (SplitMix64's finaliser).
std::uint64_t hash(std::int64_t x, std::int64_t y, std::uint64_t seed) {
  return Random(seed ^ (static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15) ^
                (static_cast<std::uint64_t>(y) * 0xc2b2ae3d27d4eb4f))
      .next();
}

/// Smooth random values, 0 to kOne, that change over `cell` units.
std::int64_t smooth_noise(std::int64_t u, std::int64_t v, std::int64_t cell, std::uint64_t seed) {
  const std::int64_t x = divide(u, cell), y = divide(v, cell);
  const auto ease = [cell](std::int64_t rest) {
    const std::int64_t t = rest * kOne / cell;
    return t * t * (3 * kOne - 2 * t) / (kOne * kOne);
  };
  const std::int64_t right = ease(u - x * cell), down = ease(v - y * cell);
  const auto corner = [&](int i, int j) {
    return static_cast<std::int64_t>(hash(x + i, y + j, seed) & 0xff);
  };
  const std::int64_t upper = corner(0, 0) * (kOne - right) + corner(1, 0) * right;
  const std::int64_t lower = corner(0, 1) * (kOne - right) + corner(1, 1) * right;
  return (upper * (kOne - down) + lower * down) / (kOne * kOne);
}

/// Three octaves of it.
std::int64_t cloud_noise(std::int64_t u, std::int64_t v, std::int64_t cell, std::uint64_t seed) {
  return (4 * smooth_noise(u, v, cell, seed) + 2 * smooth_noise(u, v, cell / 2, seed + 1) +
          smooth_noise(u, v, cell / 4, seed + 2)) /
         7;
}

/// Arcs of parabolas in place of a sine: `height` up and down, once per `period`.
std::int64_t wave(std::int64_t u, std::int64_t period, std::int64_t height) {
  const std::int64_t half = period / 2;
  const std::int64_t phase = u - divide(u, period) * period;
  const std::int64_t t = phase < half ? phase : phase - half;
  const std::int64_t arc = 4 * height * t / half * (half - t) / half;
  return phase < half ? arc : -arc;
}

/// One place of the picture, painted back to front by the functions below.
struct Painter {
  std::int64_t u, v;
  std::int64_t width;  ///< of the whole picture, in units
  std::uint64_t seed;
  Colour colour{};

  void paint_sky() {
    colour = mix(rgb(58, 112, 196), rgb(216, 232, 242), v * kOne / kHorizon);
    const std::int64_t from_sun = square(u - width * 4 / 5) + square(v - 2600);
    const std::int64_t glow = std::max<std::int64_t>(0, kOne - from_sun * kOne / square(5600));
    colour = mix(colour, rgb(255, 236, 196), glow * glow / kOne * 3 / 4);
    if (from_sun < square(820)) colour = rgb(255, 250, 224);
    const std::int64_t density = cloud_noise(u, 2 * v, 3400, seed) - 128;
    colour = mix(colour, rgb(250, 250, 252), density * 4);
  }

  void paint_hills() {
    constexpr std::int64_t kHighest = 8300 - 700 - 160;  // that the far ones reach
    if (v <= kHighest) return;
    const std::int64_t shift = static_cast<std::int64_t>(hash(1, 1, seed) % 9000);
    const std::int64_t far = 8300 - wave(u + shift, 7600, 700) - wave(u + 2 * shift, 2900, 160);
    if (v > far) colour = mix(rgb(116, 140, 176), rgb(158, 176, 190), (v - far) / 6);
    const std::int64_t near = 9100 - wave(u + 3 * shift, 9800, 620) - wave(u, 1300, 40);
    if (v > near) {
      colour = mix(rgb(70, 104, 66), rgb(122, 148, 78), (v - near) / 5);
      colour = shade(colour, 14 * (smooth_noise(u, v, 90, seed + 7) - 128) / 2);  // woods
    }
  }

  /// Grass, and a field whose furrows narrow towards the horizon down to single pixels.
  void paint_ground() {
    const std::int64_t depth = v - kHorizon;
    colour = mix(rgb(132, 154, 76), rgb(62, 104, 44), depth * kOne / (kUnits - kHorizon));
    colour = shade(colour, 24 * (smooth_noise(u, 2 * v, 60, seed + 11) - 128));
    const std::int64_t across = (u - width * 7 / 10) * 4096 / (depth + 60);
    if (!within(across, -1100, 2600)) return;
    const bool furrow = (divide(across, 90) & 1) != 0;
    colour = furrow ? rgb(96, 70, 44) : rgb(164, 128, 84);
    colour = shade(colour, 18 * (smooth_noise(u, v, 45, seed + 13) - 128));
  }

  /// A balloon: round, striped along its gores, shaded to one side.
  void paint_balloon() {
    const std::int64_t x = u - width * 9 / 40, y = v - 3500, radius = 1700;
    const std::int64_t chord =
        square(radius) - square(y);  // half the width at this height, squared
    if (chord > square(x)) {
      int gore = 0;  // the sixth of the half width that x is in
      while (gore < 5 && 36 * square(x) > square(gore + 1) * chord) ++gore;
      const bool red = (gore + (x < 0 ? 1 : 0)) % 2 == 0;
      colour = red ? rgb(206, 44, 40) : rgb(248, 226, 150);
      colour = shade(colour, -50 * kOne * (x + radius) / (2 * radius));
    }
    const std::int64_t below = y - radius;
    if (within(below, -120, 900) && std::abs(std::abs(x) - (620 - below / 3)) < 22) {
      colour = rgb(60, 48, 40);  // ropes
    }
    if (within(below, 860, 1300) && std::abs(x) < 340) {
      const bool weave = ((divide(x, 70) + divide(below, 70)) & 1) != 0;
      colour = weave ? rgb(128, 84, 44) : rgb(168, 118, 66);
    }
  }

  void paint_house() {
    const std::int64_t x = u - width * 21 / 40, y = v - 8200;  // from the middle of the eaves
    if (within(x, 700, 1050) && within(y, -1900, -500)) colour = rgb(124, 62, 52);
    if (within(y, -1500, 0) && std::abs(x) < 2200 + y * 6 / 10) {
      const bool edge = divide(y, 125) * 125 + 30 > y;  // tiles, row by row
      colour = edge ? rgb(96, 36, 34) : rgb(158, 62, 50);
    }
    if (within(y, 0, 2300) && std::abs(x) < 1800) paint_wall(x, y);
  }

  /// Bricks, a door and two windows; (x, y) from the middle of the wall's top.
  void paint_wall(std::int64_t x, std::int64_t y) {
    const std::int64_t row = y / 115, along = x + 4000 + (row & 1) * 115;
    const bool mortar = y % 115 < 22 || along % 230 < 22;
    colour = mortar ? rgb(206, 196, 180) : rgb(176, 100, 74);
    if (!mortar) {
      colour = shade(colour, static_cast<std::int64_t>(hash(along / 230, row, seed) % 5000) - 2500);
    }
    if (std::abs(x) < 330 && y > 900) {
      colour = divide(x, 110) % 2 == 0 ? rgb(44, 74, 92) : rgb(52, 88, 108);
      if (square(x - 210) + square(y - 1650) < square(50)) colour = rgb(240, 208, 96);
    }
    const std::int64_t side = std::abs(x) - 1080;  // from the middle of a window
    if (std::abs(side) < 400 && within(y, 600, 1500)) {
      const bool frame = std::abs(side) > 340 || y < 660 || y > 1440 || std::abs(side) < 26 ||
                         std::abs(y - 1050) < 26;
      colour = frame ? rgb(246, 244, 238)
                     : mix(rgb(40, 58, 84), rgb(150, 188, 214), (side + 1500 - y + 600) / 6);
    }
  }

  void paint_tree(std::int64_t at, std::int64_t foot, std::int64_t size) {
    const std::int64_t x = u - at, y = v - foot;
    if (std::abs(x) < size / 9 + y / 24 + 40 && within(y, -size, 0)) {
      colour = shade(rgb(84, 60, 42), 20 * (smooth_noise(8 * u, v, 240, seed + 17) - 128));
    }
    const auto reach = [size](std::int64_t leaves) { return size * (230 + leaves / 5) / kOne; };
    const std::int64_t from_middle = square(x) + square(y + 3 * size / 2);
    if (from_middle > square(reach(kOne))) return;
    if (from_middle > square(reach(smooth_noise(u, v, 260, seed + 19)))) return;
    colour = mix(rgb(30, 66, 30), rgb(118, 152, 60), kOne / 2 - (x + y + 3 * size / 2) / 12);
    colour = shade(colour, 60 * (smooth_noise(u, v, 70, seed + 23) - 128));
  }

  /// A board with text, gratings of shrinking period and a zone plate: what blurring takes away
  /// first.
  void paint_board() {
    const std::int64_t x = u - width / 20, y = v - 10400;
    if (within(y, 0, 5400) && (within(x, 500, 660) || within(x, 4640, 4800))) {
      colour = rgb(92, 66, 44);
    }
    if (!within(x, 0, 5300) || !within(y, 0, 3800)) return;
    colour = rgb(244, 242, 234);
    const bool rim = x < 70 || x >= 5230 || y < 70 || y >= 3730;
    if (rim || is_text(x - 360, y - 300)) colour = rgb(24, 26, 34);
    if (within(x, 300, 3100) && within(y, 1500, 3500)) {
      const std::int64_t bar = (x - 300) / 400;  // seven gratings, each finer by a third
      constexpr std::array<std::int64_t, 7> kPeriods = {200, 133, 100, 66, 50, 40, 28};
      const std::int64_t period = kPeriods[static_cast<std::size_t>(bar)];
      const std::int64_t along = y < 2500 ? (x - 300) % 400 : y - 2500;
      if ((x - 300) % 400 < 340 && along % period < period / 2) colour = rgb(24, 26, 34);
    }
    const std::int64_t from_centre = square(x - 4150) + square(y - 2500);
    if (from_centre < square(980)) {
      colour = from_centre / 62000 % 2 == 0 ? rgb(244, 242, 234) : rgb(24, 26, 34);
    }
  }

  /// "FILTER 123" in letters of 5 x 7 dots, 80 units a dot, from its upper left corner.
  static bool is_text(std::int64_t x, std::int64_t y) {
    constexpr std::int64_t kDot = 80;
    constexpr std::array<std::string_view, 7> kRows = {
        "##### ##### #     ##### ##### ####          #    ###  #####",
        "#       #   #       #   #     #   #        ##   #   #    # ",
        "#       #   #       #   #     #   #         #       #   #  ",
        "####    #   #       #   ####  ####          #     ##     # ",
        "#       #   #       #   #     # #           #    #        #",
        "#       #   #       #   #     #  #          #   #     #   #",
        "#     ##### #####   #   ##### #   #       ##### #####  ### ",
    };
    if (x < 0 || y < 0 || y >= kDot * 7) return false;
    const std::string_view row = kRows[static_cast<std::size_t>(y / kDot)];
    const auto column = static_cast<std::size_t>(x / kDot);
    return column < row.size() && row[column] == '#';
  }

  /// White pickets with pointed tops along the lower edge.
  void paint_fence() {
    const std::int64_t y = v - 15000;
    const std::int64_t along = u % 420;
    const bool rail = within(y, 350, 480) || within(y, 950, 1080);
    const bool picket = along < 230 && y > std::abs(along - 115);
    if (rail || picket) colour = shade(rgb(240, 240, 236), picket ? -along * 26 : -40 * kOne);
  }

  Colour paint() {
    if (v > kHorizon) {
      paint_ground();  // hides all that is behind it
    } else {
      paint_sky();
      paint_balloon();
      paint_hills();
    }
    paint_house();
    paint_tree(width * 37 / 40, 11600, 1900);
    paint_tree(width * 27 / 40, 10300, 800);
    paint_board();
    paint_fence();
    return colour;
  }
};

/// The mean of 2 x 2 places within the pixel, which softens edges as a lens does, with some grain.
Colour paint_pixel(int x, int y, int width, int height, std::uint64_t seed) {
  Colour sum{};
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      const auto units = [&](int pixel, int half) {
        return (std::int64_t{4} * pixel + 2 * half + 1) * kUnits / (std::int64_t{4} * height);
      };
      const Colour place = Painter{units(x, i), units(y, j), width * kUnits / height, seed}.paint();
      sum = {sum.red + place.red, sum.green + place.green, sum.blue + place.blue};
    }
  }
  const std::int64_t grain = static_cast<std::int64_t>(hash(x, y, ~seed) % 1536) - 768;
  return shade({sum.red / 4, sum.green / 4, sum.blue / 4}, grain);
}

float to_value(std::int64_t levels) {
  constexpr std::int64_t kWhite = 255 * kOne;
  return static_cast<float>(std::clamp<std::int64_t>(levels, 0, kWhite)) /
         static_cast<float>(kWhite);
}

}  // namespace

Image<float> scene(int width, int height, int channels, std::uint64_t seed) {
  if (channels != 1 && channels != 3) {
    throw InputError("a scene with " + std::to_string(channels) +
                     " channels; 1 (grey) or 3 (RGB) can be drawn");
  }
  Image<float> image(width, height, channels);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Colour colour = paint_pixel(x, y, width, height, seed);
      if (channels == 1) {
        // Luma of ITU-R BT.601: 0.299, 0.587, 0.114.
        image.at(x, y) = to_value((77 * colour.red + 150 * colour.green + 29 * colour.blue) / kOne);
      } else {
        image.at(x, y, 0) = to_value(colour.red);
        image.at(x, y, 1) = to_value(colour.green);
        image.at(x, y, 2) = to_value(colour.blue);
      }
    }
  }
  return image;
}

}  // namespace kit
