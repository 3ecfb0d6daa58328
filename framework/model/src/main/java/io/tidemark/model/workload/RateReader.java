package io.tidemark.model.workload;

import io.tidemark.model.workload.ProducerRate.ClosedLoop;
import io.tidemark.model.workload.ProducerRate.OpenLoop;
import io.tidemark.model.workload.ProducerRate.Search;
import io.tidemark.model.yaml.Problems;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What {@code producerRate} asks for. */
final class RateReader {
  private static final String KEY = "producerRate";

  /** OMB's files write "as fast as possible" as a rate that nobody reaches. */
  static final double UNREACHABLE_RATE = 10_000_000;

  private final Fields fields;
  private final Problems problems;

  RateReader(Fields fields, Problems problems) {
    this.fields = fields;
    this.problems = problems;
  }

  /**
   * @param closedUnlessGiven whether a missing rate is a closed loop rather than a search
   */
  ProducerRate read(List<Phase> phases, boolean closedUnlessGiven) {
    Optional<Double> phased =
        phases.stream()
            .flatMap(phase -> Stream.of(phase.startRatePerSecond(), phase.endRatePerSecond()))
            .flatMap(Optional::stream)
            .filter(rate -> rate > 0)
            .findFirst();
    ProducerRate rate = fields.has(KEY) ? own() : absent(phased, closedUnlessGiven);
    if (phased.isPresent() && !(rate instanceof OpenLoop)) {
      problems.error(
          fields.mark(KEY),
          KEY,
          "phases with a rate need an open loop, got "
              + fields.text(KEY).orElse("0")
              + "; allowed a number above 0, or leave the key out");
    }
    return rate;
  }

  private static ProducerRate absent(Optional<Double> phased, boolean closedUnlessGiven) {
    if (phased.isPresent()) {
      return new OpenLoop(phased.get());
    }
    return closedUnlessGiven ? new ClosedLoop() : new Search();
  }

  private ProducerRate own() {
    if (fields.text(KEY).filter("max"::equals).isPresent()) {
      return new ClosedLoop();
    }
    double rate = fields.number(KEY).orElse(0.0);
    if (rate >= UNREACHABLE_RATE) {
      problems.notice(
          fields.mark(KEY),
          KEY,
          fields.text(KEY).orElseThrow()
              + " is taken as max (a closed loop); OMB's files mean that");
      return new ClosedLoop();
    }
    return rate > 0 ? new OpenLoop(rate) : new Search();
  }
}
