package io.tidemark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.SampleRuns;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BrokerLineTest {
  static Stream<Map<String, Object>> filesOfKafka() {
    return Stream.of(
        Map.of(
            "producerConfig", "linger.ms=1\nacks = all\n", "topicConfig", "min.insync.replicas: 2"),
        Map.of(
            "producerConfig",
            Map.of("linger.ms", 1, "acks", "all"),
            "topicConfig",
            Map.of("min.insync.replicas", 2)));
  }

  @ParameterizedTest
  @MethodSource("filesOfKafka")
  void readsPropertiesThatAreTextOrAMap(Map<String, Object> driver) {
    RunResult run = SampleRuns.withDriver(SampleRuns.sample(), driver);
    assertThat(BrokerLine.acks(run)).contains("all");
    assertThat(BrokerLine.acknowledgement(run)).contains("acks=all");
    assertThat(BrokerLine.replication(run)).isEmpty();
  }

  @Test
  void saysThatNothingShowsWhatAConfirmationMeans() {
    RunResult run = SampleRuns.sample();
    assertThat(BrokerLine.of(run)).doesNotContain("confirmations");
    Finding unknown = new Finding(Severity.REMARK, "confirmation-unknown", "nothing shows it");
    assertThat(
            BrokerLine.of(
                SampleRuns.withVerdict(
                    run, new Verdict(Status.VALID, List.of(unknown), List.of()))))
        .contains("meaning of confirmations not known");
  }

  @Test
  void durabilityIsStatedWithoutAPropertyForIt() {
    Map<String, String> facts =
        Map.of(
            "broker.name", "Apache Kafka",
            "acknowledgement", "all copies in sync",
            "persistence", "written, flushed later");
    RunResult run = SampleRuns.withBrokerFacts(SampleRuns.sample(), facts);
    Map<String, Object> slip = Map.of("producerConfig", "ack=1");
    assertThat(BrokerLine.of(SampleRuns.withDriver(run, slip)))
        .contains("acknowledged: all copies in sync, written, flushed later");
    Map<String, Object> all = Map.of("producerConfig", "acks=all");
    assertThat(BrokerLine.of(SampleRuns.withDriver(run, all)))
        .contains("acks=all, written, flushed later")
        .doesNotContain("in sync");
  }
}
