package io.tidemark.it.misbehaving;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.Command;
import io.tidemark.it.DriverJar;
import io.tidemark.it.RunResults;
import io.tidemark.it.WorkloadFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a user gets when a driver throws, blocks, returns null or never answers, in each call of the
 * SPI: the verdict, the message, the exit code, and results where something was measured.
 *
 * <p>The driver is {@code resources/drivers/MisbehavingDriver.java}, compiled for Java 8 and loaded
 * from {@code drivers/misbehaving/} as a vendor's jar. The commands run inside this JVM, which is
 * fast; cases that end or hang a process are in {@link ProcessEndingsIT}. {@code Runtime.halt} and
 * crashes of the JVM cannot be caught and are in neither.
 *
 * <p>A send that blocks during the load is in {@code BlockedSendTest} and {@code KeepingUpTest}: on
 * a busy machine the verdict blames the machine.
 *
 * <p>Each behaviour is tried in some calls of each kind: what differs between calls of a kind is
 * the simulation's, whose drivers misbehave in any of them.
 *
 * <p>To add a behaviour: a case in the driver's {@code misbehave} or {@code answer}, and a line in
 * {@link #cases}. A behaviour that blocks gets a short step timeout; the others get a long one, so
 * that a busy machine changes no outcome.
 */
class MisbehavingDriversIT {
  private static final int SHORT = 2;
  private static final int LONG = 60;
  private static final Path ROOT = Path.of(System.getenv("TIDEMARK_ROOT"));

  @TempDir Path folder;

  /** A behaviour and what it must lead to; no status where nothing can be measured. */
  private record Case(
      String behaviour,
      String at,
      int after,
      int stepTimeoutSeconds,
      int exitCode,
      String status,
      String finding,
      String text) {
    String driverClass() {
      return at.startsWith("WhenLoaded") ? at : "MisbehavingDriver";
    }

    @Override
    public String toString() {
      return behaviour + " in " + at + (after > 0 ? " after " + after : "");
    }
  }

  private static Case fails(String behaviour, String at, int stepTimeoutSeconds, String text) {
    return new Case(behaviour, at, 0, stepTimeoutSeconds, 3, "", "", text);
  }

  private static Case refused(String behaviour, String nestedClass, String text) {
    return new Case(behaviour, "WhenLoaded$" + nestedClass, 0, LONG, 2, "", "", text);
  }

  private static Case ends(
      String behaviour,
      String at,
      int seconds,
      int code,
      String status,
      String code2,
      String text) {
    return new Case(behaviour, at, 0, seconds, code, status, code2, text);
  }

  private static Case sends(
      String behaviour, int seconds, String status, String code, String text) {
    int exitCode = status.equals("VALID") ? 0 : 1;
    return new Case(behaviour, "sendAsync", 100, seconds, exitCode, status, code, text);
  }

  static List<Case> cases() {
    return List.of(
        // When the files are checked.
        refused("throw", "Throws", "constructor failed: misbehaviour in the constructor"),
        refused("error", "FailsToInitialize", "its static initialiser failed: NumberFormatEx"),
        // Before the load: nothing is measured, and the message names the call.
        fails("throw", "initialize", LONG, "prepare: misbehaviour in initialize"),
        ends("error", "initialize", LONG, 2, "", "", "class some.Missing is in none of the driver"),
        fails("block", "initialize", SHORT, "within 2 s: waiting for initialize of driver misbeh"),
        fails("throw", "getTopicNamePrefix", LONG, "misbehaviour in getTopicNamePrefix"),
        fails("block", "getTopicNamePrefix", SHORT, "within 2 s: waiting for the topics' names"),
        fails("null", "getTopicNamePrefix", LONG, "returned null as its topic name prefix"),
        fails("throw", "createTopic", LONG, "createTopics: misbehaviour in create"),
        fails("null", "createTopic", LONG, "returned null instead of a future"),
        fails("never", "createTopic", SHORT, "returned, but its future has not completed"),
        fails("fail", "createProducer", LONG, "createProducers: misbehaviour in create"),
        fails("nullValue", "createProducer", LONG, "a list with null instead of 1 client"),
        fails("block", "createProducer", SHORT, "within 2 s: waiting for 1 producer,"),
        fails("throw", "createConsumer", LONG, "createConsumers: misbehaviour in create"),
        fails("null", "createConsumer", LONG, "returned null instead of a future"),
        fails("nullValue", "createConsumer", LONG, "a list with null instead of 1 client"),
        fails("never", "createConsumer", SHORT, "returned, but its future has not completed"),
        fails("fail", "createTopics", LONG, "createTopics: misbehaviour in createTopics"),
        fails("block", "createTopics", SHORT, "MisbehavingDriver.block(MisbehavingDriver.java"),
        fails("null", "createProducers", LONG, "returned null instead of a future"),
        fails("never", "createProducers", SHORT, "returned, but its future has not completed"),
        fails("nullValue", "createProducers", LONG, "null instead of"),
        fails("short", "createProducers", LONG, "a list of 0 instead of 1 client"),
        fails("throw", "createConsumers", LONG, "createConsumers: misbehaviour in createConsumers"),
        fails("block", "createConsumers", SHORT, "MisbehavingDriver.block(MisbehavingDriver.java"),
        fails("short", "createConsumers", LONG, "a list of 0 instead of 1 client"),
        fails("error", "createConsumer", LONG, "class some.Missing is in none"),
        ends("twice", "createProducer", LONG, 0, "VALID", "", ""),
        // The first sends are probes: a run whose messages do not get through does not begin.
        fails("throw", "sendAsync", SHORT, "not ready after 1 s"),
        fails("fail", "sendAsync", SHORT, "misbehaviour in sendAsync"),
        fails("null", "sendAsync", SHORT, "sendAsync returned null"),
        fails("never", "sendAsync", SHORT, "not ready after 1 s"),
        fails("block", "sendAsync", SHORT, "not ready after 1 s"),
        fails("null", "callback", SHORT, "not ready after 1 s"),
        // During the load.
        sends("throw", LONG, "FAILED", "rate-not-met", "sends failed"),
        sends("fail", LONG, "FAILED", "rate-not-met", "sends failed"),
        sends("null", LONG, "FAILED", "rate-not-met", "sends failed"),
        sends("never", LONG, "FAILED", "rate-not-met", "had no answer"),
        sends("late", LONG, "FAILED", "rate-not-met", "had no answer"),
        sends("nullValue", LONG, "VALID", "", ""),
        sends("twice", LONG, "VALID", "", ""),
        new Case("null", "callback", 100, LONG, 0, "VALID", "consumer-errors", "errors were"),
        new Case("empty", "callback", 100, LONG, 0, "VALID", "messages-lost", "not received"),
        // At the end: what was measured counts, what could not be closed is a remark.
        ends("throw", "closeProducer", LONG, 0, "VALID", "clean-up", "misbehaviour in closeProd"),
        ends("throw", "close", LONG, 0, "VALID", "clean-up", "misbehaviour in close"),
        ends("error", "close", LONG, 0, "VALID", "clean-up", "class some.Missing is in none"),
        ends(
            "block", "closeConsumer", SHORT, 0, "VALID", "clean-up", "close did not return within"),
        ends("block", "close", SHORT, 0, "VALID", "clean-up", "waiting for close of driver"),
        ends("call", "afterClose", LONG, 0, "VALID", "", ""),
        ends("leakThreads", "createConsumer", SHORT, 0, "VALID", "clean-up", "leaked-0, leaked-1"),
        ends("leakThreads", "close", SHORT, 0, "VALID", "clean-up", "leaked-0, leaked-1"));
  }

  @BeforeAll
  static void install() throws IOException {
    DriverJar.install(ROOT, "misbehaving", "MisbehavingDriver.java", "WhenLoaded.java");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void givesVerdictMessageAndExitCode(Case each) throws IOException {
    Path results = folder.resolve("results");

    Command run = run(each, results);

    String output = run.output();
    assertThat(run.exitCode()).as(output).isEqualTo(each.exitCode());
    assertThat(output).doesNotContain("\tat ");
    if (each.status().isEmpty()) {
      assertThat(output).contains(each.text());
      assertThat(Files.exists(results) ? RunResults.all(results) : List.of()).isEmpty();
    } else {
      assertThat(output).contains(each.status(), each.finding());
      assertVerdict(each, RunResults.only(results).required("verdict"));
      assertThat(RunResults.omb(results)).hasSize(1);
    }
  }

  private static void assertVerdict(Case each, JsonNode verdict) {
    assertThat(verdict.required("status").asText()).as("%s", verdict).isEqualTo(each.status());
    List<JsonNode> findings =
        StreamSupport.stream(verdict.required("findings").spliterator(), false).toList();
    if (each.finding().isEmpty()) {
      assertThat(findings)
          .allMatch(finding -> finding.required("severity").asText().equals("REMARK"));
    } else {
      assertThat(findings)
          .anySatisfy(
              finding -> {
                assertThat(finding.required("code").asText()).isEqualTo(each.finding());
                assertThat(finding.required("message").asText()).contains(each.text());
              });
    }
  }

  /** OMB's interface is all that the jar knows. */
  @Test
  void theConformanceCommandFindsTheCallThatBlocks() throws IOException {
    Command run =
        Command.run(
            folder,
            "conformance",
            "-d",
            driver("MisbehavingDriver", "block", "sendAsync", 0).toString(),
            "--timeout",
            SHORT + "s",
            "--rules",
            "1.1,2.1,3.1");
    assertThat(run.endedWith(1))
        .contains("passed    MUST   1.1", "FAILED    MUST   2.1", "FAILED    MUST   3.1")
        .containsPattern(
            "did not return within 2 s; it is in"
                + " misbehaving.MisbehavingDriver.block\\(MisbehavingDriver.java:\\d+\\)")
        .contains("misbehaving: NOT conformant; passed: 1, failed: 2");
  }

  private Path driver(String driverClass, String behaviour, String at, int after)
      throws IOException {
    return Files.writeString(
        folder.resolve("driver.yaml"),
        """
        name: misbehaving
        driverClass: misbehaving.%s
        behaviour: %s
        at: %s
        after: %d
        """
            .formatted(driverClass, behaviour, at, after));
  }

  private Command run(Case each, Path results) throws IOException {
    Path driver = driver(each.driverClass(), each.behaviour(), each.at(), each.after());
    Path workload =
        WorkloadFiles.write(
            folder,
            "short",
            """
            producerRate: 500
            warmupDuration: 0s
            testDuration: 600ms
            sampleInterval: 100ms
            drainTimeout: 1s
            """
                // The load is good for 100 of 300 messages: less than half is a rate that is not
                // met.
                + WorkloadFiles.WIDE_THRESHOLDS.replace("achievedRate: 1,", "achievedRate: 50,"));
    return Command.run(
        folder,
        "--results-dir",
        results.toString(),
        "--step-timeout",
        String.valueOf(each.stepTimeoutSeconds()),
        "-d",
        driver.toString(),
        workload.toString());
  }
}
