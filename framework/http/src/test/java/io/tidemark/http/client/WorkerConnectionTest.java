package io.tidemark.http.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.http.protocol.WorkerAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerConnectionTest {
  private static final Duration CONNECTING = Duration.ofSeconds(20);
  private static final Duration READING = Duration.ofMillis(300);

  /** Sends a text at once, and then a byte before the timeout of each read. */
  private static void drip(ServerSocket server, String begin, CountDownLatch over) {
    try (Socket socket = server.accept()) {
      OutputStream out = socket.getOutputStream();
      out.write(begin.getBytes(StandardCharsets.US_ASCII));
      while (!over.await(READING.toMillis() / 6, TimeUnit.MILLISECONDS)) {
        out.write('a');
      }
    } catch (IOException e) {
      return; // The reader has closed the connection.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"})
  void theTimeoutIsThatOfTheWholeHeadAndOfTheWholeBody(String begin) throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread dripping = new Thread(() -> drip(server, begin, over));
      dripping.start();
      WorkerAddress address = new WorkerAddress(false, "127.0.0.1", server.getLocalPort());
      try (WorkerConnection connection =
          WorkerConnection.open(address, Optional.empty(), CONNECTING, READING)) {
        assertThatThrownBy(() -> connection.readBody(connection.readHead()))
            .isInstanceOf(SocketTimeoutException.class);
      }
    } finally {
      over.countDown();
    }
  }
}
