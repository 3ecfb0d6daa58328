package io.tidemark.report.runs;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.report.runs.MatrixAxis.MatrixPaths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of a run of a study: its place, what has become of it, and where its result is. A
 * component of {@code study.json}.
 *
 * @param cell values of the matrix by the paths of the keys
 * @param iteration from 1; 0 and below for a run of the warm-up
 * @param status of the verdict of a run that is done
 * @param directory of a run that is done, relative to the study's folder
 * @param written files and folders of the run that is being carried out
 * @param repeated directories of INVALID runs in whose place this one was carried out
 * @param seconds it took, with brokers and files; 0 if it is not done
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record StudyEntry(
    String environment,
    String workload,
    Map<String, String> cell,
    int iteration,
    State state,
    @Nullable String status,
    @Nullable String directory,
    List<String> written,
    List<String> repeated,
    double seconds)
    implements StudyEntryBuilder.With {
  /** What has become of a run. */
  public enum State {
    PENDING,
    RUNNING,
    /** It has a result that counts, with any verdict. */
    DONE,
    /** It has no result that counts; the next call repeats it. */
    FAILED
  }

  public StudyEntry {
    cell = Collections.unmodifiableMap(new LinkedHashMap<>(cell));
    written = List.copyOf(written);
    repeated = List.copyOf(repeated);
  }

  /** Whether its result is one of the study's; that of a warm-up is not. */
  public boolean counts() {
    return iteration >= 1;
  }

  /** Not carried out so far. */
  public static StudyEntry pending(
      String environment, String workload, Map<String, String> cell, int iteration) {
    return new StudyEntry(
        environment, workload, cell, iteration, State.PENDING, null, null, List.of(), List.of(), 0);
  }

  /** The same in another block. */
  public StudyEntry at(int otherIteration) {
    return pending(environment, workload, cell, otherIteration);
  }

  /** In another state without a result. */
  public StudyEntry in(State other) {
    return at(iteration).with().state(other).repeated(repeated).build();
  }

  /** While it runs: what has been written. */
  public StudyEntry with(List<String> files) {
    return with().written(files).seconds(0).build();
  }

  /** Its result is INVALID and does not count. */
  public StudyEntry repeating(String invalidDirectory) {
    List<String> all = new ArrayList<>(repeated);
    all.add(invalidDirectory);
    return at(iteration).withRepeated(all);
  }

  public StudyEntry done(String itsStatus, String itsDirectory, double itsSeconds) {
    return in(State.DONE)
        .with()
        .status(itsStatus)
        .directory(itsDirectory)
        .seconds(itsSeconds)
        .build();
  }

  /** Name of the environment with its values of the matrix. */
  public String system() {
    return named(environment, StudyEntry::isOfSystem);
  }

  /** Name of the workload with its values of the matrix. */
  public String load() {
    return named(workload, path -> path.startsWith(MatrixPaths.WORKLOAD));
  }

  /** Name of the environment with its values of all keys but one. */
  public String without(String path) {
    return named(environment, each -> !each.equals(path));
  }

  /** Name of the environment with its values of the matrix, without those of some axes. */
  public String systemWithout(List<MatrixAxis> axes) {
    return named(
        environment,
        path -> isOfSystem(path) && axes.stream().noneMatch(axis -> axis.path().equals(path)));
  }

  /** Name of the workload with its values of the matrix, and those of some axes. */
  public String loadAt(List<MatrixAxis> axes) {
    return Stream.of(workload, valuesAt(axes))
        .filter(part -> !part.isEmpty())
        .collect(joining(", "));
  }

  /** Its values of the matrix of the workload, and of some axes. */
  public String valuesAt(List<MatrixAxis> axes) {
    return named(
        "",
        path ->
            path.startsWith(MatrixPaths.WORKLOAD)
                || axes.stream().anyMatch(axis -> axis.path().equals(path)));
  }

  private static boolean isOfSystem(String path) {
    return !path.startsWith(MatrixPaths.WORKLOAD);
  }

  private String named(String first, Predicate<String> keys) {
    Map<String, String> names = MatrixPaths.names(cell.keySet());
    return Stream.concat(
            Stream.of(first).filter(name -> !name.isEmpty()),
            cell.entrySet().stream()
                .filter(each -> keys.test(each.getKey()))
                .map(each -> names.get(each.getKey()) + " " + each.getValue()))
        .collect(joining(", "));
  }
}
