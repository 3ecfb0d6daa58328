package io.tidemark.features.selftest;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.cli.process.ProcessInterruption;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Interruption;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Measures a broker of known behaviour, and compares what is measured with what is known. */
@Command(
    name = "selftest",
    description = {
      "Measures a broker in this process whose delays, losses, repetitions, stalls and capacity are"
          + " known, and says whether this installation measures them rightly on this machine, and"
          + " up to which rate.",
      "Takes about 2 minutes; run it on an otherwise idle machine."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it measures rightly",
      "1:it does not",
      "2:error in the command",
      "3:a run has no result"
    })
public final class SelfTestCommand implements Callable<Integer> {
  private static final long LEAST_RATE = 1_000;
  private static final long MOST_RATE = 100_000;

  @Option(
      names = "--up-to",
      paramLabel = "RATE",
      defaultValue = "100k",
      converter = Rate.class,
      description =
          "The highest rate that is tried, from 1k to 100k messages per second. Default:"
              + " ${DEFAULT-VALUE}.")
  private long mostPerSecond;

  @Mixin private HelpOption help;

  /** A rate such as 20k, in messages per second. */
  static final class Rate implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return Quantities.rate(text)
          .map(Double::longValue)
          .orElseThrow(
              () -> new TypeConversionException("got " + text + "; allowed a rate such as 20k"));
    }
  }

  @Override
  public Integer call() {
    UsageException.requireBetween("--up-to", mostPerSecond, LEAST_RATE, MOST_RATE);
    Console console = ProcessConsole.open(false);
    Interruption interruption = ProcessInterruption.install(console);
    ExitCode code;
    try (SelfTestRuns runs = SelfTestRuns.open(interruption)) {
      SelfTest test = SelfTest.of(mostPerSecond, runs, console::note);
      console.print(test.document());
      code = test.right() ? ExitCode.OK : ExitCode.NOT_GOOD;
    } catch (IOException e) {
      console.error("ERROR " + e.getMessage());
      code = ExitCode.INFRASTRUCTURE;
    }
    return interruption.codeOf(code).code();
  }
}
