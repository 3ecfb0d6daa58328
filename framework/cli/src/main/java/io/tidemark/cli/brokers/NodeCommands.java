package io.tidemark.cli.brokers;

import io.tidemark.brokers.cluster.LocalCluster;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The commands that do something to one node. */
final class NodeCommands {
  private NodeCommands() {}

  abstract static class NodeCommand extends HelpfulCommand {
    @ParentCommand private BrokerHost brokers;
    @Mixin private ClusterChoice choice;

    @Parameters(paramLabel = "NODE", arity = "1..*", description = "Numbers of the nodes, from 1.")
    private List<Integer> nodes;

    abstract void apply(LocalCluster cluster, List<Integer> numbers);

    @Override
    public void run() {
      LocalCluster cluster = choice.in(brokers.registry());
      apply(cluster, nodes);
      nodes.forEach(
          node -> brokers.say("node " + node + " is " + cluster.nodes().get(node - 1).state()));
    }
  }

  @Command(name = "kill", description = "Kills nodes (SIGKILL).")
  static final class Kill extends NodeCommand {
    @Override
    void apply(LocalCluster cluster, List<Integer> numbers) {
      numbers.forEach(cluster::kill);
    }
  }

  @Command(
      name = "restart",
      description = "Restarts nodes with their data and waits until they are ready.")
  static final class Restart extends NodeCommand {
    @Override
    void apply(LocalCluster cluster, List<Integer> numbers) {
      cluster.restartTogether(numbers);
    }
  }

  @Command(name = "freeze", description = "Freezes nodes (SIGSTOP).")
  static final class Freeze extends NodeCommand {
    @Override
    void apply(LocalCluster cluster, List<Integer> numbers) {
      numbers.forEach(cluster::freeze);
    }
  }

  @Command(name = "resume", description = "Resumes frozen nodes (SIGCONT).")
  static final class Resume extends NodeCommand {
    @Override
    void apply(LocalCluster cluster, List<Integer> numbers) {
      numbers.forEach(cluster::resume);
    }
  }
}
