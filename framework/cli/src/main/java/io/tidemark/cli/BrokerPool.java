package io.tidemark.cli;

import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.LocalBrokersHome;
import io.tidemark.brokers.LocalCluster;
import io.tidemark.brokers.LocalClusterSpec;
import io.tidemark.brokers.LocalNode;
import io.tidemark.model.workload.DriverFile;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The local cluster of the run at hand. Runs that want the same cluster one after another share it;
 * a run that wants another one has the machine to itself, because the one before is stopped first.
 * Not thread-safe, but for {@link #close()}.
 */
final class BrokerPool implements AutoCloseable {
  private static final Duration START_DEADLINE = Duration.ofMinutes(3);

  private final Console console;
  private LocalClusterSpec spec;
  private LocalCluster cluster;
  private boolean closed;

  BrokerPool(Console console) {
    this.console = console;
  }

  /** Placeholders of a running cluster as the file wants it; none where it wants none. */
  synchronized Map<String, String> placeholdersFor(DriverFile file) {
    if (file.localBrokers().isEmpty()) {
      stop();
      return Map.of();
    }
    LocalClusterSpec wanted = specOf(file.localBrokers().get());
    if (!wanted.equals(spec)) {
      stop();
      start(wanted);
    }
    return cluster.placeholders();
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

  private void start(LocalClusterSpec wanted) {
    if (closed) {
      throw new IllegalStateException("interrupted before the brokers were started");
    }
    console.note(
        "Starting %s, %d node%s on this machine ..."
            .formatted(wanted.kind(), wanted.nodes(), wanted.nodes() == 1 ? "" : "s"));
    cluster =
        LocalBrokers.start(wanted, LocalBrokersHome.discover(), START_DEADLINE, console::status);
    spec = wanted;
    console.note(
        "Started %s %s: %s"
            .formatted(
                cluster.kind(),
                cluster.version(),
                cluster.nodes().stream()
                    .map(LocalNode::address)
                    .collect(Collectors.joining(", "))));
  }

  private void stop() {
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
