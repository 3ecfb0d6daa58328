package io.tidemark.proxy;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A client's connection together with the one to the target. */
final class Connection implements Pipe.Ends {
  private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private final Target server;
  private final SocketChannel client;
  private final SocketChannel target;
  private final Consumer<Connection> onEnd;
  private final SelectionKey clientKey;
  private final SelectionKey targetKey;
  private final Pipe toTarget;
  private final Pipe toClient;
  private boolean connected;
  private boolean ended;

  Connection(
      EventLoop loop,
      ProxiedTraffic traffic,
      Target server,
      SocketChannel client,
      Consumer<Connection> onEnd)
      throws IOException {
    this.server = server;
    this.client = client;
    this.onEnd = onEnd;
    this.target = SocketChannel.open();
    try {
      prepare(client);
      prepare(target);
      this.clientKey = loop.register(client, this::clientReady);
      this.targetKey = loop.register(target, this::targetReady);
      this.toTarget = new Pipe(Direction.TO_TARGET, traffic, this, loop, client, target);
      this.toClient = new Pipe(Direction.TO_CLIENT, traffic, this, loop, target, client);
      connected = target.connect(server.address());
    } catch (IOException e) {
      Sockets.close(target);
      throw e;
    }
    loop.runAt(System.nanoTime() + CONNECT_NANOS, this::requireConnected);
    updateInterest();
  }

  private static void prepare(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  Pipe pipe(Direction direction) {
    return direction == Direction.TO_TARGET ? toTarget : toClient;
  }

  /** Closes both sides with RST. */
  void reset() {
    if (!ended) {
      ended = true;
      Sockets.reset(client);
      Sockets.reset(target);
      release();
    }
  }

  @Override
  public void failed(SocketChannel side) {
    if (side == target) {
      server.afterCheck(this::reset);
    } else {
      reset();
    }
  }

  @Override
  public void end(Pipe pipe) {
    if (pipe == toClient && !toTarget.hasReadToEnd()) {
      server.afterCheck(() -> deliverEnd(pipe));
    } else {
      deliverEnd(pipe);
    }
  }

  private void deliverEnd(Pipe pipe) {
    pipe.flush(true);
    updateInterest();
  }

  @Override
  public boolean hasEnded() {
    return ended;
  }

  private void requireConnected() {
    if (!connected) {
      reset();
    }
  }

  private void clientReady() {
    if (!ended && clientKey.isValid()) {
      // Before either call: both can reset the connection, which cancels the key.
      boolean writable = clientKey.isWritable();
      toTarget.read(clientKey.isReadable());
      toClient.flush(writable);
      updateInterest();
    }
  }

  private void targetReady() {
    try {
      if (!ended && !connected && targetKey.isConnectable()) {
        connected = target.finishConnect();
      }
    } catch (IOException e) {
      server.afterCheck(this::reset); // The target does not listen.
    }
    if (!ended && connected && targetKey.isValid()) {
      boolean writable = targetKey.isWritable();
      toClient.read(targetKey.isReadable());
      toTarget.flush(writable);
      updateInterest();
    }
  }

  @Override
  public void updateInterest() {
    if (ended) {
      return;
    }
    if (toTarget.isFinished() && toClient.isFinished()) {
      ended = true;
      Sockets.close(client);
      Sockets.close(target);
      release();
    } else if (connected) {
      setInterest(clientKey, toTarget.wantsRead(), toClient.wantsWrite());
      setInterest(targetKey, toClient.wantsRead(), toTarget.wantsWrite());
    } else {
      targetKey.interestOps(SelectionKey.OP_CONNECT);
    }
  }

  private static void setInterest(SelectionKey key, boolean read, boolean write) {
    int wanted = (read ? SelectionKey.OP_READ : 0) | (write ? SelectionKey.OP_WRITE : 0);
    if (key.interestOps() != wanted) {
      key.interestOps(wanted);
    }
  }

  private void release() {
    toTarget.release();
    toClient.release();
    onEnd.accept(this);
  }
}
