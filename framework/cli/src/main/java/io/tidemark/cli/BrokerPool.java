package io.tidemark.cli;

import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.LocalBrokersHome;
import io.tidemark.brokers.LocalCluster;
import io.tidemark.brokers.LocalClusterSpec;
import io.tidemark.brokers.LocalNode;
import io.tidemark.model.result.Text;
import io.tidemark.model.workload.DriverFile;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The local cluster of the current run. Consecutive runs with the same cluster share it; before
 * another cluster starts, the previous one is stopped. Not thread-safe, except {@link #close()}.
 */
public final class BrokerPool implements AutoCloseable {
  private static final Duration START_DEADLINE = Duration.ofMinutes(3);

  private final Console console;
  private @Nullable LocalClusterSpec spec;
  private @Nullable LocalCluster cluster;
  private boolean closed;

  public BrokerPool(Console console) {
    this.console = console;
  }

  /** Placeholders of the file's cluster, which runs then; none without a cluster. */
  synchronized Map<String, String> placeholdersFor(DriverFile file) {
    if (file.localBrokers().isEmpty()) {
      stop();
      return Map.of();
    }
    LocalClusterSpec wanted = specOf(file.localBrokers().get());
    if (cluster != null && wanted.equals(spec)) {
      return cluster.placeholders();
    }
    stop();
    return start(wanted).placeholders();
  }

  /** The cluster that runs now. */
  synchronized Optional<LocalCluster> current() {
    return Optional.ofNullable(cluster);
  }

  static LocalClusterSpec specOf(DriverFile.LocalBrokers wanted) {
    LocalClusterSpec spec = LocalClusterSpec.of(wanted.kind(), wanted.nodes());
    for (Map.Entry<String, String> option : wanted.options().entrySet()) {
      spec =
          option.getKey().equals("version")
              ? spec.withVersion(option.getValue())
              : spec.withOption(option.getKey(), option.getValue());
    }
    return spec;
  }

  private LocalCluster start(LocalClusterSpec wanted) {
    if (closed) {
      throw new IllegalStateException("interrupted before the brokers were started");
    }
    console.note(
        "Starting %s, %s on this machine ..."
            .formatted(wanted.kind(), Text.plural(wanted.nodes(), "node")));
    LocalCluster started =
        LocalBrokers.start(wanted, LocalBrokersHome.discover(), START_DEADLINE, console::status);
    cluster = started;
    spec = wanted;
    console.note(
        "Started %s %s: %s"
            .formatted(
                started.kind(),
                started.version(),
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
