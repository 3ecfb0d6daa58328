package io.tidemark.charts.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.question.Question;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.SameNumbers;
import io.tidemark.report.SampleFailover;
import io.tidemark.report.SampleFaults;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SampleStudy;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.compare.DifferencesSection;
import io.tidemark.report.compare.StudyComparison;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.section.SummarySection;
import io.tidemark.report.section.VerdictSection;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.study.LeaderboardSection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every section of stored runs has the same numbers in all formats. */
class DocumentFormatsTest {
  @TempDir private Path folder;

  private static List<RunResult> runs() {
    return List.of(
        SampleRuns.sample(),
        SampleRuns.invalid(),
        SampleRuns.ramp(),
        SampleRuns.requestReply(),
        SearchRuns.trials(),
        SampleFailover.complete(),
        SampleFaults.run(SampleFaults.fault("f", Optional.of(2.6)), SampleFaults.never()));
  }

  private ReportedRuns stored(List<RunResult> runs) throws IOException {
    List<Path> folders = new ArrayList<>();
    for (RunResult run : runs) {
      folders.add(folder.resolve("run-" + folders.size()));
      RunDirectory.write(folders.get(folders.size() - 1), run, Map.of());
    }
    return ReportedRuns.read(folders);
  }

  private static List<Section> sections(ReportedRuns runs) {
    ShownRuns shown = ShownRuns.of(runs.runs());
    List<Section> sections = new ArrayList<>(RunDocument.sections(shown));
    sections.add(SummarySection.of(runs.runs()));
    sections.add(VerdictSection.of(shown));
    sections.add(DifferencesSection.of(StudyComparison.ofEnvironments(runs), runs.study()));
    sections.add(LeaderboardSection.of(runs));
    sections.removeIf(Section::isEmpty);
    return sections;
  }

  @Test
  void aRunHasTheSameNumbersInAllFormats() throws IOException {
    for (RunResult run : runs()) {
      assertAllFormats(stored(List.of(run)));
    }
  }

  @Test
  void severalRunsHaveTheSameNumbersInAllFormats() throws IOException {
    ReportedRuns all = stored(runs());
    assertThat(sections(all))
        .extracting(Section::id)
        .contains(
            "search", "failover", "rates", "phases", "latency", "requests", "messages", "summary")
        .contains("faults", "disruptions", "verdict", "differences");
    assertAllFormats(all);
  }

  @Test
  void aStudyHasTheSameNumbersInAllFormats() throws IOException {
    List<Environment> environments = new ArrayList<>();
    List<StudyEntry> runs = new ArrayList<>();
    for (String name : List.of("plain", "ramp")) {
      environments.add(new Environment(name, "d.yaml", Map.of(), Map.of(), null, List.of(), false));
      for (int block = 1; block <= 2; block++) {
        RunResult run = name.equals("plain") ? SampleRuns.sample() : SampleRuns.ramp();
        Path directory = RunDirectory.write(folder.resolve(name), run, Map.of());
        runs.add(
            StudyEntry.pending(name, "w", Map.of("driver.acks", "1"), block)
                .done("VALID", folder.relativize(directory).toString(), 1));
      }
    }
    SampleStudy.stored(
            environments,
            Map.of("driver.acks", List.of("1")),
            2,
            runs,
            new Question(List.of("consumeRate", "endToEnd.p50"), 0.1))
        .write(folder);
    ReportedRuns study = ReportedRuns.read(List.of(folder));
    assertThat(sections(study)).extracting(Section::id).contains("differences", "leaderboard");
    assertAllFormats(study);
  }

  private static void assertAllFormats(ReportedRuns runs) {
    SameNumbers.assertInAllFormats(sections(runs), ReportPage.html(runs, List.of()));
  }
}
