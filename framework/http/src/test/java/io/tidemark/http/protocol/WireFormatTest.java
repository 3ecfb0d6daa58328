package io.tidemark.http.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.settings.SettingValues;
import io.tidemark.http.Samples;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.LoadShape.SizeStep;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.load.TopicPopularity;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.workload.ConsumerSpec;
import io.tidemark.model.workload.MessageOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WireFormatTest {
  private static final Route PREPARE = Routes.OF_WORKERS.named("prepare");

  private static <T> T through(T value, Class<T> type) throws MalformedBodyException {
    return WireFormat.read(WireFormat.write(value), type);
  }

  @Test
  void aSetupKeepsEveryKindOfPayload() throws MalformedBodyException {
    List<PayloadSpec.Content> contents =
        List.of(
            new PayloadSpec.Zeros(),
            new PayloadSpec.OmbRandom(0.25, 3),
            new PayloadSpec.Entropy(0.5, 4),
            new PayloadSpec.Template(
                "#{sequence}#{csv:u.csv:a}",
                true,
                List.of(new PayloadSpec.Table("u.csv", List.of("a"), List.of(List.of("1")))),
                2,
                2.5,
                3),
            new PayloadSpec.Event(
                "{\"data\":",
                new PayloadSpec.Template("#{sequence}", true, List.of(), 1, 1.5, 2),
                9,
                9.5,
                10));
    for (PayloadSpec.Content content : contents) {
      RunSetup setup = Samples.setup("run", content);
      Object[] received = PREPARE.arguments(PREPARE.request(setup, Duration.ofSeconds(3)));
      assertThat(received).containsExactly(setup, Duration.ofSeconds(3));
    }
    RunSetup corpus =
        Samples.setup("run", new PayloadSpec.Corpus(List.of(new byte[] {1, -1}, new byte[] {0})));
    PayloadSpec.Corpus received =
        (PayloadSpec.Corpus) through(corpus, RunSetup.class).payload().content();
    assertThat(received.bodies()).containsExactly(new byte[] {1, -1}, new byte[] {0});
  }

  /** A key of these records needs no further line to reach a worker. */
  @Test
  void aSetupKeepsTheKeysOfTheWorkloadsOwnRecords() throws MalformedBodyException {
    Map<String, Object> messages =
        Map.of(
            "keyDistributor", "KEY_ZIPF",
            "keyZipfExponent", "1.5",
            "headers", List.of(Map.of("name", "a", "size", "10B", "count", "3")),
            "cloudEvents", Map.of("mode", "structured", "dataContentType", "application/x+json"),
            "trace", "1/1000",
            "envelope", Map.of("position", "trailer", "form", "text"),
            "seed", "-7");
    Map<String, Object> consumers =
        Map.of(
            "consumerProcessingTime",
                Map.of("median", "1ms", "p99", "5ms", "slow", Map.of("oneIn", "9", "takes", "1s")),
            "consumerBacklogSizeGB", "3",
            "backlogDrainRatio", "0.5",
            "delivery", "counts",
            "auditOffsets", "true",
            "drainTimeout", "9s");
    Map<String, Object> requesters =
        Map.of(
            "requesters", List.of("1", "2"),
            "responders", "2",
            "replySize", "10B",
            "requestsInFlight", "3",
            "requestReply", "native");
    RunSetup setup =
        Samples.setup("run", new PayloadSpec.Zeros())
            .with()
            .messages(new SettingValues("", messages).read(MessageOptions.class))
            .consumers(new SettingValues("", consumers).read(ConsumerSpec.class))
            .requestReply(
                Optional.of(new SettingValues("", requesters).read(RequestReplySpec.class)))
            .build();
    assertThat(through(setup, RunSetup.class)).isEqualTo(setup);
  }

  @Test
  void aPlanKeepsItsOptionalRate() throws MalformedBodyException {
    LoadShape everything =
        new LoadShape(
            Optional.of(Curve.constant(1e6)),
            Optional.of(Curve.constant(2)),
            List.of(new SizeStep(3, List.of(new WeightedSize(100, 1)))));
    LoadRequest open = new LoadRequest(5, everything, 3, ArrivalProcess.POISSON, 10, 7, 0);
    LoadRequest closed =
        new LoadRequest(5, LoadShape.closedLoop(), 3, ArrivalProcess.UNIFORM, 10, 0, 0);
    assertThat(through(open, LoadRequest.class)).isEqualTo(open);
    assertThat(through(closed, LoadRequest.class)).isEqualTo(closed);
    LoadRequest popular =
        new LoadRequest(
            5,
            everything,
            6,
            ArrivalProcess.POISSON,
            10,
            7,
            0,
            Optional.of(new TopicPopularity(1.1, 3, 2)));
    assertThat(through(popular, LoadRequest.class)).isEqualTo(popular);
  }

  @Test
  void aFullSnapshotStaysBelowFiftyKilobytes() throws MalformedBodyException {
    Snapshot busy = Samples.busySnapshot();
    byte[] bytes = WireFormat.write(busy);
    assertThat(bytes.length).isLessThan(50_000);
    assertThat(WireFormat.read(bytes, Snapshot.class)).isEqualTo(busy);
  }

  @Test
  void latenciesThatAreNearlyTheSameAreReportedOnce() throws MalformedBodyException {
    Snapshot alike = Samples.snapshotWithResponsesLikeLatencies();
    byte[] bytes = WireFormat.write(alike);
    assertThat(bytes.length).as("60 kB if each were encoded separately").isLessThan(50_000);
    assertThat(WireFormat.read(bytes, Snapshot.class)).isEqualTo(alike);
  }

  @Test
  void aMillionSequencesInARowTakeFewBytes() throws MalformedBodyException {
    Snapshot sent = Samples.withAudit(1_000_000);
    byte[] bytes = WireFormat.write(sent);
    assertThat(bytes.length).isLessThan(3_000);
    assertThat(WireFormat.read(bytes, Snapshot.class).audit()).isEqualTo(sent.audit());
  }

  @Test
  void garbageIsNamedButNotRepeated() {
    byte[] garbage = "secret=hunter2".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> WireFormat.read(garbage, Snapshot.class))
        .isInstanceOf(MalformedBodyException.class)
        .hasMessageContaining("Snapshot")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void valuesThatTheModelForbidsAreMalformed() {
    byte[] noRate =
        WireFormat.write(new java.util.TreeMap<>(java.util.Map.of("points", List.of())));
    assertThatThrownBy(() -> WireFormat.read(noRate, Curve.class))
        .isInstanceOf(MalformedBodyException.class);
  }
}
