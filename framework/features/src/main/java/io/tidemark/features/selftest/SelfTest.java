package io.tidemark.features.selftest;

import io.tidemark.features.selftest.WaitingThread.Lateness;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Whether this installation measures rightly on this machine, and up to which rate.
 *
 * @param rightRatePerSecond the highest of the rates that were tried at which, and below which, all
 *     was right; 0: none
 */
record SelfTest(List<Answered> answers, long rightRatePerSecond) {
  private static final long[] RATES = {1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000};

  /** What an experiment measured while a waiting thread was so late. */
  record Measured(RunResult run, Lateness late) {}

  /** An experiment with its answer. */
  record Answered(Experiment experiment, Lateness late, List<Check> checks) {
    boolean right() {
      return checks.stream().allMatch(Check::right);
    }
  }

  /** Carries out an experiment. */
  interface Runs {
    /**
     * @throws IOException if there is no result, with the reason
     */
    Measured run(Experiment experiment) throws IOException;
  }

  static SelfTest of(long mostPerSecond, Runs runs, Consumer<String> progress) throws IOException {
    progress.accept("Warming up ...");
    runs.run(Experiment.atRate(RATES[0]));
    List<Answered> answers = new ArrayList<>();
    for (Experiment each : Experiment.all()) {
      answers.add(answered(each, runs, progress));
    }
    long right = 0;
    for (long rate : LongStream.of(RATES).filter(each -> each <= mostPerSecond).toArray()) {
      Answered answer = answered(Experiment.atRate(rate), runs, progress);
      answers.add(answer);
      if (!answer.right()) {
        break;
      }
      right = rate;
    }
    return new SelfTest(answers, right);
  }

  private static Answered answered(Experiment experiment, Runs runs, Consumer<String> progress)
      throws IOException {
    progress.accept(experiment.question());
    Measured measured = runs.run(experiment);
    return new Answered(
        experiment, measured.late(), experiment.checks().of(measured.run(), measured.late()));
  }

  /** A rate that is too high for this machine is no error of the installation. */
  boolean right() {
    return rightRatePerSecond > 0
        && answers.stream().limit(Experiment.all().size()).allMatch(Answered::right);
  }

  Document document() {
    String answer =
        right()
            ? String.format(
                Locale.ROOT,
                "This installation measures rightly on this machine, up to %,d messages/s.",
                rightRatePerSecond)
            : "This installation does not measure rightly on this machine now.";
    return new Document(
        "Self-test",
        List.of(new Paragraph(Cell.of(answer, right() ? Tone.GOOD : Tone.BAD))),
        answers.stream()
            .map(
                each ->
                    Section.of("answer", each.experiment.question())
                        .add(Check.columns().table("", each.checks.stream()))
                        .notes(
                            String.format(
                                Locale.ROOT,
                                "A thread that only waits was late by %.0f us (p50), %.0f us (p99).",
                                each.late.medianMicros(),
                                each.late.p99Micros())))
            .toList());
  }
}
