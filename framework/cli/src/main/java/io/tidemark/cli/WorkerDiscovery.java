package io.tidemark.cli;

import io.tidemark.http.WorkerAddress;
import io.tidemark.measure.Deadline;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Finds workers by name: all addresses of a headless service.
 *
 * @param count number of required addresses, which is also the number of used ones
 */
record WorkerDiscovery(
    String name, int port, int count, boolean secure, Duration deadline, Duration lookEvery) {
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** Looks names up. */
  interface Resolver {
    InetAddress[] addressesOf(String name) throws UnknownHostException;
  }

  static WorkerDiscovery of(String nameAndPort, int count, boolean secure) {
    if (count < 1) {
      throw new UsageException("--workers-count must be at least 1, got " + count);
    }
    try {
      WorkerAddress address = WorkerAddress.parse("http://" + nameAndPort);
      return new WorkerDiscovery(
          address.host(), address.port(), count, secure, DEADLINE, LOOK_EVERY);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--workers-dns wants name:port, got " + nameAndPort);
    }
  }

  /** Java would remember names for half a minute. */
  private static void forgetNamesSoon() {
    java.security.Security.setProperty("networkaddress.cache.ttl", "1");
    java.security.Security.setProperty("networkaddress.cache.negative.ttl", "1");
  }

  List<WorkerAddress> await(Console console) throws IOException, InterruptedException {
    forgetNamesSoon();
    return await(InetAddress::getAllByName, console);
  }

  /**
   * The current addresses, for a plan, without waiting; also reports the number that a run waits
   * for.
   */
  List<WorkerAddress> now(Console console) {
    return now(InetAddress::getAllByName, console);
  }

  List<WorkerAddress> now(Resolver resolver, Console console) {
    List<WorkerAddress> found = look(resolver);
    if (found.size() < count) {
      console.note(
          "Workers behind %s: %d now; a run waits up to %d s until there are %d"
              .formatted(name, found.size(), deadline.toSeconds(), count));
    }
    return found.subList(0, Math.min(count, found.size()));
  }

  List<WorkerAddress> await(Resolver resolver, Console console)
      throws IOException, InterruptedException {
    Deadline end = Deadline.in(deadline);
    List<WorkerAddress> found = look(resolver);
    boolean reported = false;
    while (found.size() < count) {
      if (end.isOver()) {
        throw new IOException(
            "waited %d s for %d workers behind %s, found %d"
                .formatted(deadline.toSeconds(), count, name, found.size()));
      }
      if (!reported) {
        console.note("Waiting for %d workers behind %s ...".formatted(count, name));
        reported = true;
      }
      Thread.sleep(lookEvery.toMillis());
      found = look(resolver);
    }
    return found.subList(0, count);
  }

  private List<WorkerAddress> look(Resolver resolver) {
    try {
      return Arrays.stream(resolver.addressesOf(name))
          .map(WorkerDiscovery::text)
          .distinct()
          .sorted(Comparator.naturalOrder())
          .map(host -> new WorkerAddress(secure, host, port))
          .toList();
    } catch (UnknownHostException e) {
      return List.of();
    }
  }

  private static String text(InetAddress address) {
    String text = address.getHostAddress();
    return text.contains(":") ? "[" + text.replaceAll("%.*", "") + "]" : text;
  }
}
