package io.tidemark.report.section;

import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.document.Block;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.AddedViews;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.text.RunFacts;
import io.tidemark.report.text.TerminalStyle.Unbroken;
import io.tidemark.report.text.VerdictText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** One run: the verdict first, then what was measured, then where it is stored. */
public final class RunDocument {
  private RunDocument() {}

  /**
   * @param files where its results are; may be empty
   */
  public static Document of(RunResult run, List<Path> files) {
    List<Block> opening = new ArrayList<>(verdict(run));
    opening.add(facts(run));
    List<Section> sections = new ArrayList<>(sections(ShownRuns.of(run)));
    sections.add(VerdictSection.of(ShownRuns.of(run)));
    sections.add(files(files));
    return new Document(title(run), opening, sections);
  }

  /** The verdict alone. */
  public static Document ofVerdict(RunResult run, List<Path> files) {
    return new Document(
        title(run), verdict(run), List.of(VerdictSection.of(ShownRuns.of(run)), files(files)));
  }

  /** What was measured, of one run or many. */
  public static List<Section> sections(ShownRuns runs) {
    List<Section> sections = new ArrayList<>();
    Collections.addAll(
        sections,
        SearchSection.of(runs),
        FailoverSection.of(runs),
        RateSection.of(runs),
        PhaseSection.of(runs),
        LatencySection.of(runs),
        MessageSection.requests(runs),
        ClassSection.of(runs),
        MessageSection.of(runs),
        OutcomeSection.of(runs),
        PrioritySection.of(runs));
    AddedViews.all().forEach(each -> sections.addAll(each.measured(runs)));
    Collections.addAll(sections, FaultSection.of(runs), DisruptionSection.of(runs));
    return sections;
  }

  private static String title(RunResult run) {
    RunIdentity id = run.identity();
    return id.workloadName()
        + " on "
        + id.driverName()
        + (id.iterations() > 1
            ? String.format(Locale.ROOT, " (%d of %d)", id.iteration(), id.iterations())
            : "");
  }

  private static List<Block> verdict(RunResult run) {
    Status status = run.verdict().status();
    String reason = VerdictText.reason(run).map(text -> ": " + text).orElse("");
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Paragraph(Cell.of(status + reason, Tone.of(status))));
    VerdictText.warnings(run)
        .forEach(text -> blocks.add(new Paragraph(Cell.of("WARNING: " + text, Tone.WARNING))));
    return blocks;
  }

  private static Table facts(RunResult run) {
    List<List<Cell>> rows = new ArrayList<>();
    RunFacts.brief(run).forEach((name, fact) -> rows.add(List.of(Cell.of(name), Cell.of(fact))));
    return Table.ofFields(rows);
  }

  /** Paths are not divided at their blanks. */
  private static Section files(List<Path> files) {
    return Section.of("results", "Results")
        .notes(files.stream().map(file -> file.toString().replace(' ', Unbroken.BLANK)).toList());
  }
}
