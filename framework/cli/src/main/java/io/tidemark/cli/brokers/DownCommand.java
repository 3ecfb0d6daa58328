package io.tidemark.cli.brokers;

import io.tidemark.brokers.BrokerRegistry;
import io.tidemark.brokers.cluster.LocalCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(name = "down", description = "Stops a cluster and removes its data.")
final class DownCommand extends HelpfulCommand implements IExitCodeGenerator {
  @ParentCommand private BrokerHost brokers;
  @Mixin private ClusterChoice choice;

  @Option(names = "--all", description = "Stops every cluster that was started with 'up'.")
  private boolean all;

  private int exitCode;

  @Override
  public void run() {
    BrokerRegistry registry = brokers.registry();
    List<String> names = all ? startedByHand(registry) : List.of(choice.nameIn(registry));
    EachCluster clusters = new EachCluster(brokers);
    names.forEach(name -> clusters.with(name, () -> stop(name, registry.get(name))));
    exitCode = clusters.exitCode();
  }

  @Override
  public int getExitCode() {
    return exitCode;
  }

  private void stop(String name, LocalCluster cluster) {
    Path folder = brokers.home().stateDirectory().resolve(name);
    cluster.close();
    brokers.say(
        name + " is down" + (Files.exists(folder) ? "; its data is kept in " + folder : ""));
  }

  private static List<String> startedByHand(BrokerRegistry registry) {
    return registry.entries().stream()
        .filter(entry -> entry.ownerPid().isEmpty())
        .map(BrokerRegistry.Entry::name)
        .toList();
  }
}
