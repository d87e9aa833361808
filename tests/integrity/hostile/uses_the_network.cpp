/// @file
/// Right only if it can reach a server on this machine.
#include <arpa/inet.h>
#include <sys/socket.h>

// FRAME

void submission(const Call& call) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(PORT);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) honest(call);
}
