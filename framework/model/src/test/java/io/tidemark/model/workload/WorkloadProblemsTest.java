package io.tidemark.model.workload;

import static io.tidemark.model.workload.WorkloadFile.MINIMAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadProblemsTest extends WorkloadFileTest {
  @Test
  void reportsEverythingThatIsWrongAtOnce() {
    assertThat(
            file.problems(
                """
                topics: none
                partitionPerTopic: 3
                messageSize: 100
                subscriptionsPerTopic: -1
                producersPerTopic: 1
                keyDistributor: KEY_ROUNDROBIN
                testDuration: 30
                sampleInterval: 10ms
                """))
        .containsExactly(
            "ERROR w.yaml:1:9: topics: wrong value, got none; allowed a whole number from 1 to"
                + " 1000000",
            "ERROR w.yaml:2:1: partitionPerTopic: unknown key (did you mean partitionsPerTopic?)",
            "ERROR w.yaml:4:24: subscriptionsPerTopic: wrong value, got -1; allowed a whole number"
                + " from 0 to 1000000",
            "ERROR w.yaml:6:17: keyDistributor: wrong value, got KEY_ROUNDROBIN; allowed NO_KEY,"
                + " KEY_ROUND_ROBIN, RANDOM_NANO, KEY_ZIPF (did you mean KEY_ROUND_ROBIN?)",
            "ERROR w.yaml:7:15: testDuration: wrong value, got 30; allowed a time span such as"
                + " 500ms, 30s, 5m or 1h30m from 1ms to 365d, unlimited",
            "ERROR w.yaml:8:17: sampleInterval: wrong value, got 10ms; allowed a time span such as"
                + " 500ms, 30s, 5m or 1h30m from 100ms to 365d");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "messageSize: 100\nrateCurve: {file: none.csv}",
        "messageSize: 100\nrateCurve: {file: nan.csv}\nobjectives: {'publishRate.min(10s)': 50%}",
        "messageSize: 100\nrateCurve: {fiel: nan.csv}",
        "messageSize: 100\nrateCurv: {file: nan.csv}",
        "messageSize: 100\nrateCurve: {points: []}",
        "messageSize: 100\nrateCurve: {file: none.csv}\nfaults: [{at: 5s, kill: 1}]",
        "messageSize: 100\nphasse: [{duration: 5s, producerRate: 5}]",
        "messageSize: 100\nphases: 5s",
        "replay: {trace: none.csv}",
        "replay: {trace: nan.csv}",
        "repaly: {trace: nan.csv}",
        "testDuration: 5s\npayload: {file: none.txt}",
        "testDuration: 5s\npayload: {corpus: none}",
        "testDuration: 5s\npayload: {template: '#{csv none.csv a}'}",
        "testDuration: 5s\npayload: {avro: {schema: none.avsc}}",
        "testDuration: 5s\npaylod: {file: nan.csv}",
        "testDuration: 5s\nmessageSize: 100\npayloadFile: none.txt",
        "testDuration: 5s\nmessageSizeDistribution: {100: x}",
        "testDuration: 5s\nmessageSize: ${file:none.txt}",
        "testDuration: ${env:NONE}\nmessageSize: 100",
        "testDuration: 5s\nmessageSize: 100\nfromRun: none\ntopicNames: [t]\npattern: consume-only",
      })
  void aBrokenFileIsOneError(String keys) throws IOException {
    Files.writeString(folder.resolve("nan.csv"), "time,rate\n2026-11-26T00:00:00Z,NaN\n");
    String others =
        "topics: 1\nsubscriptionsPerTopic: 1\nproducersPerTopic: 1\nconsumerPerSubscription: 1\n";
    assertThat(file.problems(others + keys + "\n"))
        .filteredOn(each -> each.startsWith("ERROR"))
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          subscriptionsPerTopic: 2       | needs one subscription, got 2 of each topic
          consumerPerSubscription: 0     | needs consumers at all times
          phases: [{duration: 1s, consumerPerSubscription: 0}, {duration: 1s, consumerPerSubscription: 1}] | needs consumers at all times
          pattern: fill-then-drain       | does not go with pattern: fill-then-drain
          consumerBacklogSizeGB: 1       | cannot be combined with consumerBacklogSizeGB
          envelope: {position: off}      | needs an envelope, got position: off
          messageSize: 9                 | needs an envelope in each message; allowed with messages from 10 bytes
          """)
  void messagesInFlightUntilTheyAreReceivedNeedOneReceptionEach(String line, String expected) {
    String received = MINIMAL + "inFlightUntil: received\n";
    assertThat(file.problems(received)).isEmpty();
    String key = line.substring(0, line.indexOf(':'));
    assertThat(file.problems(received.replaceFirst("(?m)^" + key + ":.*\n", "") + line))
        .filteredOn(problem -> problem.startsWith("ERROR"))
        .singleElement()
        .asString()
        .contains("inFlightUntil: received " + expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          payload: {}                             | payload: needs one content, got none
          objectives: {roundTrip.p99: < 1s}       | objectives.roundTrip.p99: is not measured
          messageSizeDistribution: {big: 1}       | messageSizeDistribution: not a size with a weight
          messageSizeDistribution: []             | messageSizeDistribution: has no size
          messageSizeDistribution: {9-2: 1}       | messageSizeDistribution: not a size with a weight
          messageSizeDistribution: {9-2GB: 1}     | messageSizeDistribution: not a size with a weight
          messageSizeDistribution: {0-9: 0}       | messageSizeDistribution: has no size
          messageSizeDistribution: {50-90: 1, 99: 1} | messageSizeDistribution: 99: sizes and ranges are mixed
          subscriptionsPerTopic: 0                | consumerPerSubscription: there is no subscription
          """)
  void anErrorInOneFileHidesNoneOfTheNext(String line, String expected) {
    String key = line.substring(0, line.indexOf(':'));
    String replaced = key.equals("messageSizeDistribution") ? "messageSize" : key;
    String second = MINIMAL.replaceFirst("(?m)^" + replaced + ":.*\n", "") + line;
    assertThat(file.problems(List.of(MINIMAL + "topic: 1", second), false))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("ERROR w2.yaml:")
        .contains(expected);
    assertThat(file.problems(List.of(MINIMAL.replaceFirst("topics: 1\n", ""), MINIMAL), false))
        .hasSize(1);
  }

  @Test
  void warnsOfSubscriptionsWithoutConsumersAfterAnErrorInAnotherFile() {
    String second = MINIMAL.replace("consumerPerSubscription: 1\n", "");
    assertThat(file.problems(List.of(MINIMAL + "topic: 1", second), false))
        .last()
        .asString()
        .startsWith("WARNING w2.yaml:")
        .contains("is 0, but there are subscriptions");
  }

  @Test
  void lenientTurnsUnknownKeysIntoWarnings() {
    String yaml = MINIMAL + "producerRates: 7";
    assertThat(file.problem(yaml)).startsWith("ERROR");
    assertThat(file.problems(yaml, true)).allMatch(line -> line.startsWith("WARNING")).hasSize(1);
  }

  @Test
  void deadKeysOnlyWarn() {
    assertThat(file.problems(MINIMAL + "acceptableBacklog: 5\nproducerPauseDuringDrain: true"))
        .hasSize(2)
        .allMatch(problem -> problem.startsWith("WARNING") && problem.contains("has no effect"));
  }

  @ParameterizedTest
  @CsvSource({
    "10x, 'from 1s (sampleInterval) to 30s (the measured part)'",
    "500ms, from 1s",
    "31s, to 30s",
    "'',"
  })
  void refusesWindowsThatAreNoneOrDoNotFit(String window, String allowed) {
    assertThat(file.problem(MINIMAL + "objectives:\n  publishRate.min(" + window + "): '>= 99%'"))
        .startsWith(
            "ERROR w.yaml:9:3: objectives.publishRate.min("
                + window
                + "): wrong window, got "
                + window
                + "; allowed a time span such as ")
        .contains(allowed == null ? "" : allowed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          delivery: counts; objectives: {duplicated: 0}     | with delivery: counts
          delivery: off; objectives: {lost: 0}              | with delivery: off
          delivery: counts; objectives: {corrupted: 0}      | with delivery: counts
          envelope: {position: off}; objectives: {foreign: 0} | with envelope.position: off
          envelope: {position: off}; objectives: {outOfOrder: 0} | with envelope.position: off
          objectives: {offsetsNotUnique: 0}                 | without auditOffsets
          auditOffsets: true; objectives: {keyOrderViolations: 0} | without keys
          """)
  void refusesObjectivesThatTheAuditDoesNotMeasure(String keys, String why) {
    assertThat(file.problems(MINIMAL + keys.replace("; ", "\n") + "\n"))
        .filteredOn(problem -> problem.startsWith("ERROR"))
        .singleElement()
        .asString()
        .contains("is not measured " + why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          producerRate: max; objectives: {publishRate: '>= 99%'} | w.yaml:8:14: objectives.publishRate: is not measured: without a producerRate
          producerRate: max; objectives: ['publishRate >= 99%'] | w.yaml:8:13: objectives.publishRate: is not measured: without a producerRate
          producerRate: max; phases: [{duration: 5s, objectives: {publishRate.min(2s): 50%}}] | w.yaml:7:38: phases[0].objectives.publishRate.min(2s): is not measured
          producerRate: 1; faults: [{kill: 1, at: 6s}]; phases: [{duration: 5s, objectives: {recoveryTime: 1s}}, {duration: 5s}] | w.yaml:8:38: phases[0].objectives.recoveryTime: is not measured: no fault
          producerRate: 1; messageSize: 8; objectives: {endToEnd.p99: 1s} | w.yaml:8:14: objectives.endToEnd.p99: is not measured with messages of less than 10 B
          producerRate: 1; messageSize: 8; objectives: {endToEnd: {p99: 1s}} | w.yaml:8:14: objectives.endToEnd.p99: is not measured with messages of less than 10 B
          producerRate: 1; messageSize: 20; objectives: {corrupted: 0} | w.yaml:8:14: objectives.corrupted: is not measured with messages of less than 32 B
          classes: [{name: a, producerRate: max}]; objectives: {classes.a.publishRate: 99%} | w.yaml:9:13: objectives.publishRate: is not measured: without a producerRate
          producerRate: max; objectives: {publishRate: '>= 50k/s', consumeRate: 99%} |
          producerRate: 1; faults: [{kill: 1, at: 6s}]; phases: [{duration: 5s}, {duration: 5s, objectives: {recoveryTime: 1s}}] |
          producerRate: 1; faults: [{kill: 1, when: backlog > 5}]; phases: [{duration: 5s, objectives: {recoveryTime: 1s}}] |
          """)
  void refusesObjectivesThatEachRunWouldMiss(String keys, String error) {
    String given = MINIMAL.replace("testDuration: 30s\n", "");
    String length = keys.contains("phases") ? "" : "testDuration: 20s; ";
    for (String key : List.of("messageSize", "producerRate")) {
      given = keys.startsWith(key) || keys.contains("; " + key) ? without(key, given) : given;
    }
    assertThat(file.problems(given + (length + keys).replace("; ", "\n") + "\n"))
        .filteredOn(problem -> problem.startsWith("ERROR"))
        .hasSize(error == null ? 0 : 1)
        .allMatch(problem -> problem.contains(String.valueOf(error)));
  }

  private static String without(String key, String yaml) {
    return yaml.replaceFirst("(?m)^" + key + ":.*\n", "");
  }

  @Test
  void countsShowLosses() {
    assertThat(file.problems(MINIMAL + "delivery: counts\nobjectives: {lost: 0}\n")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"15s, true", "10s, true", "9s, false"})
  void warnsOfAFaultThatOutlastsTheLoad(String duration, boolean warns) {
    String fault = "testDuration: 30s\nfaults: [{freeze: 1, at: 20s, duration: %s}]\n";
    assertThat(
            file.problems(
                MINIMAL.replaceFirst("(?m)^testDuration.*\n", "") + fault.formatted(duration)))
        .filteredOn(problem -> problem.contains("faults[0].duration: the fault outlasts the load"))
        .hasSize(warns ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "e2e.p99, endToEnd.p99",
    "e2e.p99.5, endToEnd.p99.5",
    "pub p99, publishLatency.p99",
    "endToEndd.p95, endToEnd.p95",
    "publishRate.p99, publishRate.min(10s)",
    "recoveryTimeFrist, recoveryTimeFirst",
  })
  void suggestsTheObjectiveThatIsMeant(String key, String meant) {
    assertThat(file.problem(MINIMAL + "objectives: {\"" + key + "\": 20ms}\n"))
        .endsWith("unknown objective (did you mean " + meant + "?)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"30s", "unlimited"})
  void warnsOfATestThatEndsWithItsPhases(String test) {
    String phased = MINIMAL + "phases: [{duration: 20s}, {pause: 9s}]";
    assertThat(file.problem(phased.replace("30s", test)))
        .startsWith("WARNING w.yaml:7:")
        .contains("testDuration: is not reached", "got " + test + "; allowed 29s");
    assertThat(file.problems(phased.replace("30s", "29s"))).isEmpty();
  }

  @Test
  void refusesConsumeOnlyWithoutTopics() {
    assertThat(file.problems(MINIMAL + "pattern: consume-only"))
        .anyMatch(problem -> problem.contains("ERROR w.yaml:1:1: topicNames: the key is missing"));
  }

  @Test
  void saysThatAVariableIsNotSet() {
    assertThat(file.problems(MINIMAL + "name: ${env:HOTS}"))
        .containsExactly(
            "ERROR w.yaml:8:7: name: the environment variable HOTS is not set (did you mean"
                + " HOST?)");
  }

  @Test
  void warnsOfMessagesThatHaveNoRoomForTheEnvelope() {
    assertThat(file.problem(WorkloadFile.MINIMAL.replace("messageSize: 100", "messageSize: 9")))
        .startsWith("WARNING")
        .contains("messageSize: messages under 10 bytes have no room for the envelope");
    assertThat(file.problems(WorkloadFile.MINIMAL.replace("messageSize: 100", "messageSize: 10")))
        .isEmpty();
    assertThat(
            file.problem(
                WorkloadFile.MINIMAL.replace("messageSize: 100", "messageSize: 47")
                    + "envelope: {form: text}\n"))
        .contains("messages under 48 bytes");
  }
}
