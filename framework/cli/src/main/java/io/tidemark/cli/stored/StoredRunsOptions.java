package io.tidemark.cli.stored;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.StoredSource;
import io.tidemark.cli.process.InputFile;
import io.tidemark.model.result.Text;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReferenceReader;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy.StudyFolders;
import io.tidemark.runs.Console;
import io.tidemark.runs.GivenFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stored runs, and files with limits and published figures that are drawn beside them. */
public final class StoredRunsOptions {
  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      converter = StoredSource.class,
      description =
          "Run directories, folders with run directories, bundles, or files or folders of results in OMB's"
              + " format. Several folders are several systems.")
  private List<Path> sources;

  @Option(
      names = "--references",
      converter = InputFile.class,
      paramLabel = "FILE",
      description =
          "YAML file with limits or published figures to draw as lines; can be repeated."
              + " docs/how-to/report.md has its keys.")
  private List<Path> references = List.of();

  /** An output must not replace what is read. */
  public void requireWritable(Path output) {
    if (Files.isDirectory(output) || sources.contains(output)) {
      throw new UsageException(
          "--output %s is %s; allowed is another file"
              .formatted(output, Files.isDirectory(output) ? "a folder" : "a file to be read"));
    }
    GivenFile.requireWritable("--output", output, List.of());
  }

  /** Notes what is left out. Of a folder with nothing but a study it is the study. */
  public ReportedRuns runs(Console console) {
    try {
      ReportedRuns runs = ReportedRuns.read(withStudies(console));
      runs.leftOut().forEach(line -> console.note("left out " + line));
      noteTimes(runs, console);
      return runs;
    } catch (ResultsException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** Folders of results keep the runs of earlier commands. */
  private void noteTimes(ReportedRuns runs, Console console) {
    LongSummaryStatistics begun =
        runs.runs().stream()
            .flatMap(run -> run.stored().stream())
            .mapToLong(run -> run.identity().startedEpochMillis())
            .summaryStatistics();
    if (runs.study().isEmpty() && begun.getCount() > sources.size()) {
      console.note(
          "all %s in %s are shown, which began from %s to %s: name run directories for fewer"
              .formatted(
                  Text.plural(runs.runs().size(), "run"),
                  sources.stream().map(Path::toString).collect(Collectors.joining(", ")),
                  minute(begun.getMin()),
                  minute(begun.getMax())));
    }
  }

  private static String minute(long epochMillis) {
    return Instant.ofEpochMilli(epochMillis).truncatedTo(ChronoUnit.MINUTES).toString();
  }

  /** The sources, or the only study in them; a study among other runs is noted. */
  private List<Path> withStudies(Console console) throws ResultsException {
    for (Path source : sources) {
      StudyFolders studies = StudyFolders.below(source);
      if (studies.only().isPresent() && sources.size() == 1) {
        Path study = studies.only().get();
        console.note(
            "all runs in %s are of one study: the report is that of %s".formatted(source, study));
        return List.of(study);
      }
      for (Path study : studies.folders()) {
        console.note(
            "%s is a study, whose runs are mixed with others: give it alone for its report"
                .formatted(study));
      }
    }
    return sources;
  }

  /** The lines of all files, which are checked. */
  List<ReferenceLine> references() {
    Problems problems = new Problems();
    List<ReferenceLine> all = new ArrayList<>();
    for (Path file : references) {
      String text = GivenFile.text("--references ", file);
      all.addAll(ReferenceReader.file(new SourceFile(file.toString(), text), problems));
    }
    problems.throwIfErrors();
    return all;
  }
}
