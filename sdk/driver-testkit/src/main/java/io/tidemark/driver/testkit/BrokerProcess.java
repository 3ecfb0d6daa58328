package io.tidemark.driver.testkit;

import io.tidemark.driver.settings.Quantities;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A broker that a shell command starts, for tests of a driver. The command is that of {@code start}
 * in a driver file with {@code localBrokers: {kind: command}}: it stays in the foreground, begins
 * with {@code exec}, and listens on the port {@code $PORT} of 127.0.0.1; {@code $DATA} is a private
 * folder.
 */
public final class BrokerProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration END = Duration.ofSeconds(10);
  private static final int CONNECT_MILLIS = 500;
  private static final int LAST_LINES = 10;

  private final Process process;
  private final Thread endsWithThisProcess;
  private final int port;

  private BrokerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
    this.endsWithThisProcess = new Thread(this::kill, "broker-process-end");
    Runtime.getRuntime().addShutdownHook(endsWithThisProcess);
  }

  /**
   * Starts a broker, and returns when its port accepts connections.
   *
   * @param command runs in the current folder
   * @param directory for the broker's data and output
   * @throws IOException if the command ends, or the broker does not listen within 60 s; the message
   *     has the last lines of its output
   */
  public static BrokerProcess start(String command, Path directory)
      throws IOException, InterruptedException {
    int port = freePort();
    Path output = directory.resolve("broker.log");
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-c", command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("PORT", Integer.toString(port));
    builder
        .environment()
        .put("DATA", Files.createDirectories(directory.resolve("data")).toString());
    BrokerProcess broker = new BrokerProcess(builder.start(), port);
    try {
      broker.awaitListening(command, output);
      return broker;
    } catch (IOException | InterruptedException e) {
      broker.close();
      throw e;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitListening(String command, Path output)
      throws IOException, InterruptedException {
    long endNanos = System.nanoTime() + START.toNanos();
    while (!isListening()) {
      boolean alive = process.isAlive();
      if (!alive || System.nanoTime() > endNanos) {
        String happened =
            alive
                ? "did not listen on port " + port + " within " + Quantities.spaced(START)
                : "ended with exit code " + process.exitValue();
        throw new IOException(
            "the broker %s; command: %s; its last output:\n%s"
                .formatted(happened, command, lastLines(output)));
      }
      Thread.sleep(50);
    }
  }

  private boolean isListening() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String lastLines(Path output) throws IOException {
    List<String> lines = Files.readAllLines(output);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  /** The port for clients, on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** Kills the broker and all processes that it has started, and waits for their end. */
  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(endsWithThisProcess);
    CompletableFuture<?>[] ends =
        kill().stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(ends).get(END.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new IllegalStateException(
          "the killed broker did not end within " + Quantities.spaced(END), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The descendants are listed first: they have another parent when theirs has ended. */
  private List<ProcessHandle> kill() {
    List<ProcessHandle> killed =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    killed.forEach(ProcessHandle::destroyForcibly);
    return killed;
  }
}
