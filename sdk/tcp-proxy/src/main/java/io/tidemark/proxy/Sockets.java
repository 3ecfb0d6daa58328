package io.tidemark.proxy;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;

/** How sockets are closed. */
final class Sockets {
  private Sockets() {}

  /** Closes a channel; a connection is closed with RST instead of FIN. */
  static void reset(Channel channel) {
    try (channel) {
      if (channel instanceof SocketChannel connection && connection.isOpen()) {
        connection.setOption(StandardSocketOptions.SO_LINGER, 0);
      }
    } catch (IOException e) {
      return; // It is closed in any case, or the other side closed it before.
    }
  }

  /** Closes a channel that has nothing more to send. */
  static void close(Channel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      return; // The other side closed it before.
    }
  }
}
