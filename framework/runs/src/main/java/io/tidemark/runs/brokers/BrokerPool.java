package io.tidemark.runs.brokers;

import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFile.Standby;
import io.tidemark.model.driverfile.StrimziSpec;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.runs.Console;
import io.tidemark.runs.kubernetes.BrokerPodSettings;
import io.tidemark.runs.kubernetes.KubernetesAccess;
import io.tidemark.runs.kubernetes.StrimziCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The local cluster of the current run, or what Kubernetes says about one of Strimzi. Consecutive
 * runs with the same cluster share it; before another cluster starts, the previous one is stopped.
 * Not thread-safe, except {@link #close()}.
 */
public final class BrokerPool implements AutoCloseable {
  private static final Duration START_DEADLINE = Duration.ofMinutes(3);

  private final Console console;
  private final LocalBrokersHome home;
  private final Map<StrimziSpec, Map<String, String>> found = new HashMap<>();
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
      return file.strimzi().map(this::strimzi).orElse(Map.of());
    }
    LocalClusterSpec wanted = specOf(file.localBrokers().get());
    boolean sameVersion = cluster != null && cluster.version().equals(version); // not upgraded
    if (cluster != null && sameVersion && wanted.equals(spec)) {
      return cluster.placeholders();
    }
    stop();
    return start(wanted).placeholders();
  }

  /** Read once, although several runs use it. */
  private Map<String, String> strimzi(StrimziSpec wanted) {
    return found.computeIfAbsent(
        wanted,
        spec -> {
          try {
            return new StrimziCluster(KubernetesAccess.from(System.getenv())).placeholders(spec);
          } catch (IOException e) {
            throw new LocalBrokerException(Text.message(e), e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LocalBrokerException("interrupted while Kubernetes was read", e);
          }
        });
  }

  /** Limits and machines of the brokers' pods, as they are now; empty if they are not in pods. */
  public BrokerConfiguration platform(DriverFile file) {
    if (file.brokerPods().isEmpty()) {
      return BrokerConfiguration.NONE;
    }
    try {
      return BrokerPodSettings.read(
          KubernetesAccess.from(System.getenv()), file.brokerPods().get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalBrokerException("interrupted while Kubernetes was read", e);
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
