package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.workload.ProducerRate.ClosedLoop;
import io.tidemark.model.workload.ProducerRate.OpenLoop;
import io.tidemark.model.workload.ProducerRate.Search;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What {@code producerRate} asks for. */
final class RateReader {
  private static final String MAX = "max";

  /** OMB's files use an unreachable rate for "as fast as possible". */
  static final double UNREACHABLE_RATE = 10_000_000;

  static final WorkloadKey<ProducerRate> KEY =
      new WorkloadKey<>(
              Setting.rule(
                  "producerRate",
                  "Messages per second over all producers: an open loop that does not wait"
                      + " for the broker. `max`: a closed loop, as fast as the window of each"
                      + " producer allows. 0: search for the highest sustainable rate.",
                  Type.RATE),
              RateReader::parse,
              RateReader::plain)
          .atLeast(0)
          .orWords(MAX)
          .byDefault(new Search());

  private RateReader() {}

  private static Optional<ProducerRate> parse(String text) {
    return text.equals(MAX)
        ? Optional.of(new ClosedLoop())
        : Type.RATE.number(text).map(RateReader::of);
  }

  private static ProducerRate of(double rate) {
    if (rate >= UNREACHABLE_RATE) {
      return new ClosedLoop();
    }
    return rate > 0 ? new OpenLoop(rate) : new Search();
  }

  private static Object plain(ProducerRate rate) {
    if (rate instanceof OpenLoop open) {
      return open.ratePerSecond();
    }
    return rate instanceof ClosedLoop ? MAX : 0;
  }

  /**
   * @param closedUnlessGiven whether a missing rate is a closed loop rather than a search
   */
  static ProducerRate read(WorkloadFields fields, List<Phase> phases, boolean closedUnlessGiven) {
    Optional<Double> phased =
        phases.stream()
            .flatMap(phase -> Stream.of(phase.startRatePerSecond(), phase.endRatePerSecond()))
            .flatMap(Optional::stream)
            .filter(rate -> rate > 0)
            .findFirst();
    ProducerRate rate = fields.has(KEY) ? own(fields) : absent(phased, closedUnlessGiven);
    if (phased.isPresent() && !(rate instanceof OpenLoop)) {
      fields.error(
          KEY,
          "phases with a rate need an open loop, got "
              + fields.text(KEY).orElse("0")
              + "; allowed a rate above 0, or leave the key out");
    }
    return rate;
  }

  private static ProducerRate absent(Optional<Double> phased, boolean closedUnlessGiven) {
    if (phased.isPresent()) {
      return new OpenLoop(phased.get());
    }
    return closedUnlessGiven ? new ClosedLoop() : new Search();
  }

  private static ProducerRate own(WorkloadFields fields) {
    ProducerRate rate = fields.get(KEY);
    String text = fields.text(KEY).orElse(MAX);
    if (rate instanceof ClosedLoop && !text.equals(MAX)) {
      fields
          .problems()
          .notice(
              fields.mark(KEY),
              KEY.name(),
              text + " is treated as max (a closed loop), as in OMB's files");
    }
    return rate;
  }
}
