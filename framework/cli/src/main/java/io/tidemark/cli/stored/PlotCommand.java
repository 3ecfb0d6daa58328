package io.tidemark.cli.stored;

import io.tidemark.base.UsageException;
import io.tidemark.charts.Palette;
import io.tidemark.charts.SvgChart;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Charts;
import io.tidemark.report.chart.SweepCharts;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import java.nio.charset.StandardCharsets;
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
      "Draws charts of stored runs as SVG files: rates, backlog, latencies, telemetry of the"
          + " broker, distributions.",
      "Files of an earlier call are replaced. docs/how-to/report.md lists the charts."
    })
public final class PlotCommand implements Callable<Integer> {
  private static final String SVG = "svg";

  @Mixin private StoredRunsOptions stored;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FOLDER",
      description = "Folder for the pictures. Default: ${DEFAULT-VALUE}.")
  private Path folder = Path.of("plots");

  /** For scripts that name it. */
  @Option(
      names = "--format",
      paramLabel = "svg",
      hidden = true,
      description = "Format of the files: svg, the only one.")
  private String format = SVG;

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws ResultsException {
    if (!format.equals(SVG)) {
      throw new UsageException(
          ("--format: got '%s'; allowed svg. Browsers and programs such as rsvg-convert and"
                  + " Inkscape make other formats of it")
              .formatted(format));
    }
    List<ReferenceLine> lines = stored.references();
    Console console = ProcessConsole.open(false);
    ReportedRuns runs = stored.runs(console);
    List<ReferenceLine> references = runs.references(lines);
    List<Chart> charts = new ArrayList<>(Charts.forRuns(runs.runs(), references));
    charts.addAll(SweepCharts.forRuns(runs, references));
    if (charts.isEmpty()) {
      throw new UsageException("nothing to plot: these runs ended before anything was measured");
    }
    Palette palette = Palette.forCharts(charts);
    for (Chart chart : charts) {
      byte[] svg = SvgChart.file(chart, palette).getBytes(StandardCharsets.UTF_8);
      ResultFiles.replaceFile(folder.resolve(chart.id() + "." + SVG), out -> out.write(svg));
    }
    console.print(String.format(Locale.ROOT, "Wrote %d charts to %s", charts.size(), folder));
    return ExitCode.OK.code();
  }
}
