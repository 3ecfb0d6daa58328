package io.tidemark.cli.brokers;

import io.tidemark.brokers.LocalCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The commands that do something to one node. */
final class NodeCommands {
  private NodeCommands() {}

  abstract static class NodeCommand extends HelpfulCommand {
    @ParentCommand private BrokersCommand brokers;
    @Mixin private ClusterChoice choice;

    @Parameters(paramLabel = "NODE", description = "its number, from 1")
    private int node;

    abstract void apply(LocalCluster cluster, int number);

    @Override
    public void run() {
      LocalCluster cluster = choice.in(brokers.registry());
      apply(cluster, node);
      brokers.say("node " + node + " is " + cluster.nodes().get(node - 1).state());
    }
  }

  @Command(name = "kill", description = "Ends a node at once (SIGKILL).")
  static final class Kill extends NodeCommand {
    @Override
    void apply(LocalCluster cluster, int number) {
      cluster.kill(number);
    }
  }

  @Command(
      name = "restart",
      description = "Starts a node again, on its old data, and waits until it serves.")
  static final class Restart extends NodeCommand {
    @Override
    void apply(LocalCluster cluster, int number) {
      cluster.restart(number);
    }
  }

  @Command(name = "freeze", description = "Stops a node where it stands (SIGSTOP).")
  static final class Freeze extends NodeCommand {
    @Override
    void apply(LocalCluster cluster, int number) {
      cluster.freeze(number);
    }
  }

  @Command(name = "resume", description = "Lets a frozen node go on (SIGCONT).")
  static final class Resume extends NodeCommand {
    @Override
    void apply(LocalCluster cluster, int number) {
      cluster.resume(number);
    }
  }
}
