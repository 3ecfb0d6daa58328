package io.tidemark.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.http.protocol.WorkerAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that closes, resets and half-closes connections at each point of a call. */
class CallSocketsTest {
  private static final Duration CONNECTING = Duration.ofSeconds(10);
  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final String LAST =
      "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";
  private static final byte[] REQUEST = "a request!".getBytes(StandardCharsets.US_ASCII);

  private final List<Integer> requestsByConnection = new CopyOnWriteArrayList<>();
  private ServerSocket server;
  private CallSockets sockets;

  /** What the server does with one request. */
  private enum Act {
    ANSWERS,
    SAYS_THAT_IT_CLOSES,
    ANSWERS_AND_CLOSES,
    ANSWERS_AND_HALF_CLOSES,
    ANSWERS_AND_RESETS,
    CLOSES,
    HALF_CLOSES,
    RESETS,
    ANSWERS_A_PART_AND_CLOSES,
    ANSWERS_A_PART_AND_RESETS,
    ANSWERS_IN_PARTS
  }

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    sockets = new CallSockets(new WorkerAddress(false, "127.0.0.1", server.getLocalPort()));
  }

  @AfterEach
  void close() throws IOException {
    sockets.close();
    server.close();
  }

  /** One connection for each list, with one act for each request. */
  @SafeVarargs
  private CompletableFuture<Void> serves(List<Act>... connections) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            for (List<Act> acts : connections) {
              serve(server.accept(), acts);
            }
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private void serve(Socket socket, List<Act> acts) throws IOException, InterruptedException {
    int index = requestsByConnection.size();
    requestsByConnection.add(0);
    InputStream in = socket.getInputStream();
    for (Act act : acts) {
      if (!Arrays.equals(in.readNBytes(REQUEST.length), REQUEST)) {
        throw new IllegalStateException("another request");
      }
      requestsByConnection.set(index, requestsByConnection.get(index) + 1);
      serve(socket, act);
    }
  }

  private static void serve(Socket socket, Act act) throws IOException, InterruptedException {
    switch (act) {
      case ANSWERS, ANSWERS_AND_CLOSES, ANSWERS_AND_HALF_CLOSES, ANSWERS_AND_RESETS ->
          write(socket, ANSWER);
      case SAYS_THAT_IT_CLOSES -> write(socket, LAST);
      case ANSWERS_A_PART_AND_CLOSES, ANSWERS_A_PART_AND_RESETS ->
          write(socket, ANSWER.substring(0, 20));
      case ANSWERS_IN_PARTS -> {
        for (String part : List.of("HTTP/1.1 200 OK\r\nConte", "nt-Length: 2\r\n\r\no", "k")) {
          write(socket, part);
          Thread.sleep(150); // Longer than one read waits.
        }
      }
      default -> {}
    }
    switch (act) {
      case ANSWERS_AND_HALF_CLOSES, HALF_CLOSES -> socket.shutdownOutput();
      case ANSWERS_AND_RESETS, RESETS, ANSWERS_A_PART_AND_RESETS -> {
        if (act == Act.ANSWERS_AND_RESETS) {
          socket.getInputStream().read(); // The answer has been read: the next request comes.
        }
        socket.setSoLinger(true, 0);
        socket.close();
      }
      case ANSWERS_AND_CLOSES, SAYS_THAT_IT_CLOSES, CLOSES, ANSWERS_A_PART_AND_CLOSES ->
          socket.close();
      default -> {}
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private String call() throws Exception {
    ResponseBytes response = sockets.call(REQUEST, () -> {}, CONNECTING);
    return response.status() + " " + new String(response.body(), StandardCharsets.US_ASCII);
  }

  private static void done(CompletableFuture<Void> served) throws Exception {
    served.get(CONNECTING.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void aConnectionIsKeptFromCallToCall() throws Exception {
    CompletableFuture<Void> served =
        serves(List.of(Act.ANSWERS, Act.ANSWERS_IN_PARTS, Act.ANSWERS));

    assertThat(List.of(call(), call(), call())).containsOnly("200 ok");
    done(served);
    assertThat(requestsByConnection).containsExactly(3);
  }

  @ParameterizedTest
  @EnumSource(
      value = Act.class,
      names = {
        "SAYS_THAT_IT_CLOSES",
        "ANSWERS_AND_CLOSES",
        "ANSWERS_AND_HALF_CLOSES",
        "ANSWERS_AND_RESETS"
      })
  void aConnectionThatTheServerHasEndedIsReplaced(Act act) throws Exception {
    CompletableFuture<Void> served = serves(List.of(act), List.of(Act.ANSWERS));

    assertThat(call()).isEqualTo("200 ok");
    assertThat(call()).isEqualTo("200 ok");
    done(served);
    assertThat(requestsByConnection).containsExactly(1, 1);
  }

  /** The worker may have carried it out, and recognizes it. */
  @ParameterizedTest
  @EnumSource(
      value = Act.class,
      names = {"CLOSES", "HALF_CLOSES", "RESETS"})
  void aRequestOverAKeptConnectionIsRepeatedIfNothingWasAnswered(Act act) throws Exception {
    CompletableFuture<Void> served = serves(List.of(Act.ANSWERS, act), List.of(Act.ANSWERS));

    assertThat(call()).isEqualTo("200 ok");
    assertThat(call()).isEqualTo("200 ok");
    done(served);
    assertThat(requestsByConnection).containsExactly(2, 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Act.class,
      names = {"ANSWERS_A_PART_AND_CLOSES", "ANSWERS_A_PART_AND_RESETS"})
  void aPartOfAnAnswerIsAFailureAndNotRepeated(Act act) throws Exception {
    CompletableFuture<Void> served =
        serves(List.of(Act.ANSWERS, act), List.of(act), List.of(Act.ANSWERS));

    assertThat(call()).isEqualTo("200 ok");
    assertThatThrownBy(this::call).as("kept").isInstanceOf(IOException.class);
    assertThatThrownBy(this::call).as("new").isInstanceOf(IOException.class);
    assertThat(call()).isEqualTo("200 ok");
    done(served);
    assertThat(requestsByConnection).containsExactly(2, 1, 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Act.class,
      names = {"CLOSES", "HALF_CLOSES", "RESETS"})
  void aRequestOverANewConnectionIsNotRepeated(Act act) throws Exception {
    CompletableFuture<Void> served = serves(List.of(act), List.of(Act.ANSWERS));

    assertThatThrownBy(this::call).isInstanceOf(IOException.class);
    assertThat(call()).isEqualTo("200 ok");
    done(served);
    assertThat(requestsByConnection).containsExactly(1, 1);
  }
}
