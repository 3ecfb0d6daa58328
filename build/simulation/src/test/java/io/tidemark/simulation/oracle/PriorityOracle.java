package io.tidemark.simulation.oracle;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.PriorityResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.plan.SeedPlan.Kind;
import io.tidemark.simulation.plan.UrgencyPlan;
import io.tidemark.simulation.world.SentMessage;
import java.util.List;
import java.util.Optional;

/** Compares the figures of each priority of a complete run with the messages of the broker. */
final class PriorityOracle {
  /** A message counts as overtaken if a lower one came so long after it was sent. */
  private static final long UNDER_WAY_NANOS = 100_000_000;

  /** Threads may wait between the reading of a clock and the call of the broker. */
  private static final long WAITED_NANOS = 5_000_000;

  private final SeedPlan plan;
  private final RunResult result;
  private final Ledger ledger;
  private final Discrepancies problems = new Discrepancies();

  PriorityOracle(SeedPlan plan, RunResult result, Ledger ledger) {
    this.plan = plan;
    this.result = result;
    this.ledger = ledger;
  }

  List<String> problems() {
    List<PriorityResult> all = result.part(RunResult.PRIORITIES);
    problems.require(
        all.stream()
            .map(PriorityResult::priority)
            .toList()
            .equals(List.of(UrgencyPlan.HIGH, UrgencyPlan.LOW)),
        "the result has the priorities " + all.stream().map(PriorityResult::priority).toList());
    for (Counter counter : ledger.counters()) {
      long sum = all.stream().mapToLong(each -> each.totals().counters().get(counter)).sum();
      long ofRun = result.totals().counters().get(counter);
      problems.require(
          sum == ofRun, counter + " of all priorities is " + sum + ", of the run " + ofRun);
      for (PriorityResult each : plan.warmUpMillis() == 0 ? all : List.<PriorityResult>of()) {
        problems.between(
            counter + " of priority " + each.priority(),
            Optional.of(each.totals().counters().get(counter)),
            begin ->
                ledger.count(
                    counter,
                    message -> message.priority() == each.priority(),
                    (worker, nanos) -> true,
                    begin));
      }
    }
    problems.between(
        "outOfOrder of all priorities",
        Optional.of(all.stream().mapToLong(PriorityResult::outOfOrder).sum()),
        ledger::outOfOrder);
    if (!plan.has(Kind.STEP)) {
      problems.between(
          "overtaken messages",
          Optional.of(result.counts().get(Counter.OVERTAKEN)),
          begin -> overtaken(begin, 1),
          begin -> overtaken(begin, -1));
    }
    return problems.all();
  }

  /**
   * @param sign of the error of clocks: 1 for those that are surely overtaken
   */
  private long overtaken(boolean begin, int sign) {
    return ledger.messages().stream()
        .mapToLong(
            message ->
                message.overtakings().stream()
                    .filter(each -> each.at().nanos() <= ledger.cut(each.at().worker(), begin))
                    .filter(
                        each ->
                            each.afterNanos() - sign * errorNanos(message, each) > UNDER_WAY_NANOS)
                    .count())
        .sum();
  }

  private long errorNanos(SentMessage message, SentMessage.Overtaking at) {
    ClockErrors clocks = ledger.clockErrors();
    return WAITED_NANOS
        + clocks.nanos(message.worker(), message.beganNanos())
        + clocks.nanos(at.at().worker(), at.at().nanos());
  }
}
