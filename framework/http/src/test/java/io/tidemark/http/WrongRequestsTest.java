package io.tidemark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import io.tidemark.http.policy.DriverPolicy;
import io.tidemark.http.protocol.Protocol;
import io.tidemark.http.protocol.Route;
import io.tidemark.http.protocol.Routes;
import io.tidemark.http.server.ListenException;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are wrong get one line that says so, at once; nothing reaches the worker. */
class WrongRequestsTest {
  /** Only what hangs takes so long. */
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private final RecordingWorker hosted = new RecordingWorker();
  private WorkerServer server;

  @BeforeEach
  void start() throws ListenException {
    server = WorkerServer.start(hosted.port, WorkerServerOptions.DEFAULT);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String answer(byte[] request) throws IOException {
    return Sockets.answer(server.address().port(), request, DEADLINE);
  }

  private String answer(String request) throws IOException {
    return answer(request.getBytes(StandardCharsets.UTF_8));
  }

  private String get(String path, String host) throws IOException {
    return answer("GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(path, host));
  }

  private static byte[] post(String path, String headers, byte[] body) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    String head =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%sContent-Length: %d\r\n\r\n"
            .formatted(path, headers, body.length);
    request.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    request.writeBytes(body);
    return request.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- "})
  void aDeeplyNestedDriverFileIsRefused(String nesting) {
    String yaml = "name: x\ndriverClass: x\na: \n  " + nesting.repeat(100_000);
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          assertThat(answer(post("/initialize-driver", "", yaml.getBytes(StandardCharsets.UTF_8))))
              .startsWith("HTTP/1.1 400");
          assertThatThrownBy(() -> DriverPolicy.STRICT.check("worker", new DriverSource("x", yaml)))
              .isInstanceOf(WorkerException.class)
              .hasMessageContaining("nested too deeply");
        });
    assertThat(hosted.calls).isEmpty();
  }

  @Test
  void aWrongChunkSizeIsSaidToBeOne() throws IOException {
    String chunk = "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\nabc\r\n";
    assertThat(answer("POST /create-topics HTTP/1.1\r\nHost: localhost\r\n" + chunk))
        .startsWith("HTTP/1.1 400")
        .contains("not framed as HTTP requires");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"deadline\": 1}",
        "[]",
        "[null, 1]",
        "[{}, 1]",
        "[{}]",
        "[{}, 1, 2]",
        "null"
      })
  void aPreparationWithoutSetupIsNotOne(String arguments) throws IOException {
    byte[] body = new CBORMapper().writeValueAsBytes(new ObjectMapper().readTree(arguments));
    String headers = Protocol.PROTOCOL_HEADER + ": " + Protocol.VERSION + "\r\n";
    assertThat(answer(post(Routes.OF_WORKERS.named("prepare").path(), headers, body)))
        .startsWith("HTTP/1.1 400")
        .contains("the body is not a valid prepare request");
    assertThat(hosted.calls).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example, 403",
    "evil.example:8080, 403",
    "127.0.0.1.evil.example, 403",
    "localhost.evil.example:80, 403",
    "localhost:8080, 500",
    "127.0.0.1, 500",
    "[::1]:8080, 500"
  })
  void aPageWhoseNameResolvesToLoopbackReadsNothing(String host, int status) throws IOException {
    for (String path : new String[] {"/counters-stats", "/period-stats", "/cumulative-latencies"}) {
      assertThat(get(path, host)).as("500: no driver yet").startsWith("HTTP/1.1 " + status);
    }
  }

  @Test
  void noPathIsForOtherHosts() throws IOException {
    for (String path : new String[] {"/ready", "/", "/nowhere", "/tidemark/nowhere"}) {
      assertThat(get(path, "evil.example")).as(path).startsWith("HTTP/1.1 403");
    }
    assertThat(get("/ready", "localhost")).startsWith("HTTP/1.1 200");
    String head =
        "POST %s HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n"
            + "Tidemark-Protocol: %d\r\nContent-Length: 1\r\n\r\n\200";
    List<String> paths =
        new ArrayList<>(Routes.OF_WORKERS.all().stream().map(Route::path).toList());
    paths.addAll(
        List.of("/stop-all", Protocol.PREFIX + "send-bytes", Protocol.PREFIX + "receive-bytes"));
    for (String path : paths) {
      assertThat(answer(head.formatted(path, Protocol.VERSION)))
          .as(path)
          .startsWith("HTTP/1.1 403")
          .contains("wrong Host header; allowed are localhost");
    }
    assertThat(hosted.calls).isEmpty();
  }

  @Test
  void anAnswerHasNoCharactersThatControlATerminal() throws IOException {
    String yaml = "driverClass: x\n\"\\e[2J\\u202e\": /etc/passwd\n";
    assertThat(answer(post("/initialize-driver", "", yaml.getBytes(StandardCharsets.UTF_8))))
        .startsWith("HTTP/1.1 500")
        .contains("\\u001b[2J\\u202e names a file")
        .doesNotContain("\u001b", "\u202e");
  }
}
