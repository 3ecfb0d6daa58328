package io.tidemark.http;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Connections of clients that send only so much, closed together. */
record Sockets(List<Socket> all) implements AutoCloseable {
  /**
   * @param begin what each sends at once
   */
  static Sockets open(int port, int count, IntFunction<String> begin) throws IOException {
    Sockets sockets = new Sockets(new ArrayList<>());
    for (int i = 0; i < count; i++) {
      Socket socket = new Socket("127.0.0.1", port);
      sockets.all.add(socket);
      socket.getOutputStream().write(begin.apply(i).getBytes(StandardCharsets.ISO_8859_1));
    }
    return sockets;
  }

  /** All that the server answers until it closes the connection. */
  static String answer(int port, byte[] request, Duration within) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout((int) within.toMillis());
      socket.getOutputStream().write(request);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : all) {
      socket.close();
    }
  }
}
