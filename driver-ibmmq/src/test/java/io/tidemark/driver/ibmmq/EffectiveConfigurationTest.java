package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What PCF gives of a queue manager. The double answers with IBM's structures; which attributes a
 * queue manager has was not tried.
 */
@Tag("slow")
class EffectiveConfigurationTest {
  private static final String PCF = "setup: {mode: pcf, maxDepth: 50}\n";

  private static EffectiveConfiguration read(DriverOnDouble run) throws Exception {
    DriverOnDouble.get(run.driver().createTopic("BENCH.NEW", 1));
    return run.driver().effectiveConfiguration(List.of("BENCH.NEW"));
  }

  private static EffectiveSetting setting(String scope, String name, EffectiveConfiguration all) {
    return all.settings().stream()
        .filter(each -> each.scope().equals(scope) && each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void attributesOfQueueManagerLogChannelAndQueuesHaveTheWordsOfMqsc() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with(PCF)) {
      EffectiveConfiguration read = read(run);

      assertThat(setting("channel", "SHARECNV", read))
          .isEqualTo(
              new EffectiveSetting(
                  "channel",
                  DriverOnDouble.CHANNEL,
                  "SHARECNV",
                  "1",
                  Origin.CHANGED,
                  "DISPLAY CHANNEL, default 10"));
      assertThat(read.settings())
          .extracting(EffectiveSetting::subject, EffectiveSetting::name, EffectiveSetting::value)
          .contains(
              tuple("queue manager", "MONQ", "MEDIUM"),
              tuple("queue manager", "LOGTYPE", "LINEAR"),
              tuple("queue manager", "LOGPRIM", "16"),
              tuple(DriverOnDouble.CHANNEL, "COMPMSG", "ZLIBFAST"),
              tuple(DriverOnDouble.CHANNEL, "SSLCIPH", "none"),
              tuple(DriverOnDouble.CHANNEL, "KAINT", "AUTO"),
              tuple("BENCH.NEW", "MAXDEPTH", "50"),
              tuple("BENCH.NEW", "DEFPSIST", "NO"));
      assertThat(setting("broker", "MONQ", read).origin()).isEqualTo(Origin.CHANGED);
      assertThat(setting("broker", "MAXHANDS", read).origin()).isEqualTo(Origin.DEFAULT);
      assertThat(setting("queue", "MAXDEPTH", read).source()).endsWith("default 5000");
      assertThat(read.notes())
          .singleElement()
          .asString()
          .startsWith("qm.ini ")
          .contains("cannot be read by PCF");
    }
  }

  @Test
  void whatTheUserMayNotInquireIsANote() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with(PCF)) {
      run.mq().faults().refuseInquiries(DriverOnDouble.CHANNEL, 2035);

      EffectiveConfiguration read = read(run);

      assertThat(read.notes())
          .anySatisfy(
              note -> assertThat(note).startsWith("DISPLAY CHANNEL: 2035 MQRC_NOT_AUTHORIZED"));
      assertThat(read.settings()).noneMatch(each -> each.scope().equals("channel"));
      assertThat(setting("queue", "MAXDEPTH", read).value()).isEqualTo("50");
    }
  }

  @Test
  void withoutTelemetryNothingIsInquired() throws Exception {
    try (DriverOnDouble run = DriverOnDouble.with("setup: {telemetry: false}\n")) {
      EffectiveConfiguration read = run.driver().effectiveConfiguration(List.of());

      assertThat(read.settings()).isEmpty();
      assertThat(read.notes())
          .containsExactly(
              "the attributes of the queue manager were not read: setup.telemetry is false");
    }
  }
}
