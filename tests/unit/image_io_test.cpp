#include "kit/image_io.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "catch.hpp"
#include "error_of.hpp"
#include "kit/synthetic.hpp"
#include "picture_files.hpp"

using namespace picture_files;
using kit::Image;
using kit::load_image;
using kit::save_image;

namespace {

/// Random bytes, so that a mixed-up pixel or channel shows.
Image<std::uint8_t> random_bytes(int width, int height, int channels) {
  return kit::to_bytes(kit::noise(width, height, 9, channels));
}

/// What load_image says about a file of these bytes.
std::string refusal(const Bytes& bytes) {
  static const TemporaryFolder folder;  // one for all, because making folders takes time
  write_bytes(folder / "broken.png", bytes);
  std::string message = error_of([&] { load_image(folder / "broken.png"); });
  if (!message.empty()) {
    CHECK(contains(message, folder / "broken.png"));
    CHECK_FALSE(contains(message, "\n"));
  }
  return message;
}

Image<std::uint8_t> load_bytes(const Bytes& bytes) {
  static const TemporaryFolder folder;
  write_bytes(folder / "picture", bytes);
  return load_image(folder / "picture");
}

std::vector<int> values(const Image<std::uint8_t>& image) {
  return {image.values().begin(), image.values().end()};
}

/// The bytes that save_image makes of an image.
Bytes saved(const Image<std::uint8_t>& image, const char* name) {
  const TemporaryFolder folder;
  save_image(folder / name, image);
  return read_bytes(folder / name);
}

/// Processor time of all children so far.
double seconds_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

/// Sends standard error to a file while it lives.
class CapturedErrors {
 public:
  explicit CapturedErrors(const std::string& path)
      : saved_(dup(2)), file_(open(path.c_str(), O_WRONLY | O_CREAT, 0600)) {
    dup2(file_, 2);
  }
  ~CapturedErrors() {
    dup2(saved_, 2);
    close(saved_);
    close(file_);
  }

 private:
  int saved_, file_;
};

}  // namespace

TEST_CASE("a PNG comes back as it was written: grey, RGB and RGBA") {
  const TemporaryFolder folder;
  for (const int channels : {1, 3, 4}) {
    for (const auto& [width, height] : {std::pair{1, 1}, {37, 5}, {1, 90}, {256, 64}}) {
      const Image<std::uint8_t> image = random_bytes(width, height, channels);
      save_image(folder / "image.png", image);
      CHECK(load_image(folder / "image.png") == image);
    }
  }
}

TEST_CASE("a JPEG comes back nearly as it was written, grey as RGB of equal channels") {
  const TemporaryFolder folder;
  for (const int channels : {1, 3}) {
    const Image<std::uint8_t> image = kit::to_bytes(kit::scene(200, 120, channels));
    save_image(folder / "image.jpg", image);
    const Image<std::uint8_t> back = load_image(folder / "image.jpg");
    REQUIRE(back.width() == 200);
    REQUIRE(back.height() == 120);
    REQUIRE(back.channels() == 3);
    double difference = 0;
    for (int y = 0; y < 120; ++y) {
      for (int x = 0; x < 200; ++x) {
        for (int c = 0; c < 3; ++c) {
          difference += std::abs(int{image.at(x, y, c % channels)} - int{back.at(x, y, c)});
        }
      }
    }
    CHECK(difference / static_cast<double>(back.size()) < 4);
  }
}

TEST_CASE("a grey JPEG is read as one channel") {
  // One block; both Huffman tables have the code 0 alone: no difference, end of block.
  Bytes rest;
  for (const std::uint8_t table : {0x00, 0x10}) {
    const Bytes start = {0xff, 0xc4, 0, 20, table, 1};
    rest.insert(rest.end(), start.begin(), start.end());
    rest.insert(rest.end(), 16, 0);
  }
  const Bytes scan = {0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f};
  rest.insert(rest.end(), scan.begin(), scan.end());
  CHECK(load_bytes(jpeg_file(0xc0, 5, 3, 1, rest)) == Image<std::uint8_t>(5, 3, 1, 128));
}

TEST_CASE("the extension chooses the format, in capitals too") {
  const Image<std::uint8_t> image = random_bytes(4, 4, 3);
  for (const char* name : {"a.jpg", "a.jpeg", "a.JPG", "a.b.Jpeg"}) {
    CHECK(saved(image, name)[0] == 0xff);
  }
  for (const char* name : {"a.png", "a.PNG"}) CHECK(saved(image, name)[0] == 0x89);
}

TEST_CASE("a 16-bit PNG is rounded to 8 bits, with one notice") {
  const TemporaryFolder folder;
  // 0x0080 is just below half a grey level of 257, 0x0081 just above.
  write_bytes(folder / "grey.png",
              png_file(5, 1, 16, 0, {0, 0, 0, 0, 0x80, 0, 0x81, 0x80, 0, 0xff, 0xff}));
  write_bytes(folder / "grey_alpha.png", png_file(1, 1, 16, 4, {0, 0x12, 0x12, 0x80, 0x80}));
  Image<std::uint8_t> grey, grey_alpha;
  {
    const CapturedErrors captured(folder / "errors");
    grey = load_image(folder / "grey.png");
    grey_alpha = load_image(folder / "grey_alpha.png");
  }
  CHECK(values(grey) == std::vector<int>{0, 0, 1, 128, 255});
  CHECK(values(grey_alpha) == std::vector<int>{0x12, 0x12, 0x12, 0x80});
  const Bytes errors = read_bytes(folder / "errors");
  CHECK(std::ranges::count(errors, '\n') == 1);
  CHECK(contains(std::string(errors.begin(), errors.end()), "grey.png' has 16 bits"));
}

TEST_CASE("grey with alpha, palettes, colour keys and few bits are expanded") {
  CHECK(values(load_bytes(png_file(2, 1, 8, 4, {0, 10, 20, 30, 40}))) ==
        std::vector<int>{10, 10, 10, 20, 30, 30, 30, 40});
  CHECK(values(load_bytes(png_file(8, 1, 1, 0, {0, 0b10110000}))) ==
        std::vector<int>{255, 0, 255, 255, 0, 0, 0, 0});
  const Bytes palette = png_chunk("PLTE", {1, 2, 3, 4, 5, 6});
  const Bytes pixels = png_chunk("IDAT", stored({0, 1, 0}));
  CHECK(values(load_bytes(png_file({png_start(2, 1, 8, 3), palette, pixels}))) ==
        std::vector<int>{4, 5, 6, 1, 2, 3});
  CHECK(values(load_bytes(png_file({png_start(2, 1, 8, 3), palette, png_chunk("tRNS", {9, 99}),
                                    pixels}))) == std::vector<int>{4, 5, 6, 99, 1, 2, 3, 9});
  CHECK(values(load_bytes(png_file({png_start(2, 1, 8, 0), png_chunk("tRNS", {0, 1}), pixels}))) ==
        std::vector<int>{1, 1, 1, 0, 0, 0, 0, 255});
}

TEST_CASE("bytes behind the end of a picture do not matter") {
  for (const char* name : {"a.png", "a.jpg"}) {
    Bytes bytes = saved(random_bytes(9, 9, 3), name);
    const Image<std::uint8_t> image = load_bytes(bytes);
    bytes.insert(bytes.end(), 1000, 0x55);
    CHECK(load_bytes(bytes) == image);
  }
}

TEST_CASE("what is no picture file is refused by name") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& path) {
    std::string message = error_of([&] { load_image(path); });
    CHECK(contains(message, path));
    return message;
  };
  CHECK(contains(refused(folder / "missing.png"), "no such file"));
  CHECK(contains(refused(folder / "."), "folder"));
  mkfifo((folder / "pipe").c_str(), 0600);
  CHECK(contains(refused(folder / "pipe"), "not a regular file"));
  CHECK(contains(refused("/dev/zero"), "not a regular file"));
  CHECK(contains(refused(folder / "missing.png/a.png"), "check the path"));
}

TEST_CASE("a file that may not be read is refused") {
  const TemporaryFolder folder;
  save_image(folder / "a.png", random_bytes(2, 2, 1));
  chmod((folder / "a.png").c_str(), 0);
  if (access((folder / "a.png").c_str(), R_OK) == 0) return;  // root reads everything
  CHECK(contains(error_of([&] { load_image(folder / "a.png"); }), "Permission denied"));
}

TEST_CASE("files that are empty or of another kind are refused") {
  CHECK(contains(refusal({}), "empty"));
  CHECK(contains(refusal({'G', 'I', 'F', '8', '9', 'a', 0, 0, 0}), "not a PNG or JPEG"));
  CHECK(contains(refusal(Bytes(100)), "not a PNG or JPEG"));
}

TEST_CASE("every truncation of a PNG or a JPEG is refused as one") {
  for (const char* name : {"a.png", "a.jpg"}) {
    const Bytes whole = saved(random_bytes(6, 5, 3), name);
    for (std::size_t size = 1; size < whole.size(); ++size) {
      INFO(name << " cut to " << size << " of " << whole.size() << " bytes");
      CHECK(
          contains(refusal({whole.begin(), whole.begin() + static_cast<int>(size)}), "truncated"));
    }
  }
}

TEST_CASE("a PNG with a changed byte is refused, whichever it is") {
  const Bytes whole = saved(random_bytes(6, 5, 3), "a.png");
  for (std::size_t n = 0; n < whole.size(); ++n) {
    Bytes changed = whole;
    changed[n] ^= 0x04;
    INFO("byte " << n);
    CHECK_FALSE(refusal(changed).empty());
  }
}

TEST_CASE("PNGs that break the format are refused") {
  const Bytes start = png_start(2, 1, 8, 0), pixels = png_chunk("IDAT", stored({0, 1, 0}));
  CHECK(contains(refusal(png_file({pixels})), "starts with one IHDR"));
  CHECK(contains(refusal(png_file({start, start, pixels})), "starts with one IHDR"));
  CHECK(contains(refusal(png_file({start})), "corrupt"));
  CHECK(contains(refusal(png_file({start, png_chunk("IDAT", stored({0, 1}))})), "corrupt"));
  CHECK(contains(refusal(png_file({start, png_chunk("IDAT", {1, 2, 3})})), "corrupt"));
  CHECK(contains(refusal(png_file({png_start(2, 1, 8, 3), pixels})), "corrupt"));  // no palette
  CHECK(contains(refusal(png_file({png_start(2, 1, 8, 5), pixels})), "colour type 5"));
  CHECK(contains(refusal(png_file({png_start(2, 1, 7, 0), pixels})), "corrupt"));
}

TEST_CASE("JPEGs that break the format, or of kinds the kit does not read, are refused") {
  const Bytes scan = {0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0};
  CHECK(contains(refusal(jpeg_file(0xc0, 8, 8, 4, scan)), "CMYK"));
  CHECK(contains(refusal(jpeg_file(0xc0, 8, 8, 2, scan)), "2 components"));
  CHECK(contains(refusal(jpeg_file(0xc9, 8, 8, 1, scan)), "arithmetic-coded"));
  CHECK(contains(refusal(jpeg_file(0xc0, 8, 8, 1, {})), "no picture data"));
  CHECK(contains(refusal(jpeg_file(0xc0, 8, 8, 1, scan)), "corrupt (a Huffman table is missing)"));
  CHECK(contains(refusal(jpeg_file(0xc0, 8, 8, 1, {0xff, 0xfe, 0, 1})), "no length"));
  CHECK(contains(refusal({0xff, 0xd8, 0xff, 0xd9}), "no picture data"));
}

TEST_CASE("pictures without pixels are refused") {
  CHECK(contains(refusal(png_file(0, 0, 8, 0, {})), "0 x 0"));
  CHECK(contains(refusal(png_file(5, 0, 8, 0, {})), "no pixels"));
  CHECK(contains(refusal(jpeg_file(0xc0, 0, 8, 1, {})), "0 x 8"));
}

TEST_CASE("pictures larger than kMaxPixels are refused by their header") {
  CHECK(contains(refusal(png_file(100000, 100000, 8, 0, {})), "scale it down"));
  CHECK(contains(refusal(png_file(0xffffffff, 1, 8, 0, {})), "scale it down"));
  CHECK(contains(refusal(png_file(16385, 16384, 8, 0, {})), "scale it down"));
  CHECK(contains(refusal(jpeg_file(0xc0, 65535, 65535, 1, {})), "scale it down"));
}

TEST_CASE("files too small for the pixels they promise are refused before any is decoded") {
  // 16384 x 16384 RGBA, the largest size allowed: 1 GiB from some 500 bytes.
  CHECK(contains(refusal(png_file(16384, 16384, 8, 6, Bytes(430))), "too little data"));
  const Bytes scan = {0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0};
  CHECK(contains(refusal(jpeg_file(0xc0, 16384, 16384, 1, scan)), "too little data"));
}

TEST_CASE("zeros compressed as far as they go are still read") {
  const Bytes pixels = zeros_compressed(2001 * 2000);
  const Image<std::uint8_t> image =
      load_bytes(png_file({png_start(2000, 2000, 8, 0), png_chunk("IDAT", pixels)}));
  CHECK(image == Image<std::uint8_t>(2000, 2000));
}

TEST_CASE("a decompression bomb is stopped by the child's memory limit") {
  // One pixel by its header, 400 MB by its data.
  const Bytes bomb =
      png_file({png_start(1, 1, 8, 0), png_chunk("IDAT", zeros_compressed(400'000'000))});
  CHECK(contains(refusal(bomb), "corrupt"));
#ifndef __SANITIZE_ADDRESS__  // which takes more by itself
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);  // the largest child so far
  CHECK(usage.ru_maxrss < 256 * 1024);
#endif
}

TEST_CASE("a decoder that would work for a minute is stopped by the child's time limit") {
  // A progressive JPEG of very many scans, each of which visits every block for four bits' worth.
  Bytes scans = {0xff, 0xc4, 0, 20, 0x10, 1};  // the Huffman code 0: 2^14 blocks or more are over
  scans.insert(scans.end(), 15, 0);
  scans.push_back(0xe0);
  for (int n = 0; n < 300'000; ++n) {
    const Bytes scan = {0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    scans.insert(scans.end(), scan.begin(), scan.end());
  }
  const double before = seconds_of_children();
  CHECK(contains(refusal(jpeg_file(0xc2, 2000, 2000, 1, scans)), "longer than the 2 s"));
  CHECK(seconds_of_children() - before < 4);
}

TEST_CASE("loading leaves no child behind, whether it works or not") {
  load_bytes(png_file(1, 1, 8, 0, {0, 7}));
  refusal(png_file({png_start(1, 1, 8, 0), png_chunk("IDAT", {1, 2, 3})}));
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
  CHECK(errno == ECHILD);
}

TEST_CASE("loading works where the system reaps children by itself") {
  std::signal(SIGCHLD, SIG_IGN);
  const Image<std::uint8_t> image = load_bytes(png_file(1, 1, 8, 0, {0, 7}));
  const std::string message = refusal(png_file({png_start(1, 1, 8, 0), png_chunk("IDAT", {1, 2})}));
  std::signal(SIGCHLD, SIG_DFL);
  CHECK(values(image) == std::vector<int>{7});
  CHECK(contains(message, "corrupt"));
}

TEST_CASE("mutated pictures are read or refused, and never crash") {
  const Image<std::uint8_t> image = kit::to_bytes(kit::scene(40, 30));
  kit::Random random(2024);
  for (const char* name : {"a.png", "a.jpg"}) {
    const Bytes whole = saved(image, name);
    const int last = static_cast<int>(whole.size()) - 1;
    for (int n = 0; n < 250; ++n) {
      Bytes mutant = whole;
      for (int change = random.integer(1, 6); change > 0; --change) {
        mutant[static_cast<std::size_t>(random.integer(0, last))] =
            static_cast<std::uint8_t>(random.integer(0, 255));
      }
      // Else the checksums would keep most mutants from the decoder.
      if (n % 4 != 0) mend_checksums(mutant);
      INFO(name << ", mutant " << n);
      CHECK_NOTHROW(refusal(mutant));  // any exception but InputError passes through
    }
  }
}

TEST_CASE("images that a format cannot hold are refused") {
  const TemporaryFolder folder;
  const auto refused = [&](const char* name, int width, int height, int channels) {
    const Image<std::uint8_t> image(width, height, channels);
    return error_of([&] { save_image(folder / name, image); });
  };
  CHECK(contains(refused("a.jpg", 2, 2, 4), "alpha"));
  CHECK(contains(refused("a.png", 2, 2, 2), "2 channels"));
  CHECK(contains(refused("a.gif", 2, 2, 3), ".png, .jpg or .jpeg"));
  CHECK(contains(refused("png", 2, 2, 3), ".png, .jpg or .jpeg"));
  CHECK(contains(refused("a.png", 0, 2, 3), "no pixels"));
  CHECK(contains(refused("a.jpg", 65536, 1, 1), "65535"));
  CHECK(folder.entries() == 0);
}

TEST_CASE("an output that cannot be written leaves nothing behind") {
  const TemporaryFolder folder;
  const Image<std::uint8_t> image = random_bytes(100, 100, 3);
  const auto refused = [&](const std::string& name) {
    return error_of([&] { save_image(folder / name, image); });
  };
  CHECK(contains(refused("missing/a.png"), "create it first"));
  CHECK(folder.entries() == 0);
  std::filesystem::create_directory(folder / "folder.png");
  CHECK(contains(refused("folder.png"), "cannot write"));
  CHECK(folder.entries() == 1);
  save_image(folder / "old.png", random_bytes(1, 1, 1));
  const Bytes old = read_bytes(folder / "old.png");
  CHECK(contains(refused("old.png/a.png"), "takes no file"));

  // A full disk, as far as a program can tell.
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{1000, limit.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string message = refused("old.png");
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  CHECK(contains(message, "cannot write"));
  CHECK(read_bytes(folder / "old.png") == old);
  CHECK(folder.entries() == 2);
}

TEST_CASE("a written file replaces the old one and has the permissions of any other") {
  const TemporaryFolder folder;
  write_bytes(folder / "other.png", {});
  save_image(folder / "a.png", random_bytes(2, 2, 1));
  const Image<std::uint8_t> image = random_bytes(3, 3, 1);
  save_image(folder / "a.png", image);
  CHECK(load_image(folder / "a.png") == image);
  CHECK(folder.entries() == 2);
  CHECK(std::filesystem::status(folder / "a.png").permissions() ==
        std::filesystem::status(folder / "other.png").permissions());
}
