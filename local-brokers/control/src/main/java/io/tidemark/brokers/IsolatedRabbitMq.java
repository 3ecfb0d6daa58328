package io.tidemark.brokers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A server with a user land of its own: it runs in a user and mount namespace whose root is the
 * unpacked tree, which needs no root. The tree itself is not written to, so any number of clusters
 * can share it; each node sees its cluster's directory mounted at one fixed place.
 *
 * @param root the unpacked tree
 * @param serverHome in it, such as {@code /usr/lib/rabbitmq/lib/rabbitmq_server-4.0.5}
 */
record IsolatedRabbitMq(Path root, String serverHome) implements RabbitMqServer {
  private static final String ENTER =
      """
      PATH=$PATH:/usr/sbin:/sbin # chroot is there, and not on a plain user's path
      for folder in proc dev; do mount --rbind "/$folder" "$1/$folder" || exit 1; done
      mount --bind "$2" "$1%s" && mount --bind "$2/tmp" "$1/tmp" || exit 1
      root=$1
      shift 2
      exec chroot "$root" "$@"
      """
          .formatted(UnpackedRoot.STATE);

  @Override
  public String description() {
    return root.toString();
  }

  @Override
  public List<String> command(
      ClusterDirectory directory,
      Map<String, String> variables,
      String program,
      String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "unshare",
                "-Urm",
                "sh",
                "-c",
                ENTER,
                "tidemark-root",
                root.toString(),
                directory.path().toString()));
    command.addAll(List.of("/usr/bin/env", "-i"));
    Map<String, String> all = new TreeMap<>(variables);
    all.put("PATH", "/usr/lib/erlang/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    all.forEach((name, value) -> command.add(name + "=" + value));
    command.add(program);
    command.addAll(List.of(arguments));
    return command;
  }

  @Override
  public String script(String name) {
    return serverHome + "/sbin/" + name;
  }

  @Override
  public String epmd() {
    return "/usr/lib/erlang/bin/epmd";
  }

  @Override
  public Path visible(ClusterDirectory directory, Path file) {
    return Path.of(UnpackedRoot.STATE).resolve(directory.path().relativize(file));
  }
}
