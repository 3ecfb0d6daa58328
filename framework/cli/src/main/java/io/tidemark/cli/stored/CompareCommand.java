package io.tidemark.cli.stored;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.CompareOption;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.StoredSource;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.report.compare.ChangeLimit;
import io.tidemark.report.compare.ChangeLimit.ComparisonJUnit;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.DifferencesSection;
import io.tidemark.report.compare.RunSetComparison;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.document.Section;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.AddedViews;
import io.tidemark.report.runs.RunSet;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares stored runs. */
@Command(
    name = "compare",
    sortOptions = false,
    description = {
      "Compares runs of the same workload on several systems, with statistics: shows which"
          + " differences are more than chance.",
      "The exit code is 1 if a limit of --fail-if is exceeded, 2 if the runs cannot be compared.",
      "docs/how-to/compare.md explains the method."
    })
public final class CompareCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      converter = StoredSource.class,
      description =
          "One for each system: a folder with run directories (iterations), a run directory, or"
              + " a file or folder of results in OMB's format. The first is the baseline. With a"
              + " single folder its drivers are compared.")
  private List<Path> directories;

  @Option(
      names = "--baseline",
      paramLabel = "DIR",
      converter = StoredSource.class,
      description = "Compares all DIR with this one instead of the first.")
  private Optional<Path> baseline = Optional.empty();

  @Option(
      names = "--fail-if",
      paramLabel = "LIMIT",
      description =
          "Exits with 1 if this change is shown, for example \"endToEnd.p99 worse by 10%%\" or"
              + " \"publishRate < -5%%\". Can be repeated.")
  private List<String> limits = new ArrayList<>();

  @Option(
      names = "--effect",
      paramLabel = "PERCENT",
      description =
          "The increase of interest; the output says how many runs would show it (default: that"
              + " of the question of the workload, or 5%%).")
  private Optional<String> effect = Optional.empty();

  @Option(
      names = "--anyway",
      description = "Compares runs although conditions differ, such as durability or message size.")
  private boolean anyway;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Also writes the comparison as Markdown.")
  private Optional<Path> markdown = Optional.empty();

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also writes the limits as test cases in JUnit's XML format.")
  private Optional<Path> junit = Optional.empty();

  @Mixin private HelpOption help;

  private final List<CompareOption> options;

  /**
   * @param options of features
   */
  public CompareCommand(List<CompareOption> options) {
    this.options = options;
  }

  /** Those of features. */
  public List<CompareOption> options() {
    return options;
  }

  @Override
  public Integer call() throws ResultsException {
    List<ChangeLimit> forbidden = limits.stream().map(CompareCommand::limit).toList();
    Optional<Double> share = effect.map(CompareCommand::share);
    List<Path> sources = new ArrayList<>();
    baseline.ifPresent(sources::add);
    sources.addAll(directories);
    List<RunSet> sets = RunSet.sides(sources);
    List<Comparison> comparisons =
        RunSetComparison.of(
            sets.get(0),
            sets.subList(1, sets.size()),
            share,
            forbidden.stream()
                .flatMap(limit -> MetricReference.compared(limit.metric()).stream())
                .collect(Collectors.toSet()));
    requireComparable(comparisons, sets.get(0));
    markdown.ifPresent(file -> GivenFile.requireWritable("--markdown", file, List.of()));
    junit.ifPresent(file -> GivenFile.requireWritable("--junit", file, List.of()));
    options.forEach(CompareOption::check);
    List<ComparisonJUnit.Case> cases = ComparisonJUnit.cases(comparisons, forbidden);
    forbidden.forEach(limit -> requireMeasured(limit, cases));
    Console console = ProcessConsole.open(false);
    sets.forEach(set -> set.leftOut().forEach(run -> console.note("left out " + run)));
    Document document = document(comparisons, sets);
    if (json) {
      console.print(Comparison.json(comparisons));
    } else {
      console.print(document);
    }
    for (CompareOption each : options) {
      each.write(sets);
    }
    if (markdown.isPresent()) {
      ResultFiles.replaceFile(markdown.get(), MarkdownRenderer.of(document));
    }
    if (junit.isPresent()) {
      ResultFiles.replaceFile(junit.get(), ComparisonJUnit.xml(cases));
    }
    List<ComparisonJUnit.Case> exceeded =
        cases.stream().filter(ComparisonJUnit.Case::exceeded).toList();
    exceeded.forEach(each -> console.error("limit exceeded: " + each.text()));
    return (exceeded.isEmpty() ? ExitCode.OK : ExitCode.NOT_GOOD).code();
  }

  private static Document document(List<Comparison> comparisons, List<RunSet> sets)
      throws ResultsException {
    List<Section> sections = new ArrayList<>();
    sections.add(DifferencesSection.of(comparisons, Optional.empty()));
    for (AddedViews each : AddedViews.all()) {
      sections.addAll(each.differences(sets));
    }
    return new Document("", List.of(), sections);
  }

  private static ChangeLimit limit(String text) {
    try {
      return ChangeLimit.of(text, MetricReference::compared);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private static double share(String effect) {
    return Quantities.share(effect)
        .filter(share -> share > 0 && share <= 10)
        .orElseThrow(
            () ->
                new UsageException(
                    "--effect: got '" + effect + "'; allowed a percentage to 1000%, such as 5%"));
  }

  private void requireComparable(List<Comparison> comparisons, RunSet first) {
    if (comparisons.isEmpty()) {
      throw new UsageException(
          "no workload of %s was run by another side: %s"
              .formatted(first.label(), String.join(", ", first.workloads())));
    }
    List<String> obstacles =
        comparisons.stream()
            .flatMap(each -> each.obstacles().stream().map(what -> each.workload() + ", " + what))
            .toList();
    if (!anyway && !obstacles.isEmpty()) {
      throw new UsageException(
          "not comparable (--anyway compares nevertheless):\n  " + String.join("\n  ", obstacles));
    }
  }

  private static void requireMeasured(ChangeLimit limit, List<ComparisonJUnit.Case> cases) {
    if (cases.stream().noneMatch(each -> each.limit().equals(limit))) {
      throw new UsageException(
          "--fail-if: %s was not measured on both sides".formatted(limit.metric()));
    }
  }
}
