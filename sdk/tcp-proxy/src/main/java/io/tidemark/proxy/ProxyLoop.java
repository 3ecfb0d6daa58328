package io.tidemark.proxy;

import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/**
 * The thread that moves the bytes of any number of proxies, with non-blocking sockets. Any thread
 * may call its methods.
 */
public final class ProxyLoop implements AutoCloseable {
  private final EventLoop events;

  private ProxyLoop(EventLoop events) {
    this.events = events;
  }

  /**
   * Starts the thread.
   *
   * @param name of the thread
   * @param seed of the random jitter: the n-th connection of a loop always gets the same sequence
   * @throws UncheckedIOException if the system has no free file descriptor
   */
  public static ProxyLoop start(String name, long seed) {
    return new ProxyLoop(EventLoop.start(name, seed));
  }

  /**
   * Opens a proxy that connects each of its clients to the target. The target need not listen yet:
   * while it does not, clients are refused; the first of them may be accepted and reset.
   *
   * @param listen an address of this machine; port 0 selects a free port
   * @param target where the bytes go
   * @throws UncheckedIOException if the address cannot be bound
   */
  public TcpProxy open(InetSocketAddress listen, InetSocketAddress target) {
    return events.call("open a proxy on " + listen, () -> new TcpProxy(events, listen, target));
  }

  /** Ends the thread. All connections are reset and all listeners are closed. */
  @Override
  public void close() {
    events.close();
  }
}
