package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.outcome.OutcomeReport;
import io.tidemark.model.outcome.OutcomeReport.SubscriptionOutcomes;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ShownRuns;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** What became of messages that consumers could refuse: each is in one end. */
public final class OutcomeSection {
  private static final Columns<OutcomeReport> COLUMNS =
      new Columns<OutcomeReport>()
          .number("accepted", Unit.COUNT, all -> all.sum(SubscriptionOutcomes::accepted))
          .zero("accepted again", all -> number(all, SubscriptionOutcomes::acceptedAgain))
          .number("dead letters", Unit.COUNT, all -> all.sum(SubscriptionOutcomes::deadLetters))
          .zero("dead letters again", all -> number(all, SubscriptionOutcomes::deadLettersAgain))
          .number("dropped", Unit.COUNT, all -> all.sum(SubscriptionOutcomes::dropped))
          .zero("accepted and dead", all -> number(all, SubscriptionOutcomes::both))
          .zero("lost", all -> number(all, SubscriptionOutcomes::neither))
          .zero("given up early", all -> number(all, SubscriptionOutcomes::givenUpEarly))
          .zero("delivered again", all -> number(all, SubscriptionOutcomes::deliveredAgain))
          .zero("other reason", all -> number(all, SubscriptionOutcomes::otherReason))
          .cell("dead letters by the broker's reason", all -> Cell.of(reasons(all)))
          .cell("messages by number of deliveries", all -> Cell.of(deliveries(all)));

  private OutcomeSection() {}

  public static Section of(ShownRuns runs) {
    return Section.of("outcomes", "Outcomes (whole run, with warm-up)")
        .add(runs.table(COLUMNS, run -> run.part(OutcomeReport.PART).stream()));
  }

  private static Optional<Long> number(
      OutcomeReport all, ToLongFunction<SubscriptionOutcomes> number) {
    return Optional.of(all.sum(number));
  }

  private static String reasons(OutcomeReport all) {
    return all.reasons().entrySet().stream()
        .map(
            each ->
                each.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                    + ": "
                    + Text.count(each.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String deliveries(OutcomeReport all) {
    return all.deliveries().entrySet().stream()
            .map(each -> each.getKey() + ": " + Text.count(each.getValue()))
            .collect(Collectors.joining(", "))
        + all.deliveriesPerMessage()
            .map(mean -> String.format(Locale.ROOT, "; mean %.3f", mean))
            .orElse("");
  }
}
