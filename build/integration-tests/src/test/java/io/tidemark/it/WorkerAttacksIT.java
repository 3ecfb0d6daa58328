package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.http.protocol.Protocol;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker process with the default heap, without a token, and callers that mean no good. */
class WorkerAttacksIT {
  private static final int CALLERS = 30;
  private static final int STALLED = 60;
  private static final int BODY_BYTES = 60_000_000;
  private static final Duration DEADLINE = Duration.ofMinutes(3);

  @TempDir Path folder;
  private WorkerProcess worker;

  private void start(String option) throws IOException {
    worker =
        WorkerProcess.start(
            TidemarkProcess.ROOT, folder, Map.of("HEAP_OPTS", "-Xms64m -Xmx1g"), option);
  }

  @AfterEach
  void stop() {
    worker.close();
  }

  private Socket post(String path) throws IOException {
    Socket socket = new Socket("127.0.0.1", worker.port());
    socket.setSoTimeout((int) DEADLINE.toMillis());
    socket
        .getOutputStream()
        .write(
            ("POST %s HTTP/1.1\r\nHost: localhost\r\nTidemark-Protocol: %d\r\n"
                        .formatted(path, Protocol.VERSION)
                    + "Connection: close\r\nContent-Length: "
                    + BODY_BYTES
                    + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  private void assertServes() throws Exception {
    assertThat(worker.process().isAlive()).as(worker.process().output()).isTrue();
    HttpRequest ready =
        HttpRequest.newBuilder(URI.create(worker.url() + "/ready")).timeout(DEADLINE).build();
    assertThat(HttpClient.newHttpClient().send(ready, BodyHandlers.ofString()).body())
        .isEqualTo("ready\n");
    assertThat(worker.process().output()).doesNotContain("OutOfMemory");
  }

  /** The status line; empty if the connection was closed while the request was written. */
  private String bigBody(String path) {
    byte[] part = new byte[1 << 20];
    try (Socket socket = post(path)) {
      OutputStream out = socket.getOutputStream();
      for (int left = BODY_BYTES; left > 0; left -= part.length) {
        out.write(part, 0, Math.min(left, part.length));
      }
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      return answer.lines().findFirst().orElse("");
    } catch (IOException e) {
      return ""; // Of a worker that has ended assertServes() says so.
    }
  }

  @Test
  @Tag("release")
  void survivesManyBigBodiesAtOnce() throws Exception {
    start("--insecure");
    for (String path :
        List.of(Protocol.PREFIX + "prepare", "/initialize-driver", "/create-topics")) {
      ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
      try {
        List<Callable<String>> calls = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
          calls.add(() -> bigBody(path));
        }
        for (Future<String> answer : callers.invokeAll(calls)) {
          assertThat(answer.get())
              .as(path)
              .satisfiesAnyOf(
                  text -> assertThat(text).isEmpty(),
                  text -> assertThat(text).startsWith("HTTP/1.1 4"),
                  text -> assertThat(text).startsWith("HTTP/1.1 5"));
        }
      } finally {
        callers.shutdownNow();
      }
      assertServes();
    }
  }

  @Test
  void servesOthersWhileManyBodiesStall() throws Exception {
    start("--insecure");
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < STALLED; i++) {
        Socket socket = post(i % 2 == 0 ? Protocol.PREFIX + "prepare" : "/create-topics");
        sockets.add(socket);
        socket.getOutputStream().write(new byte[100_000]);
      }
      assertServes();
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
