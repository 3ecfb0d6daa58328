package io.tidemark.features.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.base.Deadline;
import io.tidemark.driver.settings.Quantities;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program in a container, over the WebSocket of the API: the first byte of each message says what
 * the rest is. For one program.
 */
final class ExecSocket implements WebSocket.Listener {
  static final String PROTOCOL = "v4.channel.k8s.io";

  private static final byte OUTPUT = 1;
  private static final byte ERRORS = 2;
  private static final byte STATUS = 3;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int MOST_BYTES = 1 << 20;

  private final OutputStream output;
  private final long mostOutputBytes;
  private long outputBytes;
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private final ByteArrayOutputStream status = new ByteArrayOutputStream();
  private final CompletableFuture<Boolean> closed = new CompletableFuture<>();
  private boolean inMessage;
  private byte channel;

  /**
   * @param output takes what the program prints
   * @param mostOutputBytes more is an error
   */
  ExecSocket(OutputStream output, long mostOutputBytes) {
    this.output = output;
    this.mostOutputBytes = mostOutputBytes;
  }

  /**
   * Runs the program to its end.
   *
   * @param uri names the program
   * @throws IOException if it cannot be started, fails, or is not done within the limit
   */
  void run(WebSocket.Builder builder, URI uri, Duration limit)
      throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(limit);
    WebSocket socket = await(builder.buildAsync(uri, this), deadline, limit);
    try {
      await(closed, deadline, limit);
    } finally {
      socket.abort();
    }
    requireSuccess();
  }

  private static <T> T await(CompletableFuture<T> future, Deadline deadline, Duration limit)
      throws IOException, InterruptedException {
    try {
      return future.get(Math.max(1, deadline.left().toMillis()), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("exec was not done after " + Quantities.spaced(limit), e);
    } catch (ExecutionException e) {
      throw failure(Objects.requireNonNullElse(e.getCause(), e));
    }
  }

  private static IOException failure(Throwable cause) {
    if (cause instanceof WebSocketHandshakeException refused) {
      int code = refused.getResponse().statusCode();
      String why =
          switch (code) {
            case FORBIDDEN -> ": the service account of this pod has no right to pods/exec";
            case NOT_FOUND -> ": there is no such pod";
            default -> "";
          };
      return new IOException("exec: the API server answered " + code + why, cause);
    }
    return new IOException("exec: " + cause.getMessage(), cause);
  }

  private void requireSuccess() throws IOException {
    JsonNode ended = new ObjectMapper().readTree(status.toByteArray());
    if (ended.path("status").asText().equals("Success")) {
      return;
    }
    String printed =
        errors
            .toString(StandardCharsets.UTF_8)
            .lines()
            .filter(each -> !each.isBlank())
            .reduce((first, last) -> last)
            .orElse("no message");
    String said = ended.path("message").asText("the connection ended before the program");
    throw new IOException("exec: " + said + ": " + printed);
  }

  @Override
  public synchronized CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
    try {
      if (!inMessage && data.hasRemaining()) {
        channel = data.get();
        inMessage = true;
      }
      byte[] bytes = new byte[data.remaining()];
      data.get(bytes);
      take(bytes);
      inMessage = inMessage && !last;
      socket.request(1);
    } catch (IOException e) {
      closed.completeExceptionally(e);
    }
    return CompletableFuture.completedStage(null);
  }

  private void take(byte[] bytes) throws IOException {
    switch (channel) {
      case OUTPUT -> {
        outputBytes += bytes.length;
        if (outputBytes > mostOutputBytes) {
          throw new IOException("more than " + mostOutputBytes + " bytes of output");
        }
        output.write(bytes);
      }
      case ERRORS -> add(errors, bytes);
      case STATUS -> add(status, bytes);
      default -> {} // Nothing else was asked for.
    }
  }

  private static void add(ByteArrayOutputStream to, byte[] bytes) {
    if (to.size() + bytes.length <= MOST_BYTES) {
      to.writeBytes(bytes);
    }
  }

  @Override
  public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
    closed.complete(true);
    return CompletableFuture.completedStage(null);
  }

  @Override
  public void onError(WebSocket socket, Throwable failure) {
    closed.completeExceptionally(failure);
  }
}
