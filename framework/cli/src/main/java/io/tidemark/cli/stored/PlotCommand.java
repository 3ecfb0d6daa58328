package io.tidemark.cli.stored;

import io.tidemark.base.UsageException;
import io.tidemark.charts.Chart;
import io.tidemark.charts.Charts;
import io.tidemark.charts.Palette;
import io.tidemark.charts.Picture;
import io.tidemark.charts.Picture.Format;
import io.tidemark.charts.SweepCharts;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Draws charts of stored runs. */
@Command(
    name = "plot",
    sortOptions = false,
    description = {
      "Draws charts of stored runs as picture files: rates, backlog, latencies, telemetry of the"
          + " broker, distributions.",
      "Files of an earlier call are replaced. docs/how-to/plot.md lists the charts."
    })
public final class PlotCommand implements Callable<Integer> {
  @Mixin private StoredRunsOptions stored;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FOLDER",
      description = "Folder for the pictures. Default: ${DEFAULT-VALUE}.")
  private Path folder = Path.of("plots");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      split = ",",
      description = "svg, png, or svg,png. Default: svg.")
  private List<String> formats = List.of("svg");

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws ResultsException {
    System.setProperty("java.awt.headless", "true");
    List<Format> wanted = formats.stream().map(PlotCommand::format).toList();
    List<ReferenceLine> lines = stored.references();
    Console console = ProcessConsole.open(false);
    ReportedRuns runs = stored.runs(console);
    List<ReferenceLine> references = runs.references(lines);
    List<Chart> charts = new ArrayList<>(Charts.forRuns(runs.runs(), references));
    charts.addAll(SweepCharts.forRuns(runs, references));
    if (charts.isEmpty()) {
      throw new UsageException("nothing to plot: these runs ended before anything was measured");
    }
    for (Format format : wanted) {
      write(charts, format);
    }
    console.print(String.format(Locale.ROOT, "Wrote %d charts to %s", charts.size(), folder));
    return ExitCode.OK.code();
  }

  private static Format format(String text) {
    for (Format format : Format.values()) {
      if (format.ending().equals("." + text)) {
        return format;
      }
    }
    throw new UsageException("--format: got '" + text + "'; allowed svg, png");
  }

  private void write(List<Chart> charts, Format format) throws ResultsException {
    Palette palette = Palette.forCharts(charts);
    for (Chart chart : charts) {
      Path file = folder.resolve(chart.id() + format.ending());
      ResultFiles.replaceFile(file, out -> Picture.write(chart, palette, format, out));
    }
  }
}
