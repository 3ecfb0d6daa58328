package io.tidemark.driver.kafka;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.kafka.config.KafkaConfiguration;
import io.tidemark.driver.settings.SettingValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Configurations for tests. */
public final class KafkaConfigurations {
  private KafkaConfigurations() {}

  /** The configuration of a file's text, which must be without problems. */
  public static KafkaConfiguration of(String yaml) throws IOException {
    Path file = Files.createTempFile("kafka", ".yaml");
    try {
      Files.writeString(file, yaml);
      SettingValues values =
          SettingValues.of(
              "Kafka driver file",
              file.toFile(),
              from -> new YAMLMapper().readValue(from, Map.class));
      KafkaConfiguration read = KafkaConfiguration.of(values);
      values.requireNoProblems();
      return read;
    } finally {
      Files.delete(file);
    }
  }
}
