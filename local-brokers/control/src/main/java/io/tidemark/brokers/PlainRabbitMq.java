package io.tidemark.brokers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A server that runs in this machine's own file system.
 *
 * @param home the folder that has {@code sbin} and {@code plugins}
 * @param erlangBin the folder that has {@code erl} and {@code epmd}
 */
record PlainRabbitMq(Path home, Path erlangBin) implements RabbitMqServer {

  @Override
  public String description() {
    return home.toString();
  }

  @Override
  public List<String> command(
      ClusterDirectory directory,
      Map<String, String> variables,
      String program,
      String... arguments) {
    // env -i: whatever RABBITMQ_*, ERL_* the user has set is meant for another server.
    List<String> command = new ArrayList<>(List.of("env", "-i"));
    Map<String, String> all = new TreeMap<>(variables);
    all.put("PATH", erlangBin + ":/usr/sbin:/usr/bin:/sbin:/bin");
    all.forEach((name, value) -> command.add(name + "=" + value));
    command.add(program);
    command.addAll(List.of(arguments));
    return command;
  }

  @Override
  public String script(String name) {
    return home.resolve("sbin").resolve(name).toString();
  }

  @Override
  public String epmd() {
    return erlangBin.resolve("epmd").toString();
  }

  @Override
  public Path visible(ClusterDirectory directory, Path file) {
    return file;
  }
}
