package io.tidemark.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between coordinator and worker, and can go silent: then it takes what comes and passes
 * nothing on, closes nothing, refuses nothing, as a network does that drops packets.
 */
final class SilentProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile boolean silent;

  SilentProxy(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  String name() {
    return "127.0.0.1:" + port();
  }

  void goSilent() {
    silent = true;
  }

  private void accept() throws IOException {
    while (!listener.isClosed()) {
      Socket near = listener.accept();
      Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.addAll(List.of(near, far));
      daemon(() -> pass(near, far));
      daemon(() -> pass(far, near));
    }
  }

  private void pass(Socket from, Socket to) throws IOException {
    InputStream in = from.getInputStream();
    OutputStream out = to.getOutputStream();
    byte[] part = new byte[8192];
    for (int length = in.read(part); length >= 0; length = in.read(part)) {
      if (!silent) {
        out.write(part, 0, length);
      }
    }
    if (!silent) {
      to.close();
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                return; // One side has closed.
              }
            },
            "silent-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket each : sockets) {
      each.close();
    }
  }
}
