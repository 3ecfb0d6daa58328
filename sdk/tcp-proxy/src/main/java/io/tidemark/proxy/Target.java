package io.tidemark.proxy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * Whether the server behind a proxy listens. While it does not, the proxy does not listen either:
 * clients of a stopped server are refused, and some give up if they are accepted and reset instead.
 * A target on another machine counts as listening unless it refuses at once.
 */
final class Target {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Opens or closes the proxy's listener. */
  interface Change {
    void apply() throws IOException;
  }

  private final EventLoop loop;
  private final InetSocketAddress address;
  private final Change change;
  private boolean listens = true;
  private boolean closed;

  Target(EventLoop loop, InetSocketAddress address, Change change) {
    this.loop = loop;
    this.address = address;
    this.change = change;
  }

  InetSocketAddress address() {
    return address;
  }

  boolean listens() {
    return listens;
  }

  /**
   * Ends a connection that the target refused or ended after a check of the target, so that a
   * client that connects again is refused. May be called by handlers of the loop.
   */
  void afterCheck(Runnable end) {
    loop.runAt(
        System.nanoTime(),
        () -> {
          if (listens) {
            poll();
          }
          end.run();
        });
  }

  /** Ends the polling. */
  void close() {
    closed = true;
  }

  private void poll() {
    if (closed) {
      return;
    }
    boolean before = listens;
    listens = answers();
    try {
      if (listens != before) {
        change.apply();
      }
    } catch (IOException e) {
      listens = false; // The listener's address was taken meanwhile: tries again.
    }
    if (!listens) {
      loop.runAt(System.nanoTime() + POLL_NANOS, this::poll);
    }
  }

  private boolean answers() {
    try (SocketChannel probe = SocketChannel.open()) {
      probe.configureBlocking(false);
      if (!probe.connect(address)) {
        probe.finishConnect(); // On the same machine the answer is there at once.
      }
      return true;
    } catch (ConnectException e) {
      return false;
    } catch (IOException e) {
      return listens; // The process has no free file descriptor.
    }
  }
}
