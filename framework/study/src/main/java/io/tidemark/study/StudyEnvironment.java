package io.tidemark.study;

import io.tidemark.driver.FailureReason;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.report.runs.ProbeResult;
import io.tidemark.report.runs.ReferenceLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A system under test.
 *
 * @param keys what the file says of it
 * @param mark for messages
 * @param driver the driver file
 * @param set keys of the driver file with other values
 * @param priced the price as a key of the driver file
 * @param cluster whose workers carry out the runs; empty: those of the keys
 * @param facts for readers
 * @param limits that apply to this environment only
 * @param probe file with further limits
 */
public record StudyEnvironment(
    StudyKeys.EnvironmentKeys keys,
    SourceLocation mark,
    Path driver,
    Overrides set,
    Overrides priced,
    Optional<Cluster> cluster,
    Map<String, String> facts,
    List<ReferenceLine> limits,
    Optional<Path> probe) {

  /**
   * Workers in Kubernetes, as the options of bin/benchmark-k8s describe them.
   *
   * @param values files of the chart's values
   */
  public record Cluster(
      Optional<String> context,
      Optional<String> namespace,
      Optional<String> release,
      Optional<Integer> workers,
      List<Path> values) {
    public Cluster {
      values = List.copyOf(values);
    }

    List<String> options() {
      List<String> options = new ArrayList<>();
      context.ifPresent(name -> options.addAll(List.of("--context", name)));
      namespace.ifPresent(name -> options.addAll(List.of("--namespace", name)));
      release.ifPresent(name -> options.addAll(List.of("--release", name)));
      workers.ifPresent(number -> options.addAll(List.of("--workers", number.toString())));
      values.forEach(file -> options.addAll(List.of("--values", file.toString())));
      return options;
    }
  }

  public StudyEnvironment {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    limits = List.copyOf(limits);
  }

  /** Unique; a folder of the results. */
  public String name() {
    return keys.name();
  }

  /** The limits, with those that a set-up command has measured. */
  List<ReferenceLine> measuredLimits() throws IOException {
    if (probe.isEmpty()) {
      return limits;
    }
    try {
      return Stream.concat(
              limits.stream(),
              ProbeResult.limits(probe.get()).stream().map(limit -> limit.ofEnvironment(name())))
          .toList();
    } catch (IOException e) {
      throw new IOException(
          "cannot read the probe " + probe.get() + ": " + FailureReason.ofFile(e), e);
    }
  }

  /** All keys of the driver file with other values. */
  Overrides overrides() {
    return set.and(priced);
  }

  /** Keys with other values, as texts, without the price. */
  Map<String, String> setTexts() {
    Map<String, String> texts = new LinkedHashMap<>();
    set.all().forEach(each -> texts.put(each.path(), MatrixKey.text(each.value())));
    return texts;
  }
}
