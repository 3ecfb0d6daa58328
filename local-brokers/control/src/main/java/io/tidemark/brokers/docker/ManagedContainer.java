package io.tidemark.brokers.docker;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.LocalNode;
import io.tidemark.brokers.process.NodeProcess;
import io.tidemark.brokers.process.Polling;
import io.tidemark.brokers.process.TextFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * A node in an existing container. Its log is fetched after it ended, was frozen or inspected; in
 * between only the engine has it.
 *
 * @param container its name on the engine
 */
record ManagedContainer(String name, DockerEngine engine, String container, Path logFile)
    implements NodeProcess {
  private static final Duration SIGNAL_DEADLINE = Duration.ofSeconds(20);
  private static final int FETCHED_LINES = 100_000;
  private static final int QUOTED_LINES = 15;

  @Override
  public void limitCpus(int node, double cpus) {
    engine.limitCpus(container, cpus);
  }

  @Override
  public void start() {
    engine.start(container);
  }

  @Override
  public LocalNode.State state() {
    return engine.state(container);
  }

  @Override
  public OptionalLong pid() {
    return engine.pid(container);
  }

  @Override
  public void kill() {
    if (state() != LocalNode.State.DOWN) {
      engine.kill(container);
      await(LocalNode.State.DOWN, "SIGKILL");
      fetchLog();
    }
  }

  @Override
  public void stop(Duration grace) {
    if (state() != LocalNode.State.DOWN) {
      engine.stop(container, grace);
      await(LocalNode.State.DOWN, "a stop");
      fetchLog();
    }
  }

  @Override
  public void freeze() {
    requireUp("frozen");
    engine.pause(container);
    await(LocalNode.State.FROZEN, "a pause");
    fetchLog();
  }

  @Override
  public void resume() {
    requireUp("resumed");
    if (state() == LocalNode.State.FROZEN) {
      engine.unpause(container);
      await(LocalNode.State.UP, "its pause ended");
    }
  }

  private void requireUp(String done) {
    if (state() == LocalNode.State.DOWN) {
      throw new LocalBrokerException(name + " is down and cannot be " + done);
    }
  }

  private void await(LocalNode.State wanted, String after) {
    Polling.in(SIGNAL_DEADLINE)
        .require(
            () -> state() == wanted,
            () -> name + ": container " + container + " is " + state() + " after " + after);
  }

  @Override
  public String quotedLog() {
    try {
      fetchLog();
      return "; last lines of its log:\n  | "
          + engine.log(container, QUOTED_LINES).strip().replace("\n", "\n  | ");
    } catch (LocalBrokerException e) {
      return "; " + e.getMessage();
    }
  }

  @Override
  public void fetchLog() {
    String text = engine.log(container, FETCHED_LINES);
    if (!text.isEmpty()) { // Else the container was removed: the fetched log stays.
      TextFile.write(logFile, text);
    }
  }
}
