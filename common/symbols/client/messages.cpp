/// The messages as bytes. Texts are sent once and named by number: most frames of a program stand
/// in a few files. Sockets are written with send(), since a write to an end that is gone would
/// raise a signal in the observed program; no other system calls are made here but read().
#include "symbols/client/messages.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace kit::symbols {
namespace {

class Writer {
 public:
  template <typename Number>
  void put(Number number) {
    body_.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  void put_text(const std::string& text) {
    put(std::uint32_t(text.size()));
    body_ += text;
  }
  std::string take() { return std::move(body_); }

 private:
  std::string body_;
};

class Reader {
 public:
  explicit Reader(const std::string& body) : body_(body) {}

  template <typename Number>
  Number take() {
    Number number;
    std::memcpy(&number, bytes(sizeof number), sizeof number);
    return number;
  }
  std::string take_text() {
    const auto length = take<std::uint32_t>();
    return std::string(bytes(length), length);
  }
  /// The number of entries that follow, of at least `bytes` bytes each.
  std::uint32_t take_count(std::size_t bytes) {
    const auto count = take<std::uint32_t>();
    if (count > left() / bytes) throw std::runtime_error("a message promises more than it holds");
    return count;
  }
  std::size_t left() const { return body_.size() - at_; }
  void end() const {
    if (left() != 0) throw std::runtime_error("a message is longer than it says");
  }

 private:
  const char* bytes(std::size_t count) {
    if (count > left()) throw std::runtime_error("a message ends early");
    at_ += count;
    return body_.data() + at_ - count;
  }

  const std::string& body_;
  std::size_t at_ = 0;
};

/// Numbers of texts, in the order in which they are first met.
class TextNumbers {
 public:
  std::uint32_t number(const std::string& text) {
    const auto [known, is_new] = numbers_.try_emplace(text, std::uint32_t(texts_.size()));
    if (is_new) texts_.push_back(&known->first);
    return known->second;
  }
  const std::vector<const std::string*>& texts() const { return texts_; }

 private:
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<const std::string*> texts_;
};

constexpr std::size_t kFrameBytes = 3 * sizeof(std::uint32_t);
constexpr std::size_t kBlockBytes = sizeof(std::uint64_t) + sizeof(std::uint32_t);

struct Head {
  std::uint32_t kind, bytes;
};

bool send_all(int channel, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = send(channel, data, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    data += sent;
    size -= std::size_t(sent);
  }
  return true;
}

bool read_all(int channel, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t got = read(channel, data, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    data += got;
    size -= std::size_t(got);
  }
  return true;
}

}  // namespace

std::string ask_lines(const std::vector<std::uint64_t>& counters) {
  Writer writer;
  for (const std::uint64_t counter : counters) writer.put(counter);
  return writer.take();
}

std::vector<std::uint64_t> read_counters(const std::string& body) {
  Reader reader(body);
  std::vector<std::uint64_t> counters;
  while (reader.left() > 0) counters.push_back(reader.take<std::uint64_t>());
  return counters;
}

std::string tell_lines(const std::vector<Frames>& all) {
  TextNumbers numbers;
  Writer frames, writer;
  for (const Frames& of_one : all) {
    frames.put(std::uint32_t(of_one.size()));
    for (const Frame& frame : of_one) {
      frames.put(numbers.number(frame.function));
      frames.put(numbers.number(frame.file));
      frames.put(std::uint32_t(frame.line));
    }
  }
  writer.put(std::uint32_t(numbers.texts().size()));
  for (const std::string* text : numbers.texts()) writer.put_text(*text);
  return writer.take() + frames.take();
}

std::vector<Frames> read_lines(const std::string& body) {
  Reader reader(body);
  std::vector<std::string> texts(reader.take_count(sizeof(std::uint32_t)));
  for (std::string& text : texts) text = reader.take_text();
  std::vector<Frames> all;
  while (reader.left() > 0) {
    Frames& frames = all.emplace_back(reader.take_count(kFrameBytes));
    for (Frame& frame : frames) {
      frame.function = texts.at(reader.take<std::uint32_t>());
      frame.file = texts.at(reader.take<std::uint32_t>());
      frame.line = int(reader.take<std::uint32_t>());
    }
  }
  return all;
}

std::string ask_flops(Range range) {
  Writer writer;
  writer.put(range.first);
  writer.put(range.last);
  return writer.take();
}

Range read_range(const std::string& body) {
  Reader reader(body);
  Range range;
  range.first = reader.take<std::uint64_t>();
  range.last = reader.take<std::uint64_t>();
  reader.end();
  return range;
}

std::string tell_flops(const BlockFlops& flops) {
  Writer writer;
  writer.put(flops.first);
  writer.put(flops.last);
  writer.put(std::uint32_t(flops.blocks.size()));
  for (const auto& [address, operations] : flops.blocks) {
    writer.put(address);
    writer.put(std::uint32_t(operations));
  }
  return writer.take();
}

BlockFlops read_flops(const std::string& body) {
  Reader reader(body);
  BlockFlops flops;
  flops.first = reader.take<std::uint64_t>();
  flops.last = reader.take<std::uint64_t>();
  for (std::uint32_t count = reader.take_count(kBlockBytes); count > 0; --count) {
    const auto address = reader.take<std::uint64_t>();
    flops.blocks[address] = reader.take<std::uint32_t>();
  }
  reader.end();
  return flops;
}

bool send_message(int channel, const Message& message) {
  const Head head{std::uint32_t(message.kind), std::uint32_t(message.body.size())};
  return send_all(channel, reinterpret_cast<const char*>(&head), sizeof head) &&
         send_all(channel, message.body.data(), message.body.size());
}

bool receive_message(int channel, Message& message, std::size_t most) {
  Head head;
  if (!read_all(channel, reinterpret_cast<char*>(&head), sizeof head) || head.bytes > most)
    return false;
  message.kind = Kind(head.kind);
  message.body.resize(head.bytes);
  return read_all(channel, message.body.data(), head.bytes);
}

}  // namespace kit::symbols
