package io.tidemark.features.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveServerTest {
  private final BlockingQueue<LiveServer.Change> changes = new LinkedBlockingQueue<>();
  private LiveServer server;
  private int port;

  @BeforeEach
  void start() throws IOException {
    server =
        LiveServer.start(
            0,
            new LiveServer.Pages() {
              @Override
              public String page() {
                return "<p>page</p>";
              }

              @Override
              public Optional<LiveServer.Change> after(long seen) throws InterruptedException {
                return Optional.of(changes.take()).filter(change -> change.number() > seen);
              }

              @Override
              public Optional<String> report(int run) {
                return run == 1 ? Optional.of("<p>report</p>") : Optional.empty();
              }
            });
    port = URI.create(server.url()).getPort();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** The whole answer to a request with these lines. */
  private String answer(String... lines) throws IOException {
    try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
      String request = String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String host() {
    return "Host: 127.0.0.1:" + port;
  }

  @Test
  void servesThePageAndReportsOfRuns() throws IOException {
    assertThat(server.url()).isEqualTo("http://127.0.0.1:" + port + "/");
    assertThat(answer("GET / HTTP/1.1", host()))
        .startsWith("HTTP/1.1 200")
        .endsWith("<p>page</p>")
        .containsIgnoringCase("content-type: text/html;charset=utf-8")
        .containsIgnoringCase("cache-control: no-store");
    assertThat(answer("GET /runs/1 HTTP/1.1", "Host: localhost:" + port)).endsWith("report</p>");
    assertThat(answer("GET /runs/2 HTTP/1.1", host())).startsWith("HTTP/1.1 404");
    assertThat(answer("GET /runs/../x HTTP/1.1", host())).startsWith("HTTP/1.1 404");
  }

  @Test
  void refusesOtherHostsAndOtherMethods() throws IOException {
    for (String wrong : List.of("evil.example:" + port, "127.0.0.1", "127.0.0.1:1")) {
      assertThat(answer("GET / HTTP/1.1", "Host: " + wrong))
          .startsWith("HTTP/1.1 403")
          .doesNotContain("<p>");
    }
    assertThat(answer("POST / HTTP/1.1", host(), "Content-Length: 0"))
        .startsWith("HTTP/1.1 405")
        .containsIgnoringCase("allow: GET");
  }

  @Test
  void answersBesideSlowConnections() throws IOException {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port);
        slow.add(socket);
        socket.getOutputStream().write("GET /ev".getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(answer("GET / HTTP/1.1", host())).endsWith("<p>page</p>");
      for (int i = 0; i < 60; i++) {
        Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port);
        slow.add(socket);
        String head = "GET / HTTP/1.1\r\n" + host() + "\r\nContent-Length: 9\r\n\r\nx";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(answer("GET / HTTP/1.1", host())).endsWith("<p>page</p>");
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void sendsChangesUntilTheLast() throws Exception {
    changes.add(new LiveServer.Change(1, "<p>\none</p>", false));
    changes.add(new LiveServer.Change(1, "not new", false));
    changes.add(new LiveServer.Change(2, "two", true));
    assertThat(answer("GET /events HTTP/1.1", host()).replace("\r", ""))
        .startsWith("HTTP/1.1 200")
        .containsIgnoringCase("content-type: text/event-stream")
        .contains("data: <p>\ndata: one</p>\n\n", ":\n\n")
        .contains("data: two\n\nevent: end\ndata:\n\n")
        .doesNotContain("not new");
    Awaitility.await("a free place after the end").until(() -> !server.hasReaders());
  }

  @Test
  void aPortInUseIsAnError() {
    assertThatThrownBy(() -> LiveServer.start(port, null)).isInstanceOf(IOException.class);
  }
}
