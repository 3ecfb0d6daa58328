package io.tidemark.features.study;

import io.tidemark.base.Command;
import io.tidemark.base.RunningCommand;
import io.tidemark.features.study.PlacedRun.ClusterPlace;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.Installation;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.runs.run.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One run on workers in a Kubernetes cluster: {@code bin/benchmark-k8s} carries it out, and its
 * results are used as those of a run of this process.
 *
 * @param command the path of bin/benchmark-k8s
 */
public record ClusterExecution(CommandRuns runs, Path command) {

  /** With the command of this installation. */
  public ClusterExecution(CommandRuns runs) {
    this(runs, Installation.root().resolve("bin/benchmark-k8s"));
  }

  /**
   * @param planned with the cluster
   * @param written takes the files of the result
   */
  public RunOutcome execute(PlacedRun planned, Results results, Consumer<List<Path>> written) {
    runs.watcher().starts(planned.run());
    RunOutcome outcome;
    try {
      Files.createDirectories(results.directory());
      Path folder = results.temporary();
      try {
        outcome = carryOut(planned, folder, results, written);
      } finally {
        ResultFiles.delete(folder);
      }
    } catch (IOException e) {
      runs.fail(e);
      outcome = RunOutcome.failed(planned.run().title(), Text.message(e));
    }
    runs.watcher().ended(outcome);
    return outcome;
  }

  private RunOutcome carryOut(
      PlacedRun planned, Path folder, Results results, Consumer<List<Path>> written)
      throws IOException {
    int code = call(line(planned, folder));
    List<Path> moved = move(folder.resolve("results"), results.directory());
    written.accept(moved);
    Optional<Path> directory = moved.stream().filter(Files::isDirectory).findFirst();
    if (directory.isEmpty()) {
      String error =
          String.format(Locale.ROOT, "bin/benchmark-k8s ended with %d and has no result", code);
      runs.fail(planned.run().title().text() + " did not run: " + error);
      return RunOutcome.failed(planned.run().title(), error);
    }
    RunResult run = RunDirectory.read(directory.get());
    return RunOutcome.finished(planned.run().title(), run.withoutCourse(), directory);
  }

  private List<String> line(PlacedRun planned, Path folder) throws IOException {
    ClusterPlace place = planned.cluster().orElseThrow();
    Path driver = folder.resolve("driver.yaml");
    String base = planned.run().workload().fileBase().replaceAll("[^-._a-zA-Z0-9]", "-");
    Path workload = folder.resolve(base.equals("driver") ? "workload.yaml" : base + ".yaml");
    Files.writeString(driver, place.driver());
    Files.writeString(workload, place.workload());
    List<String> line = new ArrayList<>(List.of(command.toString(), "run"));
    line.addAll(place.options());
    line.addAll(List.of("--results-dir", folder.resolve("results").toString()));
    line.addAll(List.of("-d", driver.toString(), workload.toString()));
    line.addAll(List.of("--", "--iterations", "1"));
    return line;
  }

  /**
   * The exit code of the command. In a separate session Ctrl-C does not reach it, which would stop
   * it twice. A request to end stops the run, whose results so far are copied.
   */
  private int call(List<String> line) throws IOException {
    RunningCommand running =
        Command.line(line).inSession().printingTo(runs.console()::note).start();
    running.closeInput();
    Runnable stop =
        () -> {
          runs.interruption().writing(); // The command has its own deadlines.
          running.requestEnd();
        };
    runs.interruption().onRequest(stop);
    try {
      return running.await().exitCode().orElseThrow();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a run was carried out in a cluster", e);
    } finally {
      runs.interruption().forget(stop);
      runs.interruption().written();
    }
  }

  private static List<Path> move(Path from, Path to) throws IOException {
    List<Path> moved = new ArrayList<>();
    if (Files.isDirectory(from)) {
      List<Path> files;
      try (Stream<Path> all = Files.list(from)) {
        files = all.sorted().toList();
      }
      for (Path each : files) {
        moved.add(Files.move(each, to.resolve(from.relativize(each))));
      }
    }
    return moved;
  }
}
