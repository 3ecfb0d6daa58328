package io.tidemark.features.record;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.TimeSpan;
import io.tidemark.cli.process.ForeignOutput;
import io.tidemark.cli.process.InputFile;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.cli.process.ProcessInterruption;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.recorded.TraceHeader;
import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.recorded.TraceReader;
import io.tidemark.model.recorded.TraceTime;
import io.tidemark.model.recorded.TraceWriter;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.suite.SuiteReader;
import io.tidemark.worker.driver.DriverCatalog;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Records the load of a topic, or describes what was recorded. */
@Command(
    name = "record",
    sortOptions = false,
    description = {
      "Records when the messages of an existing topic come, with their sizes and a hash of their"
          + " keys, as a trace that a workload can replay. Bodies and keys are not stored, and no"
          + " message is taken from another consumer. --describe prints what is in a trace.",
      "Exit code: 0 success, 3 failure, 2 error in a file. docs/how-to/record-and-replay.md has"
          + " examples."
    })
public final class RecordCommand implements Callable<Integer> {
  private static final int CSV_WINDOW = 100_000;
  private static final String ENDING = ".gz";

  @Option(
      names = {"-d", "--driver"},
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Driver file of a running broker.")
  private Optional<Path> driver = Optional.empty();

  @Option(
      names = "--topic",
      paramLabel = "NAME",
      description = "Topic, queue or stream to record, as topicNames of a workload names it.")
  private Optional<String> topic = Optional.empty();

  @Option(
      names = "--for",
      paramLabel = "TIME",
      defaultValue = "10m",
      converter = TimeSpan.class,
      description = "How long. Ctrl-C ends it earlier. Default: ${DEFAULT-VALUE}.")
  private Duration length;

  @Option(
      names = "--max-messages",
      paramLabel = "NUMBER",
      description = "Ends after this number of messages.")
  private Optional<Long> mostMessages = Optional.empty();

  @Option(
      names = "--time",
      paramLabel = "TIME",
      defaultValue = "published",
      description =
          "published: the broker's or publisher's time stamp, in milliseconds; received: when this"
              + " command gets the message, in nanoseconds, which is also used if there is no"
              + " stamp. Default: ${DEFAULT-VALUE}.")
  private String time;

  @Option(
      names = "--class-header",
      paramLabel = "NAME",
      description = "Stores the value of this header as the class of the message.")
  private Optional<String> classHeader = Optional.empty();

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      converter = InputFile.class,
      description =
          "Instead of a topic: a CSV file with the columns time, size and optionally partition, key"
              + " and class.")
  private Optional<Path> csv = Optional.empty();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File for the trace, for example trace.gz.")
  private Optional<Path> output = Optional.empty();

  @Option(
      names = "--describe",
      paramLabel = "TRACE",
      converter = InputFile.class,
      description =
          "Prints rate over time, burstiness, sizes and keys of a trace, and a workload that is"
              + " like it.")
  private Optional<Path> described = Optional.empty();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "60s",
      converter = TimeSpan.class,
      description = "Timeout of each step. Default: ${DEFAULT-VALUE}.")
  private Duration timeout;

  @Option(names = "--lenient", description = "Unknown keys are warnings, not errors.")
  private boolean lenient;

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Console console = ProcessConsole.open(false);
    if (Stream.of(driver, csv, described).filter(Optional::isPresent).count() != 1) {
      throw new UsageException("give one of --driver with --topic, --csv, and --describe");
    }
    if (described.isPresent()) {
      console.print(TraceDocument.of(statistics(described.get())));
      return ExitCode.OK.code();
    }
    Path file = output.orElseThrow(() -> new UsageException("--output: the file is missing"));
    if (!String.valueOf(file.getFileName()).endsWith(ENDING)) {
      throw new UsageException(
          "--output: got " + file + "; allowed a name that ends with " + ENDING);
    }
    if (csv.isPresent()) {
      convert(csv.get(), file);
      printWritten(console, file);
      return ExitCode.OK.code();
    }
    return record(file, console).code();
  }

  private static TraceStatistics statistics(Path file) {
    try (TraceReader reader = TraceReader.open(file)) {
      return TraceStatistics.of(reader);
    } catch (IOException e) {
      throw new UsageException(file + ": " + FailureReason.ofFile(e));
    }
  }

  private void printWritten(Console console, Path file) throws IOException {
    TraceStatistics written = statistics(file);
    console.print(
        String.format(
            Locale.ROOT,
            "Wrote %s: %s in %s, %,d bytes",
            file,
            Text.plural(written.messages(), "message"),
            Quantities.text(Duration.ofMillis(written.lengthNanos() / 1_000_000)),
            Files.size(file)));
    console.print("bin/benchmark record --describe " + file);
  }

  private static void convert(Path from, Path to) throws IOException {
    ResultFiles.replaceFile(
        to,
        out -> {
          TraceHeader header =
              new TraceHeader(String.valueOf(from.getFileName()), TraceTime.FILE, 0);
          try (TraceOrder order = new TraceOrder(new TraceWriter(out, header), CSV_WINDOW)) {
            read(from, message -> add(message, order, to));
          }
        });
  }

  private static void read(Path from, TraceCsv.Sink sink) throws ResultsException {
    try {
      InputFiles.requireRegular(from);
      try (BufferedReader lines = Files.newBufferedReader(from, StandardCharsets.UTF_8)) {
        TraceCsv.read(lines, KeyHash.random(), sink);
      }
    } catch (ResultsException e) {
      throw e; // Of the trace.
    } catch (IOException e) {
      throw new UsageException(from + ": " + FailureReason.ofFile(e));
    }
  }

  private static void add(TraceMessage message, TraceOrder order, Path to) throws ResultsException {
    try {
      order.add(message);
    } catch (IOException e) {
      throw ResultsException.writing(to, e);
    }
  }

  private TapRequest request() {
    TraceTime wanted =
        switch (time) {
          case "published" -> TraceTime.PUBLISHED;
          case "received" -> TraceTime.RECEIVED;
          default ->
              throw new UsageException("--time: got " + time + "; allowed published, received");
        };
    long most = mostMessages.orElse(Long.MAX_VALUE);
    if (most < 1) {
      throw new UsageException("--max-messages: got " + most + "; allowed a number from 1");
    }
    String name = topic.orElseThrow(() -> new UsageException("--topic: the name is missing"));
    return new TapRequest(name, length, most, wanted, classHeader);
  }

  private ExitCode record(Path file, Console console) throws IOException, InterruptedException {
    TapRequest request = request();
    ResultFiles.requireReplaceable(file);
    SuiteReader.Drivers read = SuiteReader.readDrivers(List.of(driver.get()), lenient, console);
    DriverFile driverFile = read.files().get(0);
    if (driverFile.localBrokers().isPresent()) {
      throw new UsageException(
          "--driver: "
              + driver.get()
              + " has localBrokers, which start without topics; allowed the file of a running"
              + " broker");
    }
    Interruption interruption = ProcessInterruption.install(console);
    try (ForeignOutput foreign = new ForeignOutput(console)) {
      DriverSource source = new DriverSource(driverFile.driverClass(), driverFile.yaml());
      TapResult recorded =
          interruption.breakingOff(() -> recorded(source, read.catalog(), request, file, console));
      report(recorded, file, console);
      return recorded.failures() > 0 ? ExitCode.INFRASTRUCTURE : ExitCode.OK;
    } catch (FailedException e) {
      console.error("ERROR " + e.getMessage());
      return ExitCode.INFRASTRUCTURE;
    } finally {
      interruption.done();
    }
  }

  private TapResult recorded(
      DriverSource source, DriverCatalog catalog, TapRequest request, Path file, Console console)
      throws IOException {
    TapResult[] recorded = new TapResult[1];
    ResultFiles.replace(
        file,
        out -> {
          try {
            recorded[0] =
                new Recorder(catalog, timeout)
                    .record(
                        source,
                        request,
                        out,
                        () ->
                            console.print(
                                "Recording "
                                    + request.topic()
                                    + " for "
                                    + Quantities.text(request.length())),
                        messages -> console.print("  " + Text.plural(messages, "message")));
          } catch (WorkerException e) {
            throw new FailedException(e.oneLine());
          } catch (InterruptedException e) {
            throw new FailedException("interrupted before the recording had begun");
          }
        });
    return recorded[0];
  }

  private void report(TapResult recorded, Path file, Console console) throws IOException {
    printWritten(console, file);
    if (recorded.time() != TraceTime.PUBLISHED && time.equals("published")) {
      console.note("the messages have no time of publication: the trace has that of reception");
    }
    if (recorded.late() > 0) {
      console.note(
          Text.plural(recorded.late(), "message") + " came too late for the order of time");
    }
    if (recorded.failures() > 0) {
      console.error(
          "ERROR the driver failed "
              + Text.plural(recorded.failures(), "time")
              + ", so messages may be missing; last: "
              + recorded.lastFailure());
    }
  }

  /** The recording failed; the file is not written. */
  private static final class FailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FailedException(String message) {
      super(message);
    }
  }
}
