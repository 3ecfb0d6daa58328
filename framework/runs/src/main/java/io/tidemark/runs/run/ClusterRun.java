package io.tidemark.runs.run;

import io.tidemark.base.Command;
import io.tidemark.base.RunningCommand;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Installation;
import io.tidemark.runs.suite.ClusterPlace;
import io.tidemark.runs.suite.Suite.PlannedRun;
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
public record ClusterRun(CommandRuns runs, Path command) {

  /** With the command of this installation. */
  public ClusterRun(CommandRuns runs) {
    this(runs, Installation.root().resolve("bin/benchmark-k8s"));
  }

  /**
   * @param written takes the files of the result
   */
  public EndedRun execute(
      PlannedRun planned, ClusterPlace place, Results results, Consumer<List<Path>> written) {
    runs.watcher().starts(planned.watched());
    EndedRun ended;
    try {
      Files.createDirectories(results.directory());
      Path folder = results.temporary();
      try {
        ended = carryOut(planned, place, folder, results, written);
      } finally {
        ResultFiles.delete(folder);
      }
    } catch (IOException e) {
      runs.console().error("ERROR " + Text.message(e));
      ended = failed(planned, Text.message(e), ExitCode.INFRASTRUCTURE);
    }
    runs.watcher().ended(ended.outcome());
    return ended;
  }

  private EndedRun carryOut(
      PlannedRun planned,
      ClusterPlace place,
      Path folder,
      Results results,
      Consumer<List<Path>> written)
      throws IOException {
    int code = call(line(planned, place, folder));
    List<Path> moved = move(folder.resolve("results"), results.directory());
    written.accept(moved);
    Optional<Path> directory = moved.stream().filter(Files::isDirectory).findFirst();
    if (directory.isEmpty()) {
      String error =
          String.format(Locale.ROOT, "bin/benchmark-k8s ended with %d and has no result", code);
      runs.console().error("ERROR " + planned.title().text() + " did not run: " + error);
      return failed(planned, error, ExitCode.INFRASTRUCTURE);
    }
    RunResult run = RunDirectory.read(directory.get());
    return new EndedRun(
        RunOutcome.finished(planned.title(), run.withoutCourse(), directory),
        ExitCode.of(run.verdict()));
  }

  private static EndedRun failed(PlannedRun planned, String error, ExitCode code) {
    return new EndedRun(RunOutcome.failed(planned.title(), error), code);
  }

  private List<String> line(PlannedRun planned, ClusterPlace place, Path folder)
      throws IOException {
    Path driver = folder.resolve("driver.yaml");
    String base = planned.workload().fileBase().replaceAll("[^-._a-zA-Z0-9]", "-");
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
