package io.tidemark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.http.Arguments.Within;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What somebody tries who may reach the port and nothing else. */
class WorkerServerSecurityTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final Optional<Token> TOKEN = Optional.of(new Token("correct-horse-battery"));
  private static final long MAX_BODY_BYTES = 100_000;

  private final RecordingWorker hosted = new RecordingWorker();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private WorkerServer server;
  private HttpWorker friend;

  @BeforeEach
  void start() throws ListenException {
    server =
        WorkerServer.start(
            hosted,
            WorkerServerOptions.DEFAULT
                .withToken(TOKEN)
                .withLimits(MAX_BODY_BYTES, 700, Duration.ofSeconds(5)));
    friend = friend(TOKEN);
  }

  private HttpWorker friend(Optional<Token> token) {
    return new HttpWorker(server.address(), HttpWorkerOptions.DEFAULT.withToken(token));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.address() + path)).timeout(DEADLINE);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofString());
  }

  private HttpRequest.Builder authorized(String path) {
    return request(path)
        .header("Authorization", TOKEN.orElseThrow().header())
        .header(Protocol.PROTOCOL_HEADER, "1");
  }

  private void assertStillServes() throws WorkerException, InterruptedException {
    assertThat(friend.readClock().epochNanos()).isEqualTo(42);
  }

  @Test
  void refusesAWrongAndAMissingTokenOnEveryPath() throws Exception {
    for (Route<?, ?> route : Routes.ALL) {
      for (String token : List.of("", "Bearer wrong", "Bearer correct-horse-batter")) {
        HttpRequest.Builder request = request(route.path()).POST(BodyPublishers.ofString("x"));
        HttpResponse<String> response =
            send(
                token.isEmpty() ? request.build() : request.header("Authorization", token).build());
        assertThat(response.statusCode()).as(route.operation()).isEqualTo(401);
        assertThat(response.body()).doesNotContain("horse");
      }
    }
    assertThat(hosted.calls).isEmpty();
    WorkerException failure =
        catchThrowableOfType(
            WorkerException.class,
            () -> friend(Optional.of(new Token("wrong-wrong-wrong"))).describe(DEADLINE));
    assertThat(failure.kind()).isEqualTo(Kind.CONFIGURATION);
    assertThat(failure.oneLine()).contains("token").doesNotContain("wrong-wrong-wrong");
  }

  @Test
  void saysInOneLineWhenVersionsDiffer() throws Exception {
    byte[] body = WireFormat.write(new Within(DEADLINE));
    HttpResponse<String> response =
        send(
            request("/tidemark/v1/describe")
                .header("Authorization", TOKEN.orElseThrow().header())
                .header(Protocol.PROTOCOL_HEADER, "2")
                .header(Protocol.PRODUCT_HEADER, "9.9")
                .POST(BodyPublishers.ofByteArray(body))
                .build());
    assertThat(response.statusCode()).isEqualTo(426);
    assertThat(response.body().strip().lines()).hasSize(1);
    assertThat(response.body())
        .contains("worker speaks protocol 1", "coordinator 2", "Tidemark 9.9");
    HttpResponse<String> later =
        send(
            request("/tidemark/v2/describe")
                .header("Authorization", TOKEN.orElseThrow().header())
                .header(Protocol.PROTOCOL_HEADER, "2")
                .POST(BodyPublishers.noBody())
                .build());
    assertThat(later.statusCode()).isEqualTo(426);
  }

  @Test
  void refusesWebPages() throws Exception {
    HttpResponse<String> response =
        send(
            authorized("/tidemark/v1/describe")
                .header("Origin", "http://evil.example")
                .POST(BodyPublishers.noBody())
                .build());
    assertThat(response.statusCode()).isEqualTo(403);
  }

  @Test
  void surviveGarbageAndHugeBodies() throws Exception {
    byte[] garbage = new byte[5_000];
    new Random(1).nextBytes(garbage);
    for (Route<?, ?> route : Routes.ALL) {
      HttpResponse<String> response =
          send(authorized(route.path()).POST(BodyPublishers.ofByteArray(garbage)).build());
      assertThat(response.statusCode()).as(route.operation()).isEqualTo(400);
    }
    byte[] huge = new byte[(int) MAX_BODY_BYTES + 1];
    assertThat(
            send(authorized("/tidemark/v1/prepare").POST(BodyPublishers.ofByteArray(huge)).build())
                .statusCode())
        .isEqualTo(413);
    assertThat(hosted.calls).isEmpty();
    assertStillServes();
  }

  @Test
  void survivesFiveHundredSilentConnectionsAndGarbageOnTheSocket() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 500; i++) {
        Socket socket = new Socket("127.0.0.1", server.address().port());
        sockets.add(socket);
        String start = i % 2 == 0 ? "POST /tidemark/v1/prepare HTTP/1.1\r\nHost:" : "\u0016\u0003";
        socket.getOutputStream().write(start.getBytes(StandardCharsets.ISO_8859_1));
      }
      assertStillServes();
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
    assertStillServes();
  }

  @Test
  void slowBodiesWithoutTheTokenHoldNoThread() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        Socket socket = new Socket("127.0.0.1", server.address().port());
        sockets.add(socket);
        socket
            .getOutputStream()
            .write(
                "POST /tidemark/v1/prepare HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\nx"
                    .getBytes(StandardCharsets.ISO_8859_1));
      }
      assertStillServes();
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void aReplayedCommandIsNotDoneAgain() throws Exception {
    friend.prepare(Samples.setup("run", new PayloadSpec.Zeros()), DEADLINE);
    friend.pauseConsumers();
    HttpRequest replay =
        authorized("/tidemark/v1/pause-consumers")
            .header(Protocol.RUN_HEADER, "run")
            .header(Protocol.SEQUENCE_HEADER, "2")
            .POST(BodyPublishers.ofByteArray(WireFormat.write(Arguments.None.NONE)))
            .build();
    assertThat(send(replay).statusCode()).isEqualTo(200);
    assertThat(send(replay).statusCode()).isEqualTo(200);
    assertThat(hosted.countOf("pauseConsumers")).isEqualTo(1);
  }

  @Test
  void listensElsewhereOnlyWithATokenOrWhenTold() {
    assertThatThrownBy(() -> WorkerServerOptions.DEFAULT.withListening("0.0.0.0", 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--token-file")
        .hasMessageContaining("--insecure");
    assertThat(WorkerServerOptions.DEFAULT.withToken(TOKEN).withListening("0.0.0.0", 0).bind())
        .isEqualTo("0.0.0.0");
  }

  @Test
  void refusesADriverFileThatReadsFiles() {
    WorkerException failure =
        catchThrowableOfType(
            WorkerException.class,
            () ->
                friend.prepare(
                    Samples.setup(
                        "run",
                        new PayloadSpec.Zeros(),
                        "driverClass: a.B\nkeyFile: /etc/shadow\n",
                        DEADLINE),
                    DEADLINE));
    assertThat(failure.kind()).isEqualTo(Kind.CONFIGURATION);
    assertThat(failure.oneLine()).contains("keyFile").doesNotContain("shadow");
    assertThat(hosted.calls).isEmpty();
  }

  @Test
  void aTokenShowsItselfNowhereAndIsNotTooShort() {
    assertThat(TOKEN.orElseThrow().toString()).doesNotContain("horse");
    assertThat(HttpWorkerOptions.DEFAULT.withToken(TOKEN).toString()).doesNotContain("horse");
    assertThatThrownBy(() -> new Token("short")).hasMessageNotContaining("short\"");
  }
}
