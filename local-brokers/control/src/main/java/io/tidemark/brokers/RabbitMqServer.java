package io.tidemark.brokers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A RabbitMQ server that this machine can run, wherever it came from. */
interface RabbitMqServer extends RabbitMqSource {

  @Override
  default RabbitMqNodes nodes(ClusterDirectory directory) {
    return new RabbitMqProcesses(directory, this);
  }

  /**
   * A command line that runs a program of the server with exactly this environment.
   *
   * @param directory of the cluster, the only thing it may write to
   * @param variables beside those that the server itself needs
   * @param program its path, such as {@link #script(String)} gives it
   */
  List<String> command(
      ClusterDirectory directory,
      Map<String, String> variables,
      String program,
      String... arguments);

  /**
   * The path of a script of the server, as the server sees it: "rabbitmq-server", "rabbitmqctl".
   */
  String script(String name);

  /** The path of Erlang's port mapper, as the server sees it. */
  String epmd();

  /** The path under which the server sees a file of the cluster. */
  Path visible(ClusterDirectory directory, Path file);
}
