package io.tidemark.simulation.world;

import io.tidemark.simulation.kernel.Kernel;
import io.tidemark.simulation.plan.SocketPlan;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A connection of the coordinator to a worker: the bytes of HTTP/1.1 that it writes, and those that
 * it gets. One thread at a time reads and writes; any closes.
 */
final class SimulatedSocket {
  private static final String END_OF_HEAD = "\r\n\r\n";
  private static final Set<String> OF_CLIENT = Set.of("host", "content-length");
  private static final double LATEST_CLOSE_NANOS = 2e9;
  private static final long MILLI = 1_000_000;

  private final Kernel kernel;
  private final Network network;
  private final SocketPlan plan;
  private final Random random;
  private final ByteArrayOutputStream request = new ByteArrayOutputStream();
  private ByteArrayInputStream arrived = new ByteArrayInputStream(new byte[0]);
  private long timeoutNanos;
  private int port;
  private int answers;

  /** The worker has closed it; what is sent to it is answered by a reset. */
  private boolean closedByWorker;

  /** A worker does not close it for its silence then. */
  private boolean answering;

  private boolean ended;
  private boolean reset;
  private boolean closed;

  /**
   * Not connected.
   *
   * @param random shared by all sockets of the simulation
   */
  SimulatedSocket(Kernel kernel, Network network, SocketPlan plan, Random random) {
    this.kernel = kernel;
    this.network = network;
    this.plan = plan;
    this.random = random;
  }

  private boolean chance(double share) {
    return share > 0 && random.nextDouble() < share;
  }

  void timeout(int millis) {
    timeoutNanos = millis * MILLI;
  }

  void connect(InetSocketAddress to, int millis) throws IOException {
    port = to.getPort();
    long limit = kernel.now() + millis * MILLI;
    long done = Math.min(limit, kernel.after(network.connectNanos(port)));
    try {
      kernel.await("a connection", () -> closed, () -> done);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SocketException("Closed by interrupt");
    }
    if (kernel.now() >= limit) {
      throw new SocketTimeoutException("Connect timed out");
    }
    if (!network.listens(port)) {
      throw new ConnectException("Connection refused");
    }
  }

  void close() {
    closed = true;
  }

  OutputStream out() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        requireOpen();
        request.write(bytes, from, length);
        sendIfComplete();
      }
    };
  }

  private void requireOpen() throws SocketException {
    if (closed) {
      throw new SocketException("Socket closed");
    }
    if (reset) {
      throw new SocketException("Broken pipe");
    }
  }

  private void sendIfComplete() {
    byte[] all = request.toByteArray();
    String text = new String(all, StandardCharsets.ISO_8859_1);
    int end = text.indexOf(END_OF_HEAD);
    if (end < 0) {
      return;
    }
    String[] lines = text.substring(0, end).split("\r\n");
    int from = end + END_OF_HEAD.length();
    int length = Integer.parseInt(value(lines, "content-length"));
    if (all.length >= from + length) {
      request.reset();
      send(lines, Arrays.copyOfRange(all, from, from + length));
    }
  }

  private static String value(String[] lines, String name) {
    return Arrays.stream(lines)
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElseThrow();
  }

  private void send(String[] lines, byte[] body) {
    if (closedByWorker) {
      network.later(port, this::resets);
      return;
    }
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create("http://" + value(lines, "host") + path(lines)))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    Arrays.stream(lines)
        .skip(1)
        .map(line -> line.split(": *", 2))
        .filter(pair -> !OF_CLIENT.contains(pair[0].toLowerCase(Locale.ROOT)))
        .forEach(pair -> builder.header(pair[0], pair[1]));
    boolean kept = answers > 0;
    network
        .send(builder.build(), BodyHandlers.ofByteArray(), Optional.empty())
        .whenComplete(
            (response, failure) -> {
              if (failure != null || kept && chance(plan.reset())) {
                resets();
              } else {
                answered(response);
              }
            });
  }

  private static String path(String[] lines) {
    return lines[0].split(" ")[1];
  }

  private void resets() {
    kernel.note("reset of a connection to " + port);
    reset = true;
    closedByWorker = true;
  }

  private void answered(HttpResponse<byte[]> response) {
    answers++;
    boolean ends = chance(plan.announced());
    byte[] bytes = bytes(response, ends);
    if (chance(plan.half())) {
      network.fails();
      arrives(Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length - 1)));
      ends(0);
      return;
    }
    if (chance(plan.pieces())) {
      int first = 1 + random.nextInt(bytes.length - 1);
      arrives(Arrays.copyOf(bytes, first));
      network.fails(); // As a slow answer: the next command may come late.
      answering = true;
      network.later(
          (long) (random.nextDouble() * plan.longestPauseNanos()),
          () -> {
            answering = false;
            arrives(Arrays.copyOfRange(bytes, first, bytes.length));
            mayEnd(ends);
          });
    } else {
      arrives(bytes);
      mayEnd(ends);
    }
  }

  private void mayEnd(boolean announced) {
    if (announced) {
      ends(0);
    } else if (chance(plan.closed())) {
      // Often within the time of the next call.
      ends((long) (Math.pow(random.nextDouble(), 3) * LATEST_CLOSE_NANOS));
    }
  }

  /** The worker closes it after a time; the end arrives later. */
  private void ends(long afterNanos) {
    network.later(
        afterNanos,
        () -> {
          closedByWorker |= !answering;
          network.later(port, () -> ended |= closedByWorker);
        });
  }

  private static byte[] bytes(HttpResponse<byte[]> response, boolean ends) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + response.statusCode() + " Some\r\n");
    response
        .headers()
        .map()
        .forEach(
            (name, values) ->
                values.forEach(value -> head.append(name + ": ").append(value + "\r\n")));
    head.append(ends ? "Connection: close\r\n" : "");
    head.append("Content-Length: ").append(response.body().length).append(END_OF_HEAD);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(response.body());
    return all.toByteArray();
  }

  private void arrives(byte[] bytes) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(arrived.readAllBytes());
    all.writeBytes(bytes);
    arrived = new ByteArrayInputStream(all.toByteArray());
  }

  InputStream in() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int available() {
        return arrived.available();
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        awaitBytes();
        return arrived.available() == 0 ? -1 : arrived.read(into, from, length);
      }
    };
  }

  /** Waits for bytes; an interruption does not end a read, as in the JDK. */
  private void awaitBytes() throws IOException {
    long limit = timeoutNanos == 0 ? Long.MAX_VALUE : kernel.after(timeoutNanos);
    boolean interrupted = false;
    while (!canRead() && kernel.now() < limit) {
      try {
        kernel.await("bytes of a worker", this::canRead, () -> limit);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (closed) {
      throw new SocketException("Socket closed");
    }
    if (reset) {
      throw new SocketException("Connection reset");
    }
    if (!canRead()) {
      throw new SocketTimeoutException("Read timed out");
    }
  }

  private boolean canRead() {
    return arrived.available() > 0 || ended || reset || closed;
  }
}
