package io.tidemark.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The listening socket of a proxy. */
final class Listener {
  private static final int BACKLOG = 512;

  /**
   * Connections that fill the queue of a listener with backlog 1: Linux admits one more than the
   * backlog, and then drops each further SYN. So a program without privileges can keep an address
   * from answering.
   */
  private static final int FILLERS = 3;

  private static final long RETRY_NANOS = 100_000_000;
  private final EventLoop loop;
  private final Consumer<SocketChannel> clients;
  private final InetSocketAddress address;
  private final List<SocketChannel> fillers = new ArrayList<>();
  private ServerSocketChannel channel;
  private SelectionKey key;
  private Admission admission = Admission.ACCEPT;

  Listener(EventLoop loop, InetSocketAddress address, Consumer<SocketChannel> clients)
      throws IOException {
    this.loop = loop;
    this.clients = clients;
    this.channel = bound(address, BACKLOG);
    this.address = (InetSocketAddress) channel.getLocalAddress();
    this.key = registered(channel);
  }

  InetSocketAddress address() {
    return address;
  }

  /** Another admission needs another socket: a socket's backlog is fixed. */
  void admit(Admission wanted) throws IOException {
    if (wanted == admission) {
      return;
    }
    Sockets.close(channel);
    fillers.forEach(Sockets::reset);
    fillers.clear();
    loop.releaseClosed();
    admission = Admission.REFUSE; // No socket listens now.
    if (wanted == Admission.ACCEPT) {
      channel = bound(address, BACKLOG);
      key = registered(channel);
    } else if (wanted == Admission.DROP) {
      channel = bound(address, 1);
      loop.register(channel, () -> {});
      fill();
    }
    admission = wanted;
  }

  private void fill() throws IOException {
    for (int i = 0; i < FILLERS; i++) {
      SocketChannel filler = SocketChannel.open();
      fillers.add(filler);
      filler.configureBlocking(false);
      loop.register(filler, () -> {});
      filler.connect(address);
    }
  }

  private static ServerSocketChannel bound(InetSocketAddress address, int backlog)
      throws IOException {
    ServerSocketChannel opened = ServerSocketChannel.open();
    try {
      opened.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      opened.configureBlocking(false);
      return opened.bind(address, backlog);
    } catch (IOException e) {
      Sockets.close(opened);
      throw e;
    }
  }

  private SelectionKey registered(ServerSocketChannel opened) throws IOException {
    return loop.register(opened, this::accept).interestOps(SelectionKey.OP_ACCEPT);
  }

  private void accept() {
    try {
      for (SocketChannel client = channel.accept(); client != null; client = channel.accept()) {
        clients.accept(client);
      }
    } catch (IOException e) {
      // The process has no free file descriptor: the connection stays in the queue.
      SelectionKey waiting = key;
      waiting.interestOps(0);
      loop.runAt(System.nanoTime() + RETRY_NANOS, () -> resume(waiting));
    }
  }

  private static void resume(SelectionKey waiting) {
    if (waiting.isValid()) {
      waiting.interestOps(SelectionKey.OP_ACCEPT);
    }
  }
}
