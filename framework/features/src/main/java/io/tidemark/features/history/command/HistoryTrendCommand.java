package io.tidemark.features.history.command;

import io.tidemark.base.UsageException;
import io.tidemark.charts.page.ChartsPage;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.features.history.page.HistorySite;
import io.tidemark.features.history.page.HistorySite.RunLinks;
import io.tidemark.features.history.page.TrendDocument;
import io.tidemark.features.history.page.VersionDocument;
import io.tidemark.features.history.trend.Causes;
import io.tidemark.features.history.trend.Trend;
import io.tidemark.features.history.trend.VersionTrend;
import io.tidemark.report.document.Document;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows how figures of a history changed over time. */
@Command(
    name = "trend",
    sortOptions = false,
    description = {
      "Shows the metrics of each series over time: current level and spread, when the level"
          + " changed, by how much, and which attributes changed there.",
      "docs/reference/history.md explains the method."
    })
public final class HistoryTrendCommand implements Callable<Integer> {
  @Mixin private StoreOption store;

  @Mixin private TrendOptions wanted;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Also writes one HTML file with charts; replaced if it exists.")
  private Optional<Path> output = Optional.empty();

  @Option(
      names = "--over",
      paramLabel = "ATTRIBUTE",
      description =
          "Compares the values of an attribute in place of days, such as broker, client, tidemark"
              + " or the name of a label: runs with one value are a group; the order is that of"
              + " versions. Not with --site.")
  private Optional<String> over = Optional.empty();

  @Option(
      names = "--site",
      paramLabel = "DIR",
      description =
          "Also writes static pages into a folder: index.html, one page for each series, and"
              + " feed.xml with the changes.")
  private Optional<Path> site = Optional.empty();

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws ResultsException {
    output.ifPresent(file -> GivenFile.requireWritable("--output", file, List.of()));
    Console console = ProcessConsole.open(false);
    if (over.isPresent()) {
      return overVersions(over.get(), console);
    }
    List<Trend> trends = wanted.trends(store.read(wanted.selection(), console));
    Causes causes = new Causes(store.store(), trends);
    console.print(new TrendDocument(causes, run -> Optional.empty()).of(trends));
    if (output.isPresent()) {
      Path file = output.get();
      RunLinks links = new RunLinks(file.toAbsolutePath().resolveSibling(""));
      ResultFiles.replaceFile(
          file, ChartsPage.html(new TrendDocument(causes, links::of).page(trends)));
      console.note("Wrote " + file);
    }
    if (site.isPresent()) {
      new HistorySite(site.get(), causes).write(trends);
      console.note("Wrote " + site.get().resolve("index.html"));
    }
    return ExitCode.OK.code();
  }

  private Integer overVersions(String attribute, Console console) throws ResultsException {
    if (site.isPresent()) {
      throw new UsageException("--over cannot be combined with --site: use -o");
    }
    List<VersionTrend> trends = wanted.over(attribute, store.read(wanted.selection(), console));
    Document document = VersionDocument.of(trends);
    console.print(document);
    if (output.isPresent()) {
      ResultFiles.replaceFile(output.get(), ChartsPage.html(document));
      console.note("Wrote " + output.get());
    }
    return ExitCode.OK.code();
  }
}
