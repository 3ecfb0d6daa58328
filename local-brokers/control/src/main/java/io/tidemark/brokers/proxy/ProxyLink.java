package io.tidemark.brokers.proxy;

import java.net.InetSocketAddress;
import java.util.Locale;

/**
 * One proxy: a listener that stands for a port of a node.
 *
 * @param from the node that connects through it, or {@link #CLIENTS}
 * @param to the node
 * @param listen where it listens
 * @param target where the node listens
 */
public record ProxyLink(int from, int to, InetSocketAddress listen, InetSocketAddress target) {
  /** In place of a node: all programs that are not nodes. */
  public static final int CLIENTS = 0;

  private static final String LOOPBACK = "127.0.0.1";

  /** For clients, on a separate port. */
  public static ProxyLink forClients(int to, int listenPort, int port) {
    return new ProxyLink(
        CLIENTS,
        to,
        new InetSocketAddress(LOOPBACK, listenPort),
        new InetSocketAddress(LOOPBACK, port));
  }

  /** Between two nodes, on another loopback address. */
  public static ProxyLink between(int from, int to, int listenPort, int port) {
    return new ProxyLink(
        from,
        to,
        new InetSocketAddress(peerAddress(from, to), listenPort),
        new InetSocketAddress(LOOPBACK, port));
  }

  /** The loopback address under which one node finds another: all of 127.0.0.0/8 is loopback. */
  public static String peerAddress(int from, int to) {
    return from == to ? LOOPBACK : "127.1." + from + "." + to;
  }

  boolean isForClientsOf(int node) {
    return from == CLIENTS && to == node;
  }

  boolean touches(int node) {
    return from == node || to == node;
  }

  /** For {@link #parse}. */
  public String asText() {
    return String.format(
        Locale.ROOT,
        "%d %d %s %d %d",
        from,
        to,
        listen.getAddress().getHostAddress(),
        listen.getPort(),
        target.getPort());
  }

  static ProxyLink parse(String text) {
    String[] parts = text.split(" ", -1);
    return new ProxyLink(
        Integer.parseInt(parts[0]),
        Integer.parseInt(parts[1]),
        new InetSocketAddress(parts[2], Integer.parseInt(parts[3])),
        new InetSocketAddress(LOOPBACK, Integer.parseInt(parts[4])));
  }
}
