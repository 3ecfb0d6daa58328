package io.tidemark.driver.kafka.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import java.util.List;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;

class KafkaConfigsTest {
  @Test
  void aSecretIsMaskedThatSomebodyHasSet() {
    EffectiveSetting setting = setting("ssl.key.password", ConfigSource.STATIC_BROKER_CONFIG, true);

    assertThat(setting.value()).isEqualTo(EffectiveSetting.SECRET);
    assertThat(setting.origin()).isEqualTo(Origin.CHANGED);
    assertThat(setting.toString()).doesNotContain("canary");
  }

  @Test
  void aSecretWithoutAValueIsNotSet() {
    assertThat(setting("ssl.key.password", null, ConfigSource.DEFAULT_CONFIG, true).value())
        .isEqualTo("not set");
  }

  @Test
  void theSourceIsInWords() {
    EffectiveSetting setting = setting("num.io.threads", ConfigSource.DYNAMIC_BROKER_CONFIG, false);

    assertThat(setting.subject()).isEqualTo("broker 1");
    assertThat(setting.source()).isEqualTo("dynamic broker config");
  }

  private static EffectiveSetting setting(String name, ConfigSource source, boolean secret) {
    return setting(name, "canary", source, secret);
  }

  private static EffectiveSetting setting(
      String name, String value, ConfigSource source, boolean secret) {
    ConfigEntry entry =
        new ConfigEntry(
            name, value, source, secret, false, List.of(), ConfigEntry.ConfigType.STRING, "");
    return KafkaConfigs.setting(
        new ConfigResource(ConfigResource.Type.BROKER, "1"), "broker 1", entry);
  }
}
