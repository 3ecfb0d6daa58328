package io.tidemark.features.corpus;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tidemark.model.result.RunResult;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.RunConditions;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.store.Bundle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bundle of a corpus that can be read.
 *
 * @param place where the corpus has it
 * @param folder where it is unpacked
 */
record Submission(Place place, Path folder, StoredStudy study, ReportedRuns runs) {
  static final String UNKNOWN = "not known";

  private static final double GIBIBYTE = 1L << 30;

  /**
   * A file below {@code systems}.
   *
   * @param variant {@code default} or {@code tuned}
   * @param name of the file
   */
  record Place(String system, String variant, String name) {
    private static final Pattern NAME =
        Pattern.compile("(\\d{4}-\\d{2}-\\d{2})(?:-(\\d{1,3}))?\\.bundle");

    /** {@code 2026-12-01}; empty if it has another form. */
    String day() {
      Matcher parts = NAME.matcher(name);
      return parts.matches() ? parts.group(1) : "";
    }

    /** From 1. */
    int number() {
      Matcher parts = NAME.matcher(name);
      return parts.matches() && parts.group(2) != null ? Integer.parseInt(parts.group(2)) : 1;
    }

    /** What the environment of the study must be called. */
    String environment() {
      return system + "-" + variant;
    }

    /** {@code systems/nats/tuned/2026-12-01.bundle}. */
    @Override
    public String toString() {
      return String.join("/", Corpus.SYSTEMS, system, variant, name);
    }
  }

  /**
   * Unpacks a bundle; empty if it is not that of a study.
   *
   * @throws ResultsException if it cannot be read
   */
  static Optional<Submission> read(Path file, Place place) throws ResultsException {
    Path folder = Bundle.opened(file);
    Optional<StoredStudy> study = StoredStudy.read(folder);
    return study.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Submission(place, folder, study.get(), ReportedRuns.read(List.of(folder))));
  }

  List<RunResult> results() {
    return runs.runs().stream().flatMap(run -> run.stored().stream()).toList();
  }

  /** In the order of the study. */
  Map<String, List<ReportedRun>> byWorkload() {
    return runs.runs().stream()
        .collect(groupingBy(ReportedRun::workload, LinkedHashMap::new, toList()));
  }

  /** Of all runs: one, if they can be beside others. */
  List<String> guarantees() {
    return results().stream()
        .map(run -> Guarantee.of(run).map(Guarantee::toString).orElse(UNKNOWN))
        .distinct()
        .toList();
  }

  /** Of all runs: one, if they can be beside others. */
  List<String> machines() {
    return runs.runs().stream().map(Submission::machines).distinct().toList();
  }

  /** {@code 2 x Intel(R) Xeon(R), 23 GiB, amd64, broker and load generator on one machine}. */
  private static String machines(ReportedRun run) {
    List<String> parts = new ArrayList<>();
    for (String key : RunConditions.HARDWARE) {
      String value = run.conditions().getOrDefault("worker " + key, UNKNOWN);
      if (!value.equals(UNKNOWN) && !value.equals("none")) {
        parts.add(shown(key, value));
      }
    }
    String place = "broker and load generator";
    parts.add(place + " " + run.conditions().getOrDefault(place, UNKNOWN));
    return String.join(", ", parts).replaceFirst("^(.*?), (\\d+) cores", "$2 x $1");
  }

  private static String shown(String key, String value) {
    boolean bytes = key.toLowerCase(Locale.ROOT).contains("bytes");
    if (bytes && value.matches("\\d{1,18}")) {
      return Math.round(Long.parseLong(value) / GIBIBYTE) + " GiB";
    }
    return key.endsWith("logicalCores") ? value + " cores" : value;
  }

  /** In UTC, as the names of bundles have it. */
  String day() {
    return results().stream()
        .map(run -> run.identity().startedAt())
        .sorted()
        .findFirst()
        .map(at -> at.substring(0, Math.min(at.length(), "2026-12-01".length())))
        .orElse("");
  }
}
