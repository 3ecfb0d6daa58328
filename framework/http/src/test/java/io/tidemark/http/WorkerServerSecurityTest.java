package io.tidemark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.Protocol;
import io.tidemark.http.protocol.Route;
import io.tidemark.http.protocol.Routes;
import io.tidemark.http.protocol.Token;
import io.tidemark.http.server.ListenException;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks with access to the port only. */
@Tag("slow")
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
    start(700, Duration.ofSeconds(5));
  }

  private void start(int connections, Duration idle) throws ListenException {
    server =
        WorkerServer.start(
            hosted.port, ServerOptions.limited(TOKEN, MAX_BODY_BYTES, connections, idle));
    friend = friend(TOKEN);
  }

  private void restart(int connections, Duration idle) throws ListenException {
    server.close();
    hosted.calls.clear();
    start(connections, idle);
  }

  private HttpWorker friend(Optional<Token> token) {
    return HttpWorker.at(server.address(), HttpWorkerOptions.DEFAULT.withToken(token));
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
        .header(Protocol.PROTOCOL_HEADER, String.valueOf(Protocol.VERSION));
  }

  private void assertStillServes() throws WorkerException, InterruptedException {
    assertThat(friend.readClock().epochNanos()).isEqualTo(42);
  }

  @Test
  void refusesAWrongAndAMissingTokenOnEveryPath() throws Exception {
    for (Route route : Routes.OF_WORKERS.all()) {
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
    byte[] body = Routes.OF_WORKERS.named("describe").request(DEADLINE);
    HttpRequest.Builder other =
        request(Protocol.PREFIX + "describe")
            .header("Authorization", TOKEN.orElseThrow().header())
            .header(Protocol.PROTOCOL_HEADER, "9000");
    HttpRequest.Builder ofAProduct = other.copy().header(Protocol.PRODUCT_HEADER, "9.9");
    HttpResponse<String> response = send(ofAProduct.POST(BodyPublishers.ofByteArray(body)).build());
    assertThat(response.statusCode()).isEqualTo(426);
    assertThat(response.body().strip().lines()).hasSize(1);
    assertThat(response.body())
        .contains("worker has protocol " + Protocol.VERSION, "coordinator 9000", "Tidemark 9.9");
    assertThat(send(other.POST(BodyPublishers.noBody()).build()).statusCode()).isEqualTo(426);
  }

  @Test
  void refusesWebPages() throws Exception {
    HttpResponse<String> response =
        send(
            authorized(Protocol.PREFIX + "describe")
                .header("Origin", "http://evil.example")
                .POST(BodyPublishers.noBody())
                .build());
    assertThat(response.statusCode()).isEqualTo(403);
  }

  @Test
  void surviveGarbageAndHugeBodies() throws Exception {
    byte[] garbage = new byte[5_000];
    new Random(1).nextBytes(garbage);
    for (Route route : Routes.OF_WORKERS.all()) {
      HttpResponse<String> response =
          send(authorized(route.path()).POST(BodyPublishers.ofByteArray(garbage)).build());
      assertThat(response.statusCode()).as(route.operation()).isEqualTo(400);
    }
    byte[] huge = new byte[(int) MAX_BODY_BYTES + 1];
    BodyPublisher ofUnknownLength =
        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(huge));
    for (BodyPublisher body : List.of(BodyPublishers.ofByteArray(huge), ofUnknownLength)) {
      assertThat(send(authorized(Protocol.PREFIX + "prepare").POST(body).build()).statusCode())
          .isEqualTo(413);
    }
    assertThat(hosted.calls).isEmpty();
    assertStillServes();
  }

  @Test
  void survivesFiveHundredSilentConnectionsAndGarbageOnTheSocket() throws Exception {
    String head = "POST " + Protocol.PREFIX + "prepare HTTP/1.1\r\nHost:";
    try (Sockets silent = open(500, i -> i % 2 == 0 ? head : "\u0016\u0003")) {
      assertStillServes();
    }
    assertStillServes();
  }

  @Test
  void closesConnectionsThatKeepThemselvesAliveWithoutARequest() throws Exception {
    restart(20, Duration.ofMillis(1_500));
    hosted.behavior =
        operation -> {
          if (operation.equals("describe")) {
            TimeUnit.SECONDS.sleep(4); // Longer than such a connection may live.
          }
        };
    try (Sockets sockets = open(20, i -> "")) {
      Awaitility.await("all places are free again though a byte comes on each all the while")
          .atMost(DEADLINE)
          .pollInterval(Duration.ofMillis(200))
          .until(() -> sockets.all().stream().noneMatch(WorkerServerSecurityTest::trickle));
      assertThat(friend.describe(DEADLINE).version()).isEqualTo("1.2.3");
    }
  }

  /** Sends a byte of an endless header; false when the other side has had enough. */
  private static boolean trickle(Socket socket) {
    try {
      socket.getOutputStream().write('x');
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        Protocol.PREFIX,
        Protocol.PREFIX + "../../../etc/passwd",
        Protocol.PREFIX + "%2e%2e/%2e%2e/etc/passwd",
        Protocol.PREFIX + "prepare/../read-clock",
        "//tidemark//v3//read-clock",
        Protocol.PREFIX + "read-clock%00",
        Protocol.PREFIX + "read-clock;x=y",
        Protocol.PREFIX + "..%5c..%5cread-clock",
        "/metrics",
        "/WEB-INF/web.xml",
        "/%"
      })
  void servesNothingButItsPaths(String path) throws Exception {
    for (String method : List.of("GET", "POST", "PUT", "DELETE", "TRACE", "OPTIONS")) {
      String answer =
          raw(
              method
                  + " "
                  + path
                  + " HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n"
                  + "Connection: close\r\n\r\n",
              DEADLINE);
      assertThat(answer).as(method).doesNotStartWith("HTTP/1.1 2").doesNotContain("root:");
    }
    assertThat(hosted.calls).isEmpty();
    assertStillServes();
  }

  private String raw(String request, Duration within) throws IOException {
    byte[] bytes = request.getBytes(StandardCharsets.ISO_8859_1);
    return Sockets.answer(server.address().port(), bytes, within);
  }

  @Test
  void reportsOnlyReadinessWithoutAToken() throws Exception {
    HttpResponse<String> response = send(request("/ready").GET().build());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("ready\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET /ready", "HEAD /ready", "GET /ready/", "GET /nowhere", "GET /%2e%2e"})
  void keepsNoConnectionOfThoseWithoutTheToken(String request) throws Exception {
    Duration within = Duration.ofSeconds(3); // Shorter than a silent connection may live.
    assertThat(raw(request + " HTTP/1.1\r\nHost: x\r\n\r\n", within)).isNotEmpty();
  }

  @Test
  void keepsTheConnectionOfItsCoordinator() throws Exception {
    HttpResponse<String> response =
        send(
            authorized(Protocol.PREFIX + "read-clock")
                .POST(BodyPublishers.ofByteArray(Routes.READ_CLOCK.request()))
                .build());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Connection")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void hasNoPathsOfOmbBesideAToken(boolean insecure) throws Exception {
    server.close();
    hosted.calls.clear();
    server =
        WorkerServer.start(hosted.port, ServerOptions.listening("127.0.0.1", 0, TOKEN, insecure));
    for (HttpRequest.Builder request :
        List.of(request("/initialize-driver"), authorized("/initialize-driver"))) {
      HttpRequest ofOmb =
          request.POST(BodyPublishers.ofString("driverClass: a.B\ntopic: {}\n")).build();
      assertThat(send(ofOmb).statusCode()).isEqualTo(404);
    }
    assertThat(hosted.calls).isEmpty();
  }

  @Test
  void slowBodiesWithoutTheTokenHoldNoThread() throws Exception {
    String begin =
        "POST " + Protocol.PREFIX + "prepare HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\nx";
    try (Sockets slow = open(100, i -> begin)) {
      assertStillServes();
    }
  }

  @Test
  void silentConnectionsTakeNoPlaceOfACoordinator() throws Exception {
    restart(40, Duration.ofMinutes(5));
    try (Sockets moreThanAreAccepted = open(100, i -> "")) {
      assertStillServes();
      try (HttpWorker other = friend(TOKEN)) {
        assertThat(other.readClock().epochNanos()).isEqualTo(42);
      }
      assertStillServes();
    }
  }

  @Test
  void bodiesThatStopComingHoldNoThread() throws Exception {
    restart(700, Duration.ofMinutes(5));
    try (Sockets moreThanThreads = open(60, i -> stalledBody())) {
      assertStillServes();
      for (Socket socket : moreThanThreads.all()) {
        socket.setSoTimeout(1);
        assertThatThrownBy(() -> socket.getInputStream().read())
            .as("still waited for")
            .isInstanceOf(SocketTimeoutException.class);
      }
    }
  }

  private Sockets open(int count, IntFunction<String> begin) throws IOException {
    return Sockets.open(server.address().port(), count, begin);
  }

  private static String stalledBody() {
    return "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n"
            .formatted(Routes.OF_WORKERS.named("prepare").path())
        + "Tidemark-Protocol: %d\r\nAuthorization: ".formatted(Protocol.VERSION)
        + TOKEN.orElseThrow().header()
        + "\r\n\r\nx";
  }

  @Test
  void bodiesThatStopComingAreGivenUp() throws Exception {
    restart(700, Duration.ofSeconds(2));
    try (Sockets stalled = open(60, i -> stalledBody())) {
      for (Socket socket : stalled.all()) {
        assertThat(statusLine(socket)).isIn("", "HTTP/1.1 408 Request Timeout");
      }
    }
    assertThat(hosted.calls).isEmpty();
  }

  /** How the server closed the connection; empty when it did so without a word. */
  private static String statusLine(Socket socket) throws IOException {
    socket.setSoTimeout((int) Duration.ofMinutes(1).toMillis());
    try {
      byte[] answer = socket.getInputStream().readAllBytes();
      return new String(answer, StandardCharsets.ISO_8859_1).lines().findFirst().orElse("");
    } catch (SocketException e) {
      return "";
    }
  }

  @Test
  void listensElsewhereOnlyWithATokenOrWhenTold() {
    assertThatThrownBy(() -> ServerOptions.listening("0.0.0.0", 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--token-file")
        .hasMessageContaining("--insecure");
    assertThatThrownBy(() -> ServerOptions.listening("0.0.0.0", 0, TOKEN, false))
        .as("a token that everyone on the network can read")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("without TLS")
        .hasMessageContaining("--insecure");
    assertThat(ServerOptions.listening("0.0.0.0", 0, TOKEN, true).bind()).isEqualTo("0.0.0.0");
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
