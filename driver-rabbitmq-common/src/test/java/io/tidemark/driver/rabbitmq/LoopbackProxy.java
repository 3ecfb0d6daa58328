package io.tidemark.driver.rabbitmq;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A load balancer on loopback: leads each connection to the next of its targets. */
public final class LoopbackProxy implements AutoCloseable {
  private final List<Integer> targets;
  private final ServerSocket server;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicLong bytesToBroker = new AtomicLong();

  /**
   * @param targets ports on loopback
   */
  public LoopbackProxy(List<Integer> targets) throws IOException {
    this(targets, "127.0.0.1");
  }

  private LoopbackProxy(List<Integer> targets, String host) throws IOException {
    this.targets = List.copyOf(targets);
    this.server = new ServerSocket(0, 50, InetAddress.getByName(host));
    start(this::accept);
  }

  /** At an address that no certificate of the local brokers is for. */
  public static LoopbackProxy underAnotherName(int target) throws IOException {
    return new LoopbackProxy(List.of(target), "127.0.0.2");
  }

  public String address() {
    return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
  }

  public int connections() {
    return connections.get();
  }

  public long bytesToBroker() {
    return bytesToBroker.get();
  }

  /** Cuts every connection. */
  public void sever() {
    for (Socket socket = sockets.poll(); socket != null; socket = sockets.poll()) {
      closed(socket);
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "loopback-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        int port = targets.get(connections.getAndIncrement() % targets.size());
        Socket broker = new Socket(InetAddress.getLoopbackAddress(), port);
        client.setTcpNoDelay(true);
        broker.setTcpNoDelay(true);
        sockets.add(client);
        sockets.add(broker);
        start(() -> copy(client, broker, bytesToBroker));
        start(() -> copy(broker, client, new AtomicLong()));
      }
    } catch (IOException e) {
      // Closed: no further connections.
    }
  }

  private static void copy(Socket from, Socket to, AtomicLong counter) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      byte[] buffer = new byte[64 << 10];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        counter.addAndGet(count);
        out.write(buffer, 0, count);
      }
    } catch (IOException e) {
      // Severed, or closed by one end.
    } finally {
      closed(from);
      closed(to);
    }
  }

  private static void closed(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    sever();
  }
}
