package io.tidemark.worker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.worker.session.DriverLifeCycle.SettingsReading;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SettingsReadingTest {
  @Test
  void equalSettingsOfSeveralNodesAreOne() {
    BrokerConfiguration read =
        of(setting("node 1", "a", "1"), setting("node 2", "a", "1"), setting("node 3", "a", "2"));

    assertThat(read.settings())
        .extracting(each -> each.value() + " " + each.subjects())
        .containsExactly("1 [node 1, node 2]", "2 [node 3]");
  }

  @Test
  void aValueWhoseNameIsThatOfASecretIsMasked() {
    BrokerConfiguration read =
        of(setting("n", "ssl.key.password", "abc"), setting("n", "token.max.lifetime.ms", "7000"));

    assertThat(read.settings())
        .extracting(BrokerConfiguration.Entry::value)
        .containsExactly("***", "7000");
  }

  @Test
  void sizesAreBounded() {
    EffectiveSetting[] many =
        IntStream.range(0, BrokerConfiguration.MOST_SETTINGS + 5)
            .mapToObj(i -> setting("n", "k" + i, "x".repeat(1_000)))
            .toArray(EffectiveSetting[]::new);

    BrokerConfiguration read = of(many);

    assertThat(read.settings()).hasSize(BrokerConfiguration.MOST_SETTINGS);
    assertThat(read.settings())
        .allMatch(each -> each.value().length() == BrokerConfiguration.MOST_CHARACTERS + 3);
    assertThat(read.notes()).containsExactly("5 more settings are left out");
  }

  @Test
  void manySubjectsAreANumber() {
    EffectiveSetting[] many =
        IntStream.range(0, 25)
            .mapToObj(i -> setting("t" + i, "k", "1"))
            .toArray(EffectiveSetting[]::new);

    assertThat(of(many).settings().get(0).subjects()).hasSize(21).endsWith("t19", "5 more");
  }

  private static EffectiveSetting setting(String subject, String name, String value) {
    return new EffectiveSetting("broker", subject, name, value, Origin.CHANGED, "");
  }

  private static BrokerConfiguration of(EffectiveSetting... settings) {
    return SettingsReading.of(new EffectiveConfiguration(List.of(settings), List.of()));
  }
}
