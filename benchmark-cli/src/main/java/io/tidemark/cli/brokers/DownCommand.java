package io.tidemark.cli.brokers;

import io.tidemark.brokers.BrokerRegistry;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(name = "down", description = "Stops a cluster and removes its data.")
final class DownCommand extends HelpfulCommand {
  @ParentCommand private BrokersCommand brokers;
  @Mixin private ClusterChoice choice;

  @Option(names = "--all", description = "every cluster that was started by hand")
  private boolean all;

  @Override
  public void run() {
    BrokerRegistry registry = brokers.registry();
    List<String> names = all ? startedByHand(registry) : List.of(choice.nameIn(registry));
    for (String name : names) {
      registry.get(name).close();
      brokers.say(name + " is down");
    }
  }

  private static List<String> startedByHand(BrokerRegistry registry) {
    return registry.entries().stream()
        .filter(entry -> entry.ownerPid().isEmpty())
        .map(BrokerRegistry.Entry::name)
        .toList();
  }
}
