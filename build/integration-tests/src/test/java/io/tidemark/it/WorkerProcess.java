package io.tidemark.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** {@code bin/benchmark-worker}, started as a user would, on a free port of loopback. */
public final class WorkerProcess implements AutoCloseable {
  private static final String LISTENS = "Worker listens on ";

  private final TidemarkProcess process;

  private WorkerProcess(TidemarkProcess process) {
    this.process = process;
  }

  /** Starts, and does not wait until it listens. */
  public static WorkerProcess start(
      Path installation, Path folder, Map<String, String> environment, String... options)
      throws IOException {
    return startAt(installation, folder, environment, "0", options);
  }

  /** At any free port. */
  public static WorkerProcess startAt(
      Path installation,
      Path folder,
      Map<String, String> environment,
      String port,
      String... options)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-p", port));
    arguments.addAll(Arrays.asList(options));
    return new WorkerProcess(
        TidemarkProcess.start(
            installation,
            environment,
            folder,
            "benchmark-worker",
            arguments.toArray(String[]::new)));
  }

  public static WorkerProcess start(Path folder) throws IOException {
    return start(TidemarkProcess.ROOT, folder, Map.of("HEAP_OPTS", "-Xms96m -Xmx96m"));
  }

  /** {@code http://127.0.0.1:port}. */
  public String url() {
    process.awaitOutput(LISTENS);
    return process
        .output()
        .lines()
        .filter(line -> line.contains(LISTENS))
        .map(line -> line.substring(line.indexOf(LISTENS) + LISTENS.length()))
        .findFirst()
        .orElseThrow();
  }

  /** The worker's name in messages. */
  public String name() {
    return url().replaceFirst("https?://", "");
  }

  public int port() {
    return Integer.parseInt(url().replaceAll(".*:", ""));
  }

  public TidemarkProcess process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}
