package io.tidemark.runs.run;

import io.tidemark.base.Clock;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.worker.Worker;
import io.tidemark.runs.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a feature does in one run: before it by {@link #options}, while it is under way by the
 * methods of a listener, at its end by {@link #ended}, {@link #files} and {@link #close}.
 */
public interface RunHook extends RunListener, AutoCloseable {
  /**
   * A run that is about to begin.
   *
   * @param workers of all traffic classes
   * @param brokers those on this machine, if the run has such
   * @param folder exists; large files have room there until the results are written
   */
  record Begin(
      RunPlan plan,
      DriverFile driver,
      List<Worker> workers,
      Optional<LocalCluster> brokers,
      Path folder,
      Clock clock,
      Console console) {}

  /** Takes part in a run, or not. */
  interface Maker {
    /** Called once for each run, on its thread, before the load. */
    Optional<RunHook> begin(Begin run);
  }

  /** The options with which the run is carried out. */
  default RunOptions options(RunOptions given) {
    return given;
  }

  /** The run is over, its result is complete. */
  default void ended(RunResult result) {}

  /** Further files of the run's directory, by their names in it; asked for after the load. */
  default Map<String, Path> files() throws IOException {
    return Map.of();
  }

  /** The files of the run are written, or the run has failed. */
  @Override
  default void close() throws IOException {}
}
