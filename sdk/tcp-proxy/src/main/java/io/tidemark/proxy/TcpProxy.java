package io.tidemark.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One listener in front of one target. Each client that connects is connected to the target, and
 * the bytes are copied in both directions, with half-close and backpressure. All methods may be
 * called by any thread; a method that changes something returns when the change is in effect.
 */
public final class TcpProxy implements AutoCloseable {
  private final EventLoop loop;
  private final Target target;
  private final Listener listener;
  private final InetSocketAddress address;
  private final Set<Connection> connections = new LinkedHashSet<>();
  private final ProxiedTraffic traffic = new ProxiedTraffic();
  private Admission admission = Admission.ACCEPT;
  private long accepted;

  TcpProxy(EventLoop loop, InetSocketAddress listen, InetSocketAddress target) throws IOException {
    this.loop = loop;
    this.target = new Target(loop, target, this::admit);
    this.listener = new Listener(loop, listen, this::accept);
    this.address = listener.address();
  }

  /** Where clients connect. */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * Stops the bytes of a direction, of all existing and new connections. Connections stay open; the
   * sender can write until the socket buffers are full. Nothing is lost.
   */
  public void pause(Direction direction) {
    change(
        () -> {
          traffic.pause(direction);
          open().forEach(connection -> connection.pipe(direction).pause());
        });
  }

  /** Continues a paused direction. */
  public void resume(Direction direction) {
    change(
        () -> {
          traffic.resume(direction);
          open().forEach(connection -> connection.pipe(direction).resume());
        });
  }

  /** Sets what happens to new connections; existing ones are not affected. */
  public void admit(Admission wanted) {
    loop.call(
        "set " + address + " to " + wanted,
        () -> {
          admission = wanted;
          admit();
          return wanted;
        });
  }

  private void admit() throws IOException {
    boolean down = admission == Admission.ACCEPT && !target.listens();
    listener.admit(down ? Admission.REFUSE : admission);
  }

  /** Adds this time to each direction of all existing and new connections. */
  public void delay(LinkDelay wanted) {
    change(() -> traffic.delay(wanted));
  }

  /**
   * Interrupts the link as a network does that drops all packets: connections stay open without
   * traffic, and new ones get no answer.
   */
  public void cut() {
    List.of(Direction.values()).forEach(this::pause);
    admit(Admission.DROP);
  }

  /**
   * Undoes every pause, admission and delay. What was sent while the link was cut is delivered now,
   * on connections that neither side has closed.
   */
  public void heal() {
    delay(LinkDelay.NONE);
    List.of(Direction.values()).forEach(this::resume);
    admit(Admission.ACCEPT);
  }

  /** Resets all connections, on both sides; returns their number. */
  public int resetConnections() {
    return loop.call(
        "reset the connections of " + address,
        () -> {
          List<Connection> open = open();
          open.forEach(Connection::reset);
          return open.size();
        });
  }

  /** Number of open connections. */
  public int connections() {
    return loop.call("count the connections of " + address, connections::size);
  }

  /** Number of connections accepted so far. */
  public long acceptedConnections() {
    return loop.call("count the connections of " + address, () -> accepted);
  }

  /** Bytes that were delivered in this direction so far. */
  public long deliveredBytes(Direction direction) {
    return loop.call("count the bytes of " + address, () -> traffic.deliveredBytes(direction));
  }

  /** Resets all connections and closes the listener. */
  @Override
  public void close() {
    change(target::close);
    resetConnections();
    admit(Admission.REFUSE);
  }

  /** A copy: a connection may end while it is changed. */
  private List<Connection> open() {
    return List.copyOf(connections);
  }

  private void change(Runnable change) {
    loop.call(
        "change " + address,
        () -> {
          change.run();
          return true;
        });
  }

  private void accept(SocketChannel client) {
    accepted++;
    try {
      connections.add(new Connection(loop, traffic, target, client, connections::remove));
    } catch (IOException e) {
      // The target's address is not reachable, or the process has no socket.
      target.afterCheck(() -> Sockets.reset(client));
    }
  }
}
