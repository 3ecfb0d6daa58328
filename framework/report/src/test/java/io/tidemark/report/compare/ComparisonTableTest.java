package io.tidemark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.grammar.ChangedRecord;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.Golden;
import io.tidemark.report.RunParts;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.text.RequestReplySection;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.TextTable;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonTableTest {
  private static final TerminalStyle UNICODE = new TerminalStyle(true, false);

  @Test
  void drawsRunsByWorkloadAndSaysWhatCannotBeCompared() {
    RunResult three = SampleRuns.sample();
    RunResult one = SampleRuns.onOneNode(three);
    String text = render(three, one, SampleRuns.invalid());
    Golden.assertSealed("comparison.txt", text);
    assertThat(text).contains("not directly comparable: the clusters differ");
    assertThat(text.lines()).allMatch(line -> TextTable.width(line) <= 110);
  }

  @Test
  void comparesEqualClustersWithoutAWarning() {
    RunIdentity second =
        new RunIdentity("2", "1 topic / 3 partitions, 1 KB", "quickstart", "other", 1, 1, 0);
    assertThat(render(SampleRuns.sample(), SampleRuns.withIdentity(SampleRuns.sample(), second)))
        .doesNotContain("not directly comparable");
  }

  @Test
  void isEmptyWithoutRuns() {
    assertThat(ComparisonTable.render(List.of(), UNICODE)).isEmpty();
  }

  @Test
  void stepsOfRequestsStandTogether() {
    RunResult first = SampleRuns.requestReply();
    RunResult second = SampleRuns.withRequestReply(first, RunParts.identity("s", "artemis"));
    List<String> lines =
        render(first, second).lines().map(line -> line.replaceAll(" +", " ")).toList();
    assertThat(lines.get(1)).startsWith(" driver cluster way requesters trips/s p50");
    assertThat(lines.subList(2, 6))
        .satisfiesExactly(
            row -> assertThat(row).startsWith(" ibmmq-siqm unknown native 1 ").endsWith("VALID"),
            row -> assertThat(row).startsWith(" artemis unknown native 1 "),
            row -> assertThat(row).startsWith(" ibmmq-siqm unknown native 2 ").contains(" 3 2 "),
            row -> assertThat(row).startsWith(" artemis unknown native 2 "));
    assertThat(lines)
        .contains(" ! " + RequestReplySection.VIEWS)
        .filteredOn(line -> line.contains("correlation id"))
        .extracting(line -> line.substring(0, 9))
        .containsExactly(" ! ibmmq-", " ! artemi");
  }

  @Test
  void ofRunsWithAndWithoutRequestsTheRatesAreShown() {
    RunResult asks = SampleRuns.requestReply();
    RunResult same = SampleRuns.withIdentity(SampleRuns.sample(), asks.identity());
    assertThat(render(asks, same)).contains("publish/s").doesNotContain(RequestReplySection.VIEWS);
  }

  private static RunResult withAbortedReads(long number) {
    RunResult run = SampleRuns.sample();
    DeliveryReport delivery = run.delivery();
    List<SubscriptionDelivery> audited =
        delivery.subscriptions().stream()
            .map(each -> ChangedRecord.of(each).with("abortedReads", Optional.of(number)).record())
            .toList();
    return ChangedRecord.of(run)
        .with("delivery", ChangedRecord.of(delivery).with("subscriptions", audited).record())
        .record();
  }

  @Test
  void auditsThatFoundSomethingAreNoted() {
    assertThat(render(withAbortedReads(2))).contains("! kafka-strimzi-local has abortedReads 2");
    assertThat(render(withAbortedReads(0))).doesNotContain("abortedReads");
  }

  private static String render(RunResult... runs) {
    return ComparisonTable.render(List.of(runs), UNICODE);
  }
}
