package io.tidemark.runs.brokers;

import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFile.Standby;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.runs.Console;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The local cluster of the current run, or where its remote brokers are. Consecutive runs with the
 * same cluster share it; before another cluster starts, the previous one is stopped. Not
 * thread-safe, except {@link #close()}.
 */
public final class BrokerPool implements AutoCloseable {
  private static final Duration START_DEADLINE = Duration.ofMinutes(3);

  private final Console console;
  private final LocalBrokersHome home;
  private final Map<RemoteBrokers, Map<String, String>> found = new HashMap<>();
  private @Nullable LocalClusterSpec spec;
  private @Nullable LocalCluster cluster;
  private String version = "";
  private boolean closed;

  /**
   * @param home its servers, and whether missing ones are installed
   */
  public BrokerPool(Console console, LocalBrokersHome home) {
    this.console = console;
    this.home = home;
  }

  /** Another pool with the same servers. */
  public BrokerPool another() {
    return new BrokerPool(console, home);
  }

  /**
   * Installs missing servers of the local clusters that these files need, also of a second site;
   * nothing is started.
   *
   * @param upgraded what becomes of clusters by rolling upgrades
   * @throws LocalBrokerException if a server is missing then
   */
  public void requireServers(Stream<DriverFile> files, Stream<LocalClusterSpec> upgraded) {
    Stream<LocalClusterSpec> first =
        files
            .flatMap(
                file -> Stream.concat(Stream.of(file), file.standby().map(Standby::site).stream()))
            .flatMap(file -> file.localBrokers().stream())
            .map(BrokerPool::specOf);
    Stream.concat(first, upgraded)
        .distinct()
        .forEach(wanted -> LocalBrokers.requireServer(wanted, home, console::note));
  }

  /** Placeholders of the file's cluster, which runs then; none without a cluster. */
  public synchronized Map<String, String> placeholdersFor(DriverFile file) {
    if (file.localBrokers().isEmpty()) {
      stop();
      return RemoteBrokers.of(file).map(this::addresses).orElse(Map.of());
    }
    LocalClusterSpec wanted = specOf(file.localBrokers().get());
    boolean sameVersion = cluster != null && cluster.version().equals(version); // not upgraded
    if (cluster != null && sameVersion && wanted.equals(spec)) {
      return cluster.placeholders();
    }
    stop();
    return start(wanted).placeholders();
  }

  /** Read once, although several runs use them. */
  private Map<String, String> addresses(RemoteBrokers wanted) {
    return found.computeIfAbsent(wanted, brokers -> called(brokers::addresses));
  }

  /** Settings of the platform of remote brokers, as they are now. */
  public BrokerConfiguration platform(DriverFile file) {
    return RemoteBrokers.of(file)
        .map(brokers -> called(brokers::settings))
        .orElse(BrokerConfiguration.NONE);
  }

  /** Asks remote brokers. */
  private interface Question<T> {
    T answer() throws IOException, InterruptedException;
  }

  private static <T> T called(Question<T> remote) {
    try {
      return remote.answer();
    } catch (IOException e) {
      throw new LocalBrokerException(Text.message(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalBrokerException("interrupted while remote brokers were asked", e);
    }
  }

  /** The cluster that runs now. */
  public synchronized Optional<LocalCluster> current() {
    return Optional.ofNullable(cluster);
  }

  public static LocalClusterSpec specOf(DriverFile.LocalBrokers wanted) {
    return LocalClusterSpec.of(wanted.kind(), wanted.nodes(), wanted.options());
  }

  private LocalCluster start(LocalClusterSpec wanted) {
    if (closed) {
      throw new IllegalStateException("interrupted before the brokers were started");
    }
    LocalBrokers.requireServer(wanted, home, console::note);
    console.note(
        "Starting %s, %s on this machine ..."
            .formatted(wanted.kind(), Text.plural(wanted.nodes(), "node")));
    LocalCluster started = LocalBrokers.start(wanted, home, START_DEADLINE, console::status);
    cluster = started;
    spec = wanted;
    version = started.version();
    console.note(
        "Started %s: %s"
            .formatted(
                (started.kind() + " " + started.version()).strip(),
                started.nodes().stream()
                    .map(LocalNode::address)
                    .collect(Collectors.joining(", "))));
    return started;
  }

  /** Stops them: the next run starts others. */
  public synchronized void stop() {
    if (cluster != null) {
      console.note("Stopping %s ...".formatted(cluster.kind()));
      cluster.close();
      cluster = null;
      spec = null;
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    stop();
  }
}
