package io.tidemark.cli.brokers;

import io.tidemark.brokers.BrokerRegistry;
import io.tidemark.brokers.cluster.LocalCluster;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which cluster a command means: the named one, or the only one there is. */
final class ClusterChoice {
  @Option(names = "--name", description = "Name of the cluster. Needed only if there are several.")
  private Optional<String> name;

  LocalCluster in(BrokerRegistry registry) {
    return registry.get(nameIn(registry));
  }

  String nameIn(BrokerRegistry registry) {
    if (name.isPresent()) {
      return name.get();
    }
    List<String> names = registry.entries().stream().map(BrokerRegistry.Entry::name).toList();
    if (names.size() != 1) {
      throw new IllegalArgumentException(
          names.isEmpty()
              ? "there are no local brokers"
              : "--name is required: there are " + names);
    }
    return names.get(0);
  }
}
