/// @file
/// mutated_pictures COUNT FOLDER: spoils PNG and JPEG files at random and loads each. Whatever they
/// hold, load_image must return a picture or throw InputError, within 2 s and 512 MiB.
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "kit/error.hpp"
#include "kit/image_io.hpp"
#include "kit/synthetic.hpp"
#include "kit/timer.hpp"

namespace {

using Bytes = std::vector<char>;

Bytes read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

/// Pictures of several sizes, channels and kinds, as files in memory.
std::vector<Bytes> originals(const std::string& folder) {
  std::vector<Bytes> files;
  for (const char* ending : {".png", ".jpg"})
    for (const int channels : {1, 3, 4})
      for (const int width : {1, 17, 200}) {
        if (channels == 4 && std::string(ending) == ".jpg") continue;
        kit::Image<std::uint8_t> picture(width, width * 2 / 3 + 1, channels);
        for (int y = 0; y < picture.height(); ++y)
          for (int x = 0; x < width; ++x)
            for (int c = 0; c < channels; ++c)
              picture.at(x, y, c) = static_cast<std::uint8_t>(x * 5 + y * 3 + c * 60);
        const std::string path = folder + "/original" + ending;
        kit::save_image(path, picture);
        files.push_back(read(path));
      }
  return files;
}

/// One of the usual ways to break a file, several times.
Bytes mutated(Bytes bytes, std::mt19937& random) {
  const auto below = [&](std::size_t n) {
    return std::size_t(random()) % std::max<std::size_t>(n, 1);
  };
  for (std::size_t times = 1 + below(6); times-- > 0 && !bytes.empty();) {
    const std::size_t at = below(bytes.size());
    switch (random() % 8) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] ^= static_cast<char>(1 << (random() % 8));
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes[below(std::min<std::size_t>(bytes.size(), 64))] = static_cast<char>(random());
        break;
      case 4:
        bytes.insert(bytes.begin() + std::ptrdiff_t(at), 1 + below(50),
                     static_cast<char>(random()));
        break;
      case 5:
        bytes.erase(bytes.begin() + std::ptrdiff_t(at),
                    bytes.begin() + std::ptrdiff_t(std::min(bytes.size(), at + 1 + below(50))));
        break;
      case 6:  // a length or a size of its own: four bytes at once
        for (std::size_t i = at; i < std::min(bytes.size(), at + 4); ++i)
          bytes[i] = static_cast<char>(random() % 2 ? 0xFF : random());
        break;
      default:
        std::copy_n(bytes.begin() + std::ptrdiff_t(below(bytes.size() - at)),
                    std::min<std::size_t>(bytes.size() - at, 1 + below(30)),
                    bytes.begin() + std::ptrdiff_t(at));
    }
  }
  return bytes;
}

long mebibytes(int who) {
  rusage usage{};
  getrusage(static_cast<__rusage_who>(who), &usage);
  return usage.ru_maxrss / 1024;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: mutated_pictures COUNT FOLDER\n"), 2;
  const int count = std::atoi(argv[1]);
  const std::string folder = argv[2];
  const std::vector<Bytes> files = originals(folder);
  std::mt19937 random(20261121);
  int loaded = 0, refused = 0;
  double slowest = 0;
  for (int i = 0; i < count; ++i) {
    const Bytes bytes = mutated(files[random() % files.size()], random);
    const std::string path = folder + (random() % 2 ? "/mutated.png" : "/mutated.jpg");
    std::ofstream(path, std::ios::binary).write(bytes.data(), std::streamsize(bytes.size()));
    const kit::Timer timer;
    try {
      kit::load_image(path);
      ++loaded;
    } catch (const kit::InputError&) {
      ++refused;
    } catch (const std::exception& error) {
      std::printf("picture %d, kept as %s: %s\n", i, path.c_str(), error.what());
      return 1;
    }
    slowest = std::max(slowest, timer.seconds());
  }
  const long most = std::max(mebibytes(RUSAGE_SELF), mebibytes(RUSAGE_CHILDREN));
  std::printf("%d loaded, %d refused, slowest %.2f s, most memory %ld MiB\n", loaded, refused,
              slowest, most);
  return slowest <= 2 && most <= 512 ? 0 : 1;
}
