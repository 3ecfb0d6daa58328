package io.tidemark.cli;

import io.tidemark.report.OmbCsv;
import io.tidemark.report.ResultsException;
import java.nio.file.Path;
import java.time.Instant;

/** {@code --csv DIR}: OMB's table of the results in a folder. */
final class CsvExport {
  private CsvExport() {}

  static ExitCode run(Path folder, Console console) throws ResultsException {
    OmbCsv.Export export = OmbCsv.write(folder, Path.of(""), Instant.now());
    export.skipped().forEach(line -> console.note("left out " + line));
    console.print("Wrote %s: %d results".formatted(export.file(), export.rows()));
    return ExitCode.OK;
  }
}
