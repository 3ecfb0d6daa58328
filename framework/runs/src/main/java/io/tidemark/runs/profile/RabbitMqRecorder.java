package io.tidemark.runs.profile;

import io.tidemark.model.profile.ProcessProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Records what the threads of a RabbitMQ node do, by Erlang's accounting of their states, the work
 * of Erlang's processes, and the node's memory.
 */
final class RabbitMqRecorder implements ProcessRecorder {
  private final int node;
  private final ErlangMachine machine;
  private final List<String> printed = new ArrayList<>();
  private boolean recorded;

  /**
   * @param node its number
   */
  RabbitMqRecorder(int node, ErlangMachine machine) {
    this.node = node;
    this.machine = machine;
  }

  @Override
  public String process() {
    return BrokerRecorder.name(node);
  }

  /** The files of RabbitMQ's command are in the page cache then. */
  @Override
  public void warmUp() throws IOException, InterruptedException {
    machine.evaluate("prepare the profile", "ok.");
  }

  @Override
  public void start() throws IOException, InterruptedException {
    machine.evaluate("start the profile", ErlangExpressions.START);
    recorded = true;
  }

  @Override
  public void stop() throws IOException, InterruptedException {
    if (!recorded) {
      return;
    }
    recorded = false;
    String figures = machine.evaluate("read the profile", ErlangExpressions.STOP);
    if (figures.contains(ErlangExpressions.NOT_RECORDED)) {
      throw new IOException(BrokerRecorder.ENDED);
    }
    printed.add(figures);
  }

  @Override
  public String ending() {
    return ".txt";
  }

  @Override
  public void fetch(Path file) throws IOException, InterruptedException {
    stop();
    Files.writeString(file, String.join("\n", printed), StandardOpenOption.CREATE_NEW);
  }

  @Override
  public ProcessProfile read(Path file, List<String> phases, double seconds) throws IOException {
    return ErlangReader.read(printed, process(), phases);
  }
}
