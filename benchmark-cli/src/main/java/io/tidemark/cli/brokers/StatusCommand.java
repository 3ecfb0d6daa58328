package io.tidemark.cli.brokers;

import io.tidemark.brokers.BrokerRegistry;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(name = "status", description = "Shows all clusters, those of running benchmarks included.")
final class StatusCommand extends HelpfulCommand {
  @ParentCommand private BrokersCommand brokers;

  @Override
  public void run() {
    BrokerRegistry registry = brokers.registry();
    List<BrokerRegistry.Entry> entries = registry.entries();
    if (entries.isEmpty()) {
      brokers.say("no local brokers");
    }
    entries.forEach(entry -> brokers.say(ClusterText.of(entry, registry.get(entry.name()))));
  }
}
