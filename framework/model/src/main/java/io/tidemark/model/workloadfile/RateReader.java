package io.tidemark.model.workloadfile;

import io.tidemark.model.grammar.Fields;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.ProducerRate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What {@code producerRate} asks for, with the phases of the workload. */
final class RateReader {
  private static final String KEY = "producerRate";

  private RateReader() {}

  /**
   * @param given as in the file
   * @param curved the mean rate of a curve
   * @param closedUnlessGiven whether a missing rate is a closed loop rather than a search
   */
  static ProducerRate read(
      Fields fields,
      ProducerRate given,
      Optional<Double> curved,
      List<Phase> phases,
      boolean closedUnlessGiven) {
    Optional<Double> phased =
        phases.stream()
            .flatMap(phase -> Stream.of(phase.startRatePerSecond(), phase.endRatePerSecond()))
            .flatMap(Optional::stream)
            .filter(rate -> rate > 0)
            .findFirst();
    return fields.has(KEY)
        ? own(fields, given)
        : absent(curved.or(() -> phased), closedUnlessGiven);
  }

  private static ProducerRate absent(Optional<Double> open, boolean closedUnlessGiven) {
    if (open.isPresent()) {
      return new ProducerRate(open.get());
    }
    return closedUnlessGiven ? ProducerRate.MAX : ProducerRate.SEARCHED;
  }

  private static ProducerRate own(Fields fields, ProducerRate rate) {
    String text = fields.text(KEY).orElse(ProducerRate.WORD_OF_MAX);
    if (rate.isMax() && !text.equals(ProducerRate.WORD_OF_MAX)) {
      fields
          .problems()
          .notice(
              fields.mark(KEY),
              KEY,
              text + " is treated as max (a closed loop), as in OMB's files");
    }
    return rate;
  }
}
