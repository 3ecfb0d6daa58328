package io.tidemark.brokers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A RabbitMQ server on this machine. One with a separate root runs in a user and mount namespace
 * whose root is an unpacked tree, which needs no root user. The tree is not written to, so any
 * number of clusters can share it; each node sees its cluster's directory mounted at one fixed
 * place.
 *
 * @param home the folder that has {@code sbin} and {@code plugins}, as the server sees it
 * @param erlangBin the folder that has {@code erl} and {@code epmd}, as the server sees it
 * @param root the unpacked tree; empty for a server in this machine's own file system
 */
record RabbitMqServer(Path home, Path erlangBin, Optional<Path> root) implements RabbitMqSource {

  static RabbitMqServer plain(Path home, Path erlangBin) {
    return new RabbitMqServer(home, erlangBin, Optional.empty());
  }

  /**
   * @param home such as {@code /usr/lib/rabbitmq/lib/rabbitmq_server-4.0.5}
   */
  static RabbitMqServer isolated(Path root, Path home) {
    return new RabbitMqServer(home, Path.of("/usr/lib/erlang/bin"), Optional.of(root));
  }

  @Override
  public String description() {
    return root.orElse(home).toString();
  }

  @Override
  public RabbitMqNodes nodes(ClusterDirectory directory) {
    return new RabbitMqProcesses(directory, this);
  }

  /**
   * A command line that runs a program of the server with exactly this environment.
   *
   * @param directory of the cluster, the only thing it may write to
   * @param variables NAME=value, beside those that the server itself needs
   * @param program its path, as the server sees it
   */
  List<String> command(
      ClusterDirectory directory, List<String> variables, Path program, String... arguments) {
    List<String> command = new ArrayList<>();
    root.ifPresent(
        tree -> {
          String enter = Template.fill("enter-root.sh", Map.of("state", UnpackedRoot.STATE));
          command.addAll(List.of("unshare", "-Urm", "sh", "-c", enter, "tidemark-root"));
          command.addAll(List.of(tree.toString(), directory.path().toString()));
        });
    // env -i: all RABBITMQ_* and ERL_* that the user has set are meant for another server.
    command.addAll(List.of("/usr/bin/env", "-i"));
    command.addAll(variables);
    command.add("PATH=" + erlangBin + ":/usr/sbin:/usr/bin:/sbin:/bin");
    command.add(program.toString());
    command.addAll(List.of(arguments));
    return command;
  }

  /** The path under which the server sees a file of the cluster. */
  Path visible(ClusterDirectory directory, Path file) {
    return root.isPresent()
        ? Path.of(UnpackedRoot.STATE).resolve(directory.path().relativize(file))
        : file;
  }
}
