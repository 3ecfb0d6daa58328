package io.tidemark.report.chart;

import io.tidemark.model.profile.ProcessProfile;
import io.tidemark.model.profile.ProfileFile;
import io.tidemark.report.runs.ReportedRun;
import java.io.IOException;
import java.util.List;

/**
 * The profiles of a run, which are in files beside its result.
 *
 * @param problem why they cannot be read; empty if they can
 */
public record RunProfiles(ReportedRun run, List<ProcessProfile> profiles, String problem) {

  /** Returns the profiles of a stored run; none if it was not profiled. */
  public static RunProfiles of(ReportedRun run) {
    if (run.stored().isEmpty()) {
      return new RunProfiles(run, List.of(), "");
    }
    try {
      return new RunProfiles(run, ProfileFile.in(run.source()), "");
    } catch (IOException e) {
      return new RunProfiles(run, List.of(), String.valueOf(e.getMessage()));
    }
  }
}
