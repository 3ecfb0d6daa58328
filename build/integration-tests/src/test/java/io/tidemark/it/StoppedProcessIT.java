package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole benchmark is stopped for 5 s during a run, and then goes on. */
class StoppedProcessIT {
  private static final Duration STOPPED = Duration.ofSeconds(5);
  private static final String ASKING =
      "pattern: request-reply\nrequesters: 4\nresponders: 2\npairs: 1\nreplyTimeout: 10s\n";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"pubsub, test", "request-reply, warm-up"})
  void everyRateIsItsCountOverItsTime(String pattern, String phase) throws Exception {
    Path workload = workload(pattern);
    String driver = TidemarkProcess.ROOT.resolve("driver-inmemory/inmemory.yaml").toString();
    try (TidemarkProcess benchmark =
        TidemarkProcess.start(folder, "benchmark", "-d", driver, workload.toString())) {
      RunResults.awaitSample(folder.resolve("results"), phase);
      benchmark.signal("STOP");
      Awaitility.await().pollDelay(STOPPED).until(() -> true);
      benchmark.signal("CONT");
      benchmark.waitFor();
      JsonNode run = RunResults.only(folder.resolve("results"));
      // The end of a phase may divide what was measured while it was stopped.
      assertThat(longestSampleSeconds(run)).as(benchmark.output()).isGreaterThan(2.5);
      assertThat(run.requiredAt("/totals/byTime/counts").has("roundTrips"))
          .isEqualTo(!pattern.equals("pubsub"));
      assertRatesAreCountsOverTimes(run);
    }
  }

  /** Its warm-up ends while it is stopped. */
  private Path workload(String pattern) throws IOException {
    String time = // A closed loop that leaves the CPU to others.
        "producerRate: max\nconsumerProcessingTime: 2ms\nwarmupDuration: 3s\ntestDuration: 8s\n"
            + WorkloadFiles.WIDE_THRESHOLDS;
    if (pattern.equals("pubsub")) {
      return WorkloadFiles.write(folder, "stopped", time);
    }
    return Files.writeString(
        folder.resolve("stopped.yaml"), "name: stopped\nmessageSize: 200\n" + ASKING + time);
  }

  private static double longestSampleSeconds(JsonNode run) {
    double longest = 0;
    for (JsonNode sample : run.required("samples")) {
      longest = Math.max(longest, sample.required("lengthSeconds").asDouble());
    }
    return longest;
  }

  private static void assertRatesAreCountsOverTimes(JsonNode run) {
    for (JsonNode sample : run.required("samples")) {
      assertRates(sample, sample.required("lengthSeconds").asDouble(), sample.required("counts"));
    }
    assertByTime(run.required("totals"));
    for (JsonNode phase : run.required("phases")) {
      assertByTime(phase);
      assertSamples(run, phase);
    }
    // In a closed loop what was intended is what was done: but for a window both views agree.
    JsonNode total = run.required("totals");
    double byIntention =
        total.requiredAt("/countsByIntention/acknowledgedMessages").asDouble()
            / total.required("lengthSeconds").asDouble();
    assertThat(total.requiredAt("/byTime/rates/publishRatePerSecond").asDouble())
        .isCloseTo(byIntention, within(0.05 * byIntention));
  }

  private static void assertByTime(JsonNode interval) {
    JsonNode byTime = interval.required("byTime");
    assertThat(byTime.required("sendingSeconds").asDouble())
        .isCloseTo(interval.required("lengthSeconds").asDouble(), within(1e-6));
    assertRates(byTime, byTime.required("sendingSeconds").asDouble(), byTime.required("counts"));
  }

  private static void assertRates(JsonNode in, double seconds, JsonNode counts) {
    assertRate(in, "sendRatePerSecond", seconds, counts.required("sentMessages"));
    assertRate(in, "publishRatePerSecond", seconds, counts.required("acknowledgedMessages"));
    if (counts.has("roundTrips")) {
      assertRate(
          in, "roundTripRatePerSecond", seconds, counts.requiredAt("/roundTrips/answeredRequests"));
    }
  }

  private static void assertRate(JsonNode in, String rate, double seconds, JsonNode count) {
    assertThat(in.required("rates").required(rate).asDouble() * seconds)
        .as("%s in %s", rate, in)
        .isCloseTo(count.asDouble(), within(0.5));
  }

  /** No sample was dropped, and none reaches beyond its phase. */
  private static void assertSamples(JsonNode run, JsonNode phase) {
    double seconds = 0;
    long acknowledged = 0;
    for (JsonNode sample : run.required("samples")) {
      if (sample.required("phase").equals(phase.required("name"))) {
        seconds += sample.required("lengthSeconds").asDouble();
        acknowledged += sample.requiredAt("/counts/acknowledgedMessages").asLong();
      }
    }
    assertThat(seconds).isCloseTo(phase.required("lengthSeconds").asDouble(), within(1e-6));
    assertThat(acknowledged)
        .isEqualTo(phase.requiredAt("/byTime/counts/acknowledgedMessages").asLong());
  }
}
