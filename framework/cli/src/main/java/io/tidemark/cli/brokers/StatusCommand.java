package io.tidemark.cli.brokers;

import io.tidemark.brokers.BrokerRegistry;
import io.tidemark.brokers.ClusterText;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "status",
    description = "Shows all clusters, including those of running benchmarks.")
final class StatusCommand extends HelpfulCommand implements IExitCodeGenerator {
  @ParentCommand private BrokerHost brokers;
  private int exitCode;

  @Override
  public void run() {
    BrokerRegistry registry = brokers.registry();
    List<BrokerRegistry.Entry> entries = registry.entries();
    EachCluster clusters = new EachCluster(brokers);
    if (entries.isEmpty()) {
      brokers.say("no local brokers");
    }
    for (BrokerRegistry.Entry entry : entries) {
      clusters.with(
          entry.name(), () -> brokers.say(ClusterText.of(entry, registry.get(entry.name()))));
    }
    exitCode = clusters.exitCode();
  }

  @Override
  public int getExitCode() {
    return exitCode;
  }
}
