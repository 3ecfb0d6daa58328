package io.tidemark.cli.brokers;

import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.driver.settings.Quantities;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The commands that disturb the network of nodes; they need a cluster with proxies. */
final class NetworkCommands {
  private NetworkCommands() {}

  abstract static class NetworkCommand extends NodeCommands.NodeCommand {
    abstract void disturb(LocalCluster cluster, int node);

    @Override
    final void apply(LocalCluster cluster, List<Integer> numbers) {
      if (!cluster.proxied()) {
        throw new IllegalArgumentException(
            "this cluster has no proxies: start it with --option proxy=true (in a driver file: proxy: true)");
      }
      numbers.forEach(node -> disturb(cluster, node));
    }
  }

  static final class LinkTime implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return Quantities.duration(text)
          .orElseThrow(
              () -> new TypeConversionException("got " + text + "; allowed a time such as 50ms"));
    }
  }

  @Command(
      name = "partition",
      description = "Drops all traffic of nodes with clients and with all other nodes.")
  static final class Partition extends NetworkCommand {
    @Override
    void disturb(LocalCluster cluster, int node) {
      cluster.partition(node);
    }
  }

  @Command(
      name = "delay",
      description = "Adds latency to each direction of the traffic between nodes and clients.")
  static final class Delay extends NetworkCommand {
    @Option(
        names = "--latency",
        paramLabel = "TIME",
        required = true,
        converter = LinkTime.class,
        description = "Added to each direction: 50ms. At most 1 minute.")
    private Duration latency;

    @Option(
        names = "--jitter",
        paramLabel = "TIME",
        defaultValue = "0ms",
        converter = LinkTime.class,
        description = "A random share of it is added, too. Default: ${DEFAULT-VALUE}.")
    private Duration jitter;

    @Override
    void disturb(LocalCluster cluster, int node) {
      cluster.delay(node, latency, jitter);
    }
  }

  @Command(name = "reset", description = "Resets all connections of clients to nodes (TCP RST).")
  static final class Reset extends NetworkCommand {
    @Override
    void disturb(LocalCluster cluster, int node) {
      cluster.resetConnections(node);
    }
  }

  @Command(name = "heal", description = "Ends partition and delay of nodes.")
  static final class Heal extends NetworkCommand {
    @Override
    void disturb(LocalCluster cluster, int node) {
      cluster.heal(node);
    }
  }
}
