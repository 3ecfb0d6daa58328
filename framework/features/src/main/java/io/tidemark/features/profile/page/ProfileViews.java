package io.tidemark.features.profile.page;

import io.tidemark.features.profile.stack.ProcessProfile;
import io.tidemark.features.profile.stack.ProcessProfile.Pause;
import io.tidemark.report.document.Section;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.AddedViews;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.RunSet;
import java.util.ArrayList;
import java.util.List;

/** Profiles in reports, comparisons and charts. */
public final class ProfileViews implements AddedViews {
  @Override
  public List<Section> sections(ReportedRuns runs) {
    return ProfileSection.section(runs.runs()).stream().toList();
  }

  @Override
  public List<Section> differences(List<RunSet> sides) throws ResultsException {
    List<Section> sections = new ArrayList<>();
    List<RunSet> others = sides.subList(1, sides.size());
    for (ProfileComparison each : ProfileComparison.of(sides.get(0), others)) {
      sections.add(each.section("profile"));
    }
    for (ErlangComparison each : ErlangComparison.of(sides.get(0), others)) {
      sections.add(each.section("erlang"));
    }
    return sections;
  }

  /** Of damaged profiles none: the section says so. */
  @Override
  public List<Pauses> pauses(ReportedRun run) {
    List<ProcessProfile> profiles;
    try {
      profiles = ProfileComparison.profiles(run);
    } catch (ResultsException e) {
      return List.of();
    }
    return profiles.stream().map(each -> pauses(run, each)).toList();
  }

  private static Pauses pauses(ReportedRun run, ProcessProfile profile) {
    List<Pause> pauses = profile.pauses();
    return new Pauses(
        profile.process(),
        pauses.stream().mapToDouble(each -> run.seconds(each.epochMicros())).toArray(),
        pauses.stream().mapToDouble(Pause::micros).toArray());
  }
}
