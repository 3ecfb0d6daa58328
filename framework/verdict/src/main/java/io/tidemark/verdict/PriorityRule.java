package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.WARNS;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.PriorityResult;
import io.tidemark.model.snapshot.Counter;
import java.util.List;
import java.util.Locale;

/** Whether messages of a higher priority go first. */
public final class PriorityRule {
  private static final double MOST_PERCENT = 1;

  @Found.Type(
      as = WARNS,
      value =
          "Of a priority's messages in the measured time, more than 1 % were received after one of"
              + " a lower priority, which their consumer received more than 100 ms after they were"
              + " sent.",
      next = "lower the prefetch: what consumers hold is not reordered")
  @Found.Says("messages of a lower priority overtook {overtaken}")
  record Overtaken(List<String> overtaken) implements Found {}

  private PriorityRule() {}

  static void judge(RuleInput facts, Findings findings) {
    List<String> overtaken =
        facts.run().part(RunResult.PRIORITIES).stream()
            .filter(each -> percent(each) > MOST_PERCENT)
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        "%.1f %% of those of priority %d",
                        percent(each),
                        each.priority()))
            .toList();
    if (!overtaken.isEmpty()) {
      findings.warns(new Overtaken(overtaken));
    }
  }

  private static double percent(PriorityResult of) {
    long received = of.totals().counters().get(Counter.RECEIVED);
    return received == 0 ? 0 : 100.0 * of.totals().counters().get(Counter.OVERTAKEN) / received;
  }
}
