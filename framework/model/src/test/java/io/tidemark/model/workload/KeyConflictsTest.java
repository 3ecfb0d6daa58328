package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.conflict.KeyConflicts;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Each row of the table has a file that is refused, or warned of, because of it. */
class KeyConflictsTest {
  private static final String ASKING =
      """
      pattern: request-reply
      requesters: 2
      messageSize: 100
      testDuration: 30s
      """;

  /**
   * In the order of the table: lines that replace those of a file with the same key. After {@code
   * ASKING} it is one of request/reply; a key after {@code -} is left out.
   */
  private static final List<String> EXAMPLES =
      """
      createTopics: true
      fromRun: 00000000-0000-0000-0000-000000000000
      pattern: consume-only; topicNames: [a]
      churn: {producersPerSecond: 1}; pattern: fill-then-drain
      churn: {producersPerSecond: 1}; producerRate: 0
      connectionPer: message; pattern: consume-only; topicNames: [a]
      connectionPer: request
      ASKING; connectionPer: message
      ASKING; connectionPer: 1; requestReply: generic
      connectionPer: 1; churn: {producersPerSecond: 1}
      arrivals: poisson; producerRate: max
      arrivalBatch: 2; producerRate: max
      arrivals: gamma
      arrivalVariation: 2
      ASKING; topicZipfExponent: 1
      producerRate: max; topicZipfExponent: 1
      topicZipfExponent: 1; search: {over: producersPerTopic}
      rateCurve: {points: [{rate: 5}]}
      -producerRate; -testDuration; rateCurve: {points: [{rate: 5}]}; phases: [{duration: 5s, rate: 5}]
      -producerRate; rateCurve: {points: [{rate: 5}]}; search: {over: producersPerTopic}
      bursts: {on: 1s, off: 1s}; producerRate: max
      bursts: {on: 1s, off: 1s}; testDuration: unlimited
      inFlightUntil: received; pattern: fill-then-drain
      inFlightUntil: received; subscriptionsPerTopic: 2
      inFlightUntil: received; consumerPerSubscription: 0
      inFlightUntil: received; consumerBacklogSizeGB: 1
      inFlightUntil: received; envelope: {position: off}
      producerRate: max; phases: [{duration: 5s, rate: 10}]
      consumerBacklogSizeGB: 1; pattern: fill-then-drain
      replay: {trace: x}
      replay: {trace: x}; rateCurve: {points: [{rate: 5}]}
      replay: {trace: x}; bursts: {on: 1s, off: 1s}
      replay: {trace: x}; arrivals: poisson
      replay: {trace: x}; arrivalBatch: 2
      replay: {trace: x}; topicZipfExponent: 1
      replay: {trace: x}
      replay: {trace: x}; messageSizeDistribution: {100: 1}
      replay: {trace: x}; keyDistributor: KEY_ZIPF
      replay: {trace: x}; payloadFile: x
      replay: {trace: x}; useRandomizedPayloads: true
      replay: {trace: x}; phases: [{duration: 5s}]
      replay: {trace: x}; messageLimit: 5
      replay: {trace: x}; search: {over: producersPerTopic}
      replay: {trace: x}; payload: {template: "a"}
      replay: {trace: x}; pattern: fill-then-drain
      replay: {trace: x}; testDuration: unlimited
      producerRate: 0; pattern: fill-then-drain
      ASKING; producerRate: 0
      producerRate: 0; consumerBacklogSizeGB: 1
      producerRate: 0; search: {over: producersPerTopic}
      producerRate: max; search: {over: scale.rate}
      scale: {rate: 2}; search: {over: scale.rate}
      search: {over: producersPerTopic}; pattern: fill-then-drain
      search: {over: producersPerTopic, measureAt: 90%}
      ASKING; requesters: [1, 2]; search: {over: requesters}
      -messageSize; messageSizeDistribution: {100: 1, 200: 1}; search: {over: messageSize}
      search: {over: producersPerTopic}; consumerBacklogSizeGB: 1
      search: {over: producersPerTopic}; faults: [{kill: 1, at: 1s}]
      producerRate: 0; faults: [{kill: 1, at: 1s}]
      producerRate: 0; phases: [{duration: 5s}]
      producerRate: 0; messageLimit: 5
      messageSizeDistribution: {100: 1}
      testDurationMinutes: 1
      warmupDuration: 1s; warmupDurationMinutes: 1
      warmupDuration: auto; phases: [{duration: 5s}]
      warmupDuration: auto; producerRate: 0
      ASKING; requesters: [1, 2]; warmupDuration: auto
      warmupDuration: auto; pattern: fill-then-drain
      warmupDuration: auto; consumerBacklogSizeGB: 1
      -producerRate; warmupDuration: auto; rateCurve: {points: [{rate: 5}]}
      warmupDuration: auto; bursts: {on: 1s, off: 1s}
      warmupDuration: auto; replay: {trace: x}
      phases: [{pause: 5s, duration: 5s}, {duration: 5s}]
      phases: [{pause: 5s, rate: 10}, {duration: 5s}]
      phases: [{duration: 5s, rate: {from: 1, to: 2, step: 1, every: 1s}}]
      phases: [{consumerProcessingTime: {from: 1ms, to: 2ms}, rate: {from: 1, to: 2, step: 1, every: 1s}}]
      phases: [{duration: 5s, producersPerTopic: 2}]; pattern: fill-then-drain
      phases: [{duration: 5s, producersPerTopic: 2}]; consumerBacklogSizeGB: 1
      phases: [{duration: 5s, producersPerTopic: 2}]; messageLimit: 5
      phases: [{duration: 5s, consumerPerSubscription: 2}]; pattern: fill-then-drain
      phases: [{duration: 5s, consumerPerSubscription: 2}]; consumerBacklogSizeGB: 1
      phases: [{duration: 5s, consumerPerSubscription: 2}]; messageLimit: 5
      phases: [{duration: 5s, objectives: {errors: 0}}]; consumerBacklogSizeGB: 1
      phases: [{duration: 5s, objectives: {errors: 0}}]; pattern: fill-then-drain
      trace: 1/10; pattern: fill-then-drain
      trace: 1/10; envelope: {position: off}
      trace: 10
      payload: {entropy: 1}; payloadFile: x
      payload: {entropy: 1}; useRandomizedPayloads: true
      payload: {entropy: 1}; randomBytesRatio: 0.5
      payload: {entropy: 1}; randomizedPayloadPoolSize: 5
      payload: {file: f, split: length-prefix, delimiter: x}
      payload: {entropy: 1, split: lines}
      payload: {entropy: 1, delimiter: x}
      -messageSize; payload: {file: f, split: message-size}
      payload: {template: x, contentType: json}
      payload: {avro: s}
      payload: {avro: s, contentType: json}
      payload: {avro: {schema: s, id: 1, registry: "http://a:1"}}
      payload: {avro: {schema: s, registry: "ftp://a:1"}}
      payload: {entropy: 1, contentType: json}
      payload: {entropy: 1, order: random}
      payload: {entropy: 1, avro: s}
      ASKING; envelope: {position: off}
      ASKING; envelope: {position: header}
      ASKING; headers: [{value: x}]
      pattern: consume-only; topicNames: [a]; headers: [{value: x}]
      ASKING; cloudEvents: binary
      pattern: consume-only; topicNames: [a]; cloudEvents: binary
      cloudEvents: structured; envelope: {position: header}
      -messageSize; payload: {template: "[1]", contentType: json}; cloudEvents: structured
      -messageSize; payload: {template: "[1]", contentType: json}; cloudEvents: structured; envelope: {position: header}; replay: {trace: x}
      -messageSize; payload: {template: "[1]", contentType: json}; cloudEvents: structured; envelope: {position: header}; phases: [{duration: 5s, messageSize: 100}]
      headers: [{value: x, size: 5}]
      keyZipfExponent: 1.1
      ASKING; auditOffsets: true
      auditOffsets: true; delivery: counts
      auditOffsets: true; envelope: {position: off}
      outcomes: {released: 0.6, rejected: 0.6}
      outcomes: {released: 0.1}; pattern: fill-then-drain
      outcomes: {released: 0.1, deadLetterDestination: dead}; topics: 2
      outcomes: {released: 0.1}; delivery: counts
      outcomes: {released: 0.1}; envelope: {position: off}
      outcomes: {released: 0.1}; producerRate: 0
      outcomes: {released: 0.1}; phases: [{duration: 5s, consumerPerSubscription: 2}]
      priorities: {9: 5 %, 4: 90 %}
      priorities: {9: 5 %, 4: 95 %}; pattern: consume-only; fromRun: x
      priorities: {9: 5 %, 4: 95 %}; envelope: {position: off}
      priorities: {9: 5 %, 4: 95 %}; outcomes: {released: 0.1}
      faults: [{kill: 1, when: backlog > 5, at: 1s}]
      faults: [{kill: 1, when: backlog > 5, phase: test}]
      faults: [{kill: 1, at: 1s, undo: x}]
      faults: [{kill: 1, at: 1s, timeout: 1s}]
      faults: [{kill: 1, at: 1s, delay: 1ms}]
      faults: [{kill: 1, at: 1s, jitter: 1ms}]
      faults: [{kill: 1, at: 1s, leaderOf: x}]
      faults: [{kill: 1, at: 1s, worker: 1}]
      faults: [{command: x, at: 1s, duration: 1s}]
      faults: [{kill: worker, at: 1s, duration: 1s}]
      faults: [{restart: 1, at: 1s, duration: 1s}]
      ASKING; topics: 1
      ASKING; subscriptionsPerTopic: 1
      ASKING; producersPerTopic: 1
      ASKING; consumerPerSubscription: 1
      ASKING; maxInFlightPerProducer: 1
      requesters: 1
      responders: 1
      pairs: 1
      replySize: 100
      requestsInFlight: 1
      replyTimeout: 1s
      requesterStartDelay: 1s
      requestReply: auto
      ASKING; requesters: [1, 2]; producerRate: 100
      ASKING; requesters: [1, 2]; phases: [{duration: 5s}]
      ASKING; requesters: [1, 2]; testDuration: unlimited
      producerRate: 10; classes: [{name: a, share: 100%, producerRate: 5}]
      producerRate: 10; classes: [{name: a, share: 100%, rateCurve: {points: [{rate: 5}]}}]
      producerRate: 10; classes: [{name: a, share: 100%, replay: {trace: x}}]
      classes: [{name: a}]; pattern: fill-then-drain
      classes: [{name: a}]; producerRate: 0
      classes: [{name: a}]; search: {over: producersPerTopic}
      classes: [{name: a}]; warmupDuration: auto
      classes: [{name: a}]; faults: [{kill: 1, at: 1s}]
      classes: [{name: a}]; consumerBacklogSizeGB: 1
      classes: [{name: a}]; messageLimit: 5
      scale: {rate: 2}; pattern: fill-then-drain
      scale: {rate: 2}; producerRate: 0
      scale: {rate: 2}; replay: {trace: x}
      scale: {topics: 2}; topicNames: [a]; -topics
      subscriptionsPerTopic: 0; consumerPerSubscription: 0; phases: [{duration: 5s, consumerPerSubscription: 1}]
      phases: [{duration: 5s, consumerPerSubscription: 1}, {duration: 5s, consumerPerSubscription: 0}]
      consumerProcessingTime: {median: 1ms}
      -topics
      topics: 2; topicNames: [a]
      subscriptionsPerTopic: 0
      topics: 1000000; phases: [{duration: 5s, producersPerTopic: 101}]
      topics: 1000000; phases: [{duration: 5s, consumerPerSubscription: 101}]
      topics: 1000000; producersPerTopic: 101
      topics: 1000000; subscriptionsPerTopic: 101
      topics: 1000000; consumerPerSubscription: 101
      churn: {consumersPerSecond: 1}; consumerPerSubscription: 0
      producersPerTopic: 0
      pattern: fill-then-drain; subscriptionsPerTopic: 0; consumerPerSubscription: 0
      pattern: fill-then-drain; consumerPerSubscription: 0
      pattern: fill-then-drain; testDuration: unlimited
      pattern: failover; messageLimit: 5; subscriptionsPerTopic: 2
      pattern: failover
      pattern: consume-only
      consumerBacklogSizeGB: 1; subscriptionsPerTopic: 0; consumerPerSubscription: 0
      consumerBacklogSizeGB: 1; consumerPerSubscription: 0
      """
          .lines()
          .toList();

  @TempDir Path folder;

  @Test
  void eachRowHasAnExample() {
    assertThat(EXAMPLES).hasSameSizeAs(KeyConflicts.all());
  }

  @TestFactory
  Stream<DynamicTest> isReported() {
    List<KeyConflicts.Row> rows = KeyConflicts.all();
    return IntStream.range(0, rows.size())
        .mapToObj(
            i ->
                DynamicTest.dynamicTest(
                    rows.get(i).key() + " and " + rows.get(i).with(),
                    () -> assertReported(rows.get(i), EXAMPLES.get(i))));
  }

  private void assertReported(KeyConflicts.Row row, String example) {
    String level = row.warns() ? "WARNING" : "ERROR";
    String key = row.key().replace("[]", "[0]") + ": ";
    String message =
        Stream.of(row.message().split("\\{\\w+\\}", -1))
            .map(Pattern::quote)
            .reduce((one, other) -> one + ".+" + other)
            .orElseThrow();
    Pattern line = Pattern.compile(level + " w\\.yaml:\\d+:\\d+: " + Pattern.quote(key) + message);
    assertThat(new WorkloadFile(folder).problems(file(example)))
        .as(example)
        .anyMatch(problem -> line.matcher(problem).matches());
  }

  private static String file(String example) {
    boolean asking = example.startsWith("ASKING; ");
    String file = asking ? ASKING : WorkloadFile.MINIMAL;
    for (String line : example.replace("ASKING; ", "").split("; ")) {
      boolean absent = line.startsWith("-");
      String key = absent ? line.substring(1) : line.substring(0, line.indexOf(':'));
      file = file.replaceFirst("(?m)^" + key + ":.*\n", "") + (absent ? "" : line + "\n");
    }
    return file;
  }
}
