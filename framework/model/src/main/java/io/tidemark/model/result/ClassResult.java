package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What was measured of one traffic class. All of its figures are those of a run with this class
 * alone; its files are in the folder {@code classes/NAME} of the run directory.
 *
 * @param name unique in the run
 * @param runId of the class: its messages carry it
 * @param verdict on the class alone, with its objectives
 * @param shape sizes of its workload
 * @param totals all measured phases as one
 * @param phases in order
 * @param delivery what became of its messages
 * @param run everything; only of a live run
 */
public record ClassResult(
    String name,
    @JsonProperty("runId") String runId,
    Verdict verdict,
    RunResult.Shape shape,
    PhaseResult totals,
    List<PhaseResult> phases,
    DeliveryReport delivery,
    @JsonIgnore Optional<RunResult> run) {
  /** The folder with the files of classes in a run directory. */
  public static final String FOLDER = "classes";

  public ClassResult {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(totals, "totals");
    Objects.requireNonNull(delivery, "delivery");
    phases = List.copyOf(phases);
    run = run == null ? Optional.empty() : run; // It is in files of its own.
  }

  /** Of a run of this class. */
  public static ClassResult of(String name, RunResult run) {
    return new ClassResult(
        name,
        run.identity().runId(),
        run.verdict(),
        run.shape(),
        run.totals(),
        run.phases(),
        run.delivery(),
        Optional.of(run));
  }

  /** The folder of its files in a run directory, with a slash at the end. */
  public String folder() {
    return FOLDER + "/" + name + "/";
  }

  /** Without what may be large, or needs the journal of the run. */
  ClassResult withoutCourse() {
    return new ClassResult(name, runId, verdict, shape, totals, phases, delivery, Optional.empty());
  }
}
