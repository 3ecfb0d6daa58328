package io.tidemark.brokers.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Finds free ports, and claims them until this process ends: a broker listens only seconds later,
 * and another process may look for ports meanwhile. They lie below the range from which the system
 * takes the ports of outgoing connections: a client that reconnects while a broker is down could
 * otherwise take the broker's own port away.
 */
public final class FreePorts {
  private static final int LOWEST = 12_000;
  private static final int ENOUGH = 5_000;
  private static final int HIGHEST = 60_000;
  private static final int DEFAULT_EPHEMERAL_START = 32_768;
  private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final int CONNECT_TIMEOUT_MILLIS = 2000;
  private static final int TRIES_PER_PORT = 200;
  private static final Optional<FileChannel> CLAIMS = openClaims();

  private FreePorts() {}

  /** Distinct ports, free on the loopback address at the same moment. */
  public static List<Integer> take(int count) {
    SplittableRandom random = new SplittableRandom();
    int start = ephemeralStart();
    int above = start > LOWEST + ENOUGH ? start : HIGHEST;
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int tries = 0; held.size() < count && tries < count * TRIES_PER_PORT; tries++) {
        tryToHold(random.nextInt(LOWEST, above), held);
      }
      if (held.size() < count) {
        throw new LocalBrokerException(
            "no " + count + " free ports between " + LOWEST + " and " + above);
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      held.forEach(FreePorts::release);
    }
  }

  private static void tryToHold(int port, List<ServerSocket> held) {
    if (!claim(port)) {
      return;
    }
    try {
      ServerSocket socket = new ServerSocket();
      held.add(socket);
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      release(held.remove(held.size() - 1)); // Taken: the next try is another port.
    }
  }

  /** Claims a port: a lock on the byte of that number, which ends with the process. */
  static boolean claim(int port) {
    try {
      return CLAIMS.isEmpty() || CLAIMS.get().tryLock(port, 1, false) != null;
    } catch (OverlappingFileLockException e) {
      return false; // Claimed by this process.
    } catch (IOException e) {
      return true; // A file system without locks.
    }
  }

  /** Whether a server takes connections at host:port. */
  public static boolean isServed(String address) {
    String[] parts = address.split(":", 2);
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(parts[0], Integer.parseInt(parts[1])), CONNECT_TIMEOUT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Empty where there can be no such file: then ports are only looked at. */
  private static Optional<FileChannel> openClaims() {
    Path file =
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "tidemark-ports-" + System.getProperty("user.name"));
    try {
      return Optional.of(
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new LocalBrokerException("cannot release port " + socket.getLocalPort(), e);
    }
  }

  private static int ephemeralStart() {
    // Read in one piece: the kernel does not return the rest of such a file after a read of its
    // first byte
    // alone.
    try (BufferedReader reader = Files.newBufferedReader(RANGE)) {
      return Integer.parseInt(reader.readLine().strip().split("\\s+", -1)[0]);
    } catch (IOException e) {
      return DEFAULT_EPHEMERAL_START;
    }
  }
}
