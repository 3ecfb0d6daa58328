package io.tidemark.runs.site;

import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.coordinator.StandbySite;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.StandbySpec;
import io.tidemark.model.driverfile.StandbySpec.Replication;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.runs.ShellTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The second site of a run: local clusters, commands, or both.
 *
 * @param spec what is done
 * @param site its driver's file, with the addresses of its local cluster
 * @param first local cluster of the first site, if it has one
 * @param second that of the second site
 * @param log gets what commands print
 */
public record TwoSites(
    StandbySpec spec,
    DriverFile site,
    Optional<LocalCluster> first,
    Optional<LocalCluster> second,
    Path log)
    implements StandbySite {
  private static final String TOPICS = "TIDEMARK_TOPICS";

  @Override
  public DriverSource driver() {
    return new DriverSource(site.driverClass(), site.yaml());
  }

  @Override
  public void replicate(List<String> topics) throws IOException {
    if (spec.replication().isPresent()) {
      replicate(spec.replication().get(), topics);
    }
    Map<String, String> environment = new TreeMap<>(addresses());
    environment.put(TOPICS, String.join(" ", topics));
    run(spec.replicate(), environment);
  }

  private void replicate(Replication way, List<String> topics) throws IOException {
    try {
      second.orElseThrow().replicateFrom(first.orElseThrow(), way.key(), topics);
    } catch (LocalBrokerException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public String fail() throws IOException {
    if (!spec.fail().isEmpty()) {
      run(spec.fail(), addresses());
      return Text.plural(spec.fail().size(), "command");
    }
    LocalCluster cluster = first.orElseThrow();
    List<Integer> nodes = cluster.nodes().stream().map(LocalNode::number).toList();
    nodes.forEach(cluster::kill);
    return "killed %s of %s".formatted(Text.plural(nodes.size(), "node"), cluster.kind());
  }

  @Override
  public void promote() throws IOException {
    run(spec.promote(), addresses());
  }

  @Override
  public OptionalLong diskBytes() {
    return second.map(LocalCluster::diskBytes).orElse(OptionalLong.empty());
  }

  /**
   * Addresses of local clusters; {@code ${brokers.X}} becomes a variable prefixed with its site.
   */
  private Map<String, String> addresses() {
    Map<String, String> variables = new TreeMap<>();
    first.ifPresent(
        cluster -> cluster.placeholders().forEach((name, v) -> variables.put("SITE_A_" + name, v)));
    second.ifPresent(
        cluster -> cluster.placeholders().forEach((name, v) -> variables.put("SITE_B_" + name, v)));
    return variables;
  }

  private void run(List<String> commands, Map<String, String> environment) throws IOException {
    for (String command : commands) {
      new ShellTask(command, log, spec.commandTimeout(), environment).run();
    }
  }
}
