package io.tidemark.features.study;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.features.cost.PriceSpec;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.report.runs.ProbeResult;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReferenceReader.ReferenceKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A system under test.
 *
 * @param inFile empty before {@link StudyReader} has completed it
 */
@RecordBuilder
public record StudyEnvironment(
    @Key(
            value = "Name in the report; a folder of the results.",
            required = true,
            pattern = Study.FOLDER,
            form = Study.FORM)
        String name,
    @Key(value = "Driver file.", required = true) Path driver,
    @Key(
            "Keys of the driver file with other values, by their paths:"
                + " `payload.entropy`. Inside a text of properties the rest is the name of a"
                + " property: `producerConfig.linger.ms`. An empty value (`~`) removes a key;"
                + " elements of lists have no path.")
        Map<String, Object> set,
    @Key(
            value =
                "Shell commands to run before the first run of the environment, and again"
                    + " when an interrupted study continues and before a run with other variables.",
            types = Type.COMMAND,
            each = COMMAND)
        List<String> setup,
    @Key(
            value = "Shell commands to run when the study ends, also after a failure or Ctrl-C.",
            types = Type.COMMAND,
            each = COMMAND)
        List<String> teardown,
    @Key(value = "Timeout of each of these commands.", orElse = "10m") Duration setupTimeout,
    @Key("Addresses of workers, as in the option `--workers`, which it replaces.")
        Optional<String> workers,
    @Key(
            "Workers in a Kubernetes cluster: `bin/benchmark-k8s` carries out the runs. Not with"
                + " `workers`. `${env:}` and `${file:}` in the driver file are filled in there.")
        Optional<Kubernetes> kubernetes,
    @Key("What readers of the report need to know: zone, mesh, hardware.")
        Map<String, Object> facts,
    @Key(
            "What the environment costs, for the leaderboard, metrics `price.*` and the rate from"
                + " which another system is cheaper. It replaces `price` of the driver file.")
        Optional<PriceSpec> price,
    @Key(value = "Limits of the environment, drawn into charts.", each = "A limit.")
        List<ReferenceKeys> limits,
    @Key("File with limits, written by `bin/benchmark probe`; a set-up command can make it.")
        Optional<Path> probe,
    Optional<InFile> inFile)
    implements StudyEnvironmentBuilder.With {
  private static final String COMMAND = "A command for `/bin/sh -c`.";

  /**
   * What belongs to the file.
   *
   * @param mark for messages
   * @param set keys of the driver file with other values
   * @param priced the price as a key of the driver file
   * @param lines limits that apply to this environment only
   */
  public record InFile(
      SourceLocation mark, Overrides set, Overrides priced, List<ReferenceLine> lines) {
    public InFile {
      lines = List.copyOf(lines);
    }
  }

  /** Workers in a cluster. */
  @RecordBuilder
  public record Kubernetes(
      @Key("Context of kubectl and helm. Default: the current one.") Optional<String> context,
      @Key("Namespace of the workers. Default: that of the context.") Optional<String> namespace,
      @Key("Name of the workers' Helm release. Default: that of `bin/benchmark-k8s`.")
          Optional<String> release,
      @Key(value = "Number of workers. Default: that of the values.", range = "1..9999")
          Optional<Integer> workers,
      @Key(value = "Files of values of the chart.", each = "A file.") List<Path> values)
      implements StudyEnvironmentKubernetesBuilder.With {

    /** The options of bin/benchmark-k8s. */
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

  SourceLocation mark() {
    return inFile.orElseThrow().mark;
  }

  /** Limits that apply to this environment only. */
  List<ReferenceLine> lines() {
    return inFile.orElseThrow().lines;
  }

  /** The limits, with those that a set-up command has measured. */
  List<ReferenceLine> measuredLimits() throws IOException {
    if (probe.isEmpty()) {
      return lines();
    }
    try {
      return Stream.concat(
              lines().stream(),
              ProbeResult.limits(probe.get()).stream().map(limit -> limit.ofEnvironment(name)))
          .toList();
    } catch (IOException e) {
      throw new IOException(
          "cannot read the probe " + probe.get() + ": " + FailureReason.ofFile(e), e);
    }
  }

  /** All keys of the driver file with other values. */
  Overrides overrides() {
    InFile file = inFile.orElseThrow();
    return file.set.and(file.priced);
  }

  /** Keys with other values, as texts, without the price. */
  Map<String, String> setTexts() {
    Map<String, String> texts = new LinkedHashMap<>();
    inFile
        .orElseThrow()
        .set
        .all()
        .forEach(each -> texts.put(each.path(), MatrixKey.text(each.value())));
    return texts;
  }

  /** What readers need to know, as texts. */
  Map<String, String> factTexts() {
    Map<String, String> texts = new LinkedHashMap<>();
    facts.forEach((key, value) -> texts.put(key, Objects.toString(value, "")));
    return texts;
  }
}
