package io.tidemark.study;

import io.tidemark.driver.FailureReason;
import io.tidemark.report.runs.ProbeResult;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.StoredStudy.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Limits of an environment that a set-up command has measured. */
final class EnvironmentLimits {
  private EnvironmentLimits() {}

  /** The environments, with those of the file that {@code probe} names. */
  static List<Environment> of(List<Environment> all, StudyEnvironment environment)
      throws IOException {
    if (environment.probe().isEmpty()) {
      return all;
    }
    List<ReferenceLine> limits =
        Stream.concat(
                environment.limits().stream(),
                read(environment.probe().get()).stream()
                    .map(limit -> limit.ofEnvironment(environment.name())))
            .toList();
    return all.stream()
        .map(
            each ->
                each.name().equals(environment.name())
                    ? each.with(StudySuite.figures(limits))
                    : each)
        .toList();
  }

  private static List<ReferenceLine> read(Path probe) throws IOException {
    try {
      return ProbeResult.limits(probe);
    } catch (IOException e) {
      throw new IOException("cannot read the probe " + probe + ": " + FailureReason.ofFile(e), e);
    }
  }
}
