package io.tidemark.brokers.proxy;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.proxy.LinkDelay;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sends commands to the process with the proxies of a cluster, which any process of this user can
 * do.
 *
 * @param directory of that process
 */
public record ProxyControl(Path directory) {
  private static final int TIMEOUT_MILLIS = 10_000;

  /** See {@code LocalCluster.partition}. */
  public void partition(int node) {
    command("partition " + node);
  }

  /** See {@code LocalCluster.delay}. */
  public void delay(int node, LinkDelay delay) {
    command(
        String.format(
            Locale.ROOT,
            "delay %d %d %d",
            node,
            delay.latency().toNanos(),
            delay.jitter().toNanos()));
  }

  /** Returns the number of connections that were reset. */
  public int reset(int node) {
    return Integer.parseInt(command("reset " + node));
  }

  /** See {@code LocalCluster.heal}. */
  public void heal(int node) {
    command("heal " + node);
  }

  /** The nodes that are partitioned now. */
  public Set<Integer> partitioned() {
    return Arrays.stream(command("partitioned").split(",", -1))
        .filter(number -> !number.isEmpty())
        .map(Integer::valueOf)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether all proxies listen. */
  public boolean isReady() {
    try {
      ask("partitioned");
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private String command(String command) {
    try {
      return ask(command);
    } catch (IOException e) {
      throw new LocalBrokerException(
          "the proxies in %s cannot %s: %s".formatted(directory, command, e.getMessage()), e);
    }
  }

  private String ask(String command) throws IOException {
    String[] control =
        Files.readString(directory.resolve(ProxyServer.CONTROL)).strip().split(" ", -1);
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(control[0])),
          TIMEOUT_MILLIS);
      String line = control[1] + " " + command + "\n";
      socket.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
      String answer =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      if (answer == null || !answer.startsWith("ok")) {
        throw new IOException(answer == null ? "no answer" : answer);
      }
      return answer.substring(2).strip();
    }
  }
}
