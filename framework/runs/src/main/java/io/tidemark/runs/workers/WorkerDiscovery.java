package io.tidemark.runs.workers;

import io.tidemark.base.Deadline;
import io.tidemark.base.UsageException;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.model.result.Text;
import io.tidemark.runs.Console;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds workers by name: all addresses of a headless service. If they are the pods of a StatefulSet
 * with the name of the service, workers have the names of their pods.
 *
 * @param count number of required addresses, which is also the number of used ones
 */
public record WorkerDiscovery(
    String name, int port, int count, boolean secure, Duration deadline, Duration lookEvery) {
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** Looks names up. */
  public interface Resolver {
    InetAddress[] addressesOf(String name) throws UnknownHostException;
  }

  public static WorkerDiscovery of(String nameAndPort, int count, boolean secure) {
    if (count < 1) {
      throw new UsageException("--workers-count must be at least 1, got " + count);
    }
    try {
      WorkerAddress address = WorkerAddress.parse("http://" + nameAndPort);
      return new WorkerDiscovery(
          address.host(), address.port(), count, secure, DEADLINE, LOOK_EVERY);
    } catch (IllegalArgumentException e) {
      String got = nameAndPort.contains("@") ? "one with an @" : nameAndPort;
      throw new UsageException("--workers-dns wants name:port, got " + got);
    }
  }

  /** Java would remember names for half a minute. */
  private static void forgetNamesSoon() {
    java.security.Security.setProperty("networkaddress.cache.ttl", "1");
    java.security.Security.setProperty("networkaddress.cache.negative.ttl", "1");
  }

  public List<WorkerAddress> await(Console console) throws IOException, InterruptedException {
    forgetNamesSoon();
    return await(InetAddress::getAllByName, console);
  }

  /**
   * The current addresses, for a plan, without waiting; also reports the number that a run waits
   * for.
   */
  public List<WorkerAddress> now(Console console) {
    return now(InetAddress::getAllByName, console);
  }

  public List<WorkerAddress> now(Resolver resolver, Console console) {
    List<String> found = addresses(resolver, name);
    if (found.size() < count) {
      console.note(
          String.format(
              Locale.ROOT,
              "Workers behind %s: %d now; a run waits up to %d s until there are %d",
              name,
              found.size(),
              deadline.toSeconds(),
              count));
    }
    return workers(resolver, found);
  }

  public List<WorkerAddress> await(Resolver resolver, Console console)
      throws IOException, InterruptedException {
    Deadline end = Deadline.in(deadline);
    List<String> found = addresses(resolver, name);
    boolean reported = false;
    while (found.size() < count) {
      if (end.isOver()) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "waited %d s for %s behind %s, found %d",
                deadline.toSeconds(),
                Text.plural(count, "worker"),
                name,
                found.size()));
      }
      if (!reported) {
        console.note(
            String.format(
                Locale.ROOT, "Waiting for %s behind %s ...", Text.plural(count, "worker"), name));
        reported = true;
      }
      Thread.sleep(lookEvery.toMillis());
      found = addresses(resolver, name);
    }
    return workers(resolver, found);
  }

  private static List<String> addresses(Resolver resolver, String name) {
    try {
      return Arrays.stream(resolver.addressesOf(name))
          .map(WorkerDiscovery::text)
          .distinct()
          .sorted(Comparator.naturalOrder())
          .toList();
    } catch (UnknownHostException e) {
      return List.of();
    }
  }

  /**
   * Pod i of the set has the name {@code <service>-<i>} and the host name {@code
   * <service>-<i>.<name>}. Calls use the address, so that a run does not depend on the name server;
   * but TLS checks names.
   */
  private List<WorkerAddress> workers(Resolver resolver, List<String> addresses) {
    Set<String> unnamed = new TreeSet<>(addresses);
    List<WorkerAddress> workers = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      String pod = name.replaceFirst("\\..*", "") + "-" + i;
      for (String address : addresses(resolver, pod + "." + name)) {
        if (unnamed.remove(address)) {
          workers.add(new WorkerAddress(secure, secure ? pod + "." + name : address, port, pod));
        }
      }
    }
    unnamed.forEach(address -> workers.add(new WorkerAddress(secure, address, port)));
    return workers.subList(0, Math.min(count, workers.size()));
  }

  private static String text(InetAddress address) {
    String text = address.getHostAddress();
    return text.contains(":") ? "[" + text.replaceAll("%.*", "") + "]" : text;
  }
}
