// The two texts are compared piece by piece (pieces.hpp): what is the same in both stays, and what
// differs is decided by the qualifiers of the function that it belongs to. CUDA wants types, and
// the signatures of functions for both sides, to be the same in both texts, so that little else
// differs.
#include "passes.hpp"

#include <algorithm>
#include <cstdint>

#include "pieces.hpp"
#include "rewrite.hpp"
#include "source.hpp"
#include "text_edits.hpp"

namespace kit::rewriter {
namespace {

constexpr std::size_t kMaxCompared = 50'000'000;  // pairs of pieces: the texts are of one file

class Merger {
 public:
  Merger(const std::string& host, const std::string& device)
      : host_(host),
        device_(device),
        host_pieces_(pieces(host_)),
        device_pieces_(pieces(device_)),
        edits_(host) {}

  std::string run() {
    const std::size_t common = common_start();
    const std::size_t end = common_end(common);
    for (std::size_t i = 0; i < common; ++i) merge(host_pieces_[i], device_pieces_[i]);
    for (std::size_t i = 1; i <= end; ++i) {
      merge(host_pieces_[host_pieces_.size() - i], device_pieces_[device_pieces_.size() - i]);
    }
    merge_middle(common, host_pieces_.size() - end, device_pieces_.size() - end);
    return edits_.apply();
  }

 private:
  std::size_t common_start() const {
    const std::size_t most = std::min(host_pieces_.size(), device_pieces_.size());
    std::size_t count = 0;
    while (count < most && host_pieces_[count].key == device_pieces_[count].key) ++count;
    return count;
  }
  std::size_t common_end(std::size_t start) const {
    const std::size_t most = std::min(host_pieces_.size(), device_pieces_.size()) - start;
    std::size_t count = 0;
    while (count < most && host_pieces_[host_pieces_.size() - 1 - count].key ==
                               device_pieces_[device_pieces_.size() - 1 - count].key) {
      ++count;
    }
    return count;
  }

  // The longest common subsequence of the pieces in between; what is not part of it differs.
  void merge_middle(std::size_t begin, std::size_t host_end, std::size_t device_end) {
    const std::size_t rows = host_end - begin, columns = device_end - begin;
    if (rows * columns > kMaxCompared) {
      host_.refuse(host_pieces_[begin].begin, "__CUDA_ARCH__ changes too much of this file");
    }
    std::vector<std::uint32_t> length((rows + 1) * (columns + 1));
    const auto at = [&](std::size_t r, std::size_t c) -> std::uint32_t& {
      return length[r * (columns + 1) + c];
    };
    const auto same = [&](std::size_t r, std::size_t c) {
      return host_pieces_[begin + r].key == device_pieces_[begin + c].key;
    };
    for (std::size_t r = rows; r-- > 0;) {
      for (std::size_t c = columns; c-- > 0;) {
        at(r, c) = same(r, c) ? at(r + 1, c + 1) + 1 : std::max(at(r + 1, c), at(r, c + 1));
      }
    }
    std::size_t r = 0, c = 0;
    while (r < rows || c < columns) {
      const std::size_t first_r = r, first_c = c;
      while (r < rows && (c == columns || !same(r, c)) &&
             (c == columns || at(r + 1, c) >= at(r, c + 1))) {
        ++r;
      }
      while (c < columns && (r == rows || !same(r, c)) &&
             (r == rows || at(r, c + 1) > at(r + 1, c))) {
        ++c;
      }
      if (r == first_r && c == first_c) {
        merge(host_pieces_[begin + r++], device_pieces_[begin + c++]);
      } else {
        merge_different(begin + first_r, begin + r, begin + first_c, begin + c);
      }
    }
  }

  // Pieces [h, h_end) of the host's text stand where those of the device's text stand.
  void merge_different(std::size_t h, std::size_t h_end, std::size_t d, std::size_t d_end) {
    const std::size_t behind = h < host_pieces_.size() ? h : host_pieces_.size() - 1;
    const bool both = h < h_end && d < d_end;
    for (std::size_t k = h; k < h_end; ++k) {
      const Piece& piece = host_pieces_[k];
      if (!piece.function && (piece.in_type || (both && piece.on_host))) refuse(host_, piece);
      if (!piece.on_host) {
        edits_.replace(host_[piece.begin].begin, host_[piece.end - 1].end, "");
      }
    }
    std::string added;
    for (std::size_t k = d; k < d_end; ++k) {
      const Piece& piece = device_pieces_[k];
      if (!piece.function && piece.in_type) refuse(device_, piece);
      if (piece.function && !piece.on_device) continue;
      added += device_.marker(piece.begin) + slice(device_, piece.begin, piece.end);
    }
    if (added.empty()) return;
    const std::size_t token = host_pieces_[behind].begin;
    edits_.insert(host_[token].begin, added + host_.marker(token));
  }

  [[noreturn]] void refuse(const Source& source, const Piece& piece) const {
    source.refuse(piece.begin,
                  "__CUDA_ARCH__ changes a type or a constant here, which then differs between the "
                  "host and the device; the simulator can follow it within functions only");
  }

  void merge(const Piece& host, const Piece& device) {
    if (!host.has_body() || !device.has_body() || !host.on_device) return;
    const std::string body = slice(device_, device.open + 1, device.close);
    if (same_tokens(host, device)) return;
    const std::string there =
        device.open + 1 < device.close ? device_.marker(device.open + 1) + body : "";
    const std::size_t inside = host_[host.open].end, end = host_[host.close].begin;
    if (!host.on_host) {
      edits_.replace(inside, end, there + host_.marker(host.open));
      return;
    }
    edits_.insert(
        inside, " if (::kit::sim::on_device()) {" + there + "\n} else {" + host_.marker(host.open));
    edits_.insert(end, "}");
  }

  bool same_tokens(const Piece& host, const Piece& device) const {
    if (host.close - host.open != device.close - device.open) return false;
    for (std::size_t k = 0; k < host.close - host.open; ++k) {
      if (host_.word(host.open + k) != device_.word(device.open + k)) return false;
    }
    return true;
  }

  static std::string slice(const Source& source, std::size_t first, std::size_t last) {
    if (first == last) return "";
    const std::size_t begin = source[first].begin;
    return source.text().substr(begin, source[last - 1].end - begin);
  }

  Source host_, device_;
  std::vector<Piece> host_pieces_, device_pieces_;
  Edits edits_;
};

}  // namespace

std::string merge_passes(const std::string& host, const std::string& device) {
  return Merger(host, device).run();
}

}  // namespace kit::rewriter
