package io.tidemark.runs.profile;

import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.model.profile.ProcessProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Records what the threads of a RabbitMQ node do, by Erlang's accounting of their states, and the
 * node's memory.
 */
final class RabbitMqRecorder implements ProcessRecorder {
  private static final String ON =
      "erlang:system_flag(microstate_accounting, true), "
          + "erlang:system_flag(microstate_accounting, reset), ok.";

  private final LocalCluster cluster;
  private final int node;
  private final List<String> printed = new ArrayList<>();
  private OptionalLong recorded = OptionalLong.empty();

  /**
   * @param node its number
   */
  RabbitMqRecorder(LocalCluster cluster, int node) {
    this.cluster = cluster;
    this.node = node;
  }

  @Override
  public String process() {
    return BrokerRecorder.name(node);
  }

  /** The files of RabbitMQ's command are in the page cache then. */
  @Override
  public void warmUp() {
    cluster.evaluate(node, "prepare the profile", "ok.");
  }

  @Override
  public void start() throws IOException {
    long pid = BrokerRecorder.pid(cluster, node);
    cluster.evaluate(node, "start the profile", ON);
    recorded = OptionalLong.of(pid);
  }

  @Override
  public void stop() throws IOException {
    if (recorded.isEmpty()) {
      return;
    }
    long pid = recorded.getAsLong();
    recorded = OptionalLong.empty();
    if (BrokerRecorder.pid(cluster, node) != pid) {
      throw new IOException(BrokerRecorder.ENDED);
    }
    printed.add(cluster.evaluate(node, "read the profile", ErlangReader.expression()));
  }

  @Override
  public String ending() {
    return ".txt";
  }

  @Override
  public void fetch(Path file) throws IOException {
    stop();
    Files.writeString(file, String.join("\n", printed), StandardOpenOption.CREATE_NEW);
  }

  @Override
  public ProcessProfile read(Path file, List<String> phases, double seconds) throws IOException {
    return ErlangReader.read(printed, process(), phases);
  }
}
