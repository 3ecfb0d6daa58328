package io.tidemark.driver.ibmmq;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.MqConfigurationRules;
import io.tidemark.driver.settings.SettingValues;
import java.io.IOException;
import java.util.Map;

/** Configurations for tests of other packages. */
public final class IbmMqConfigurations {
  private IbmMqConfigurations() {}

  /** The configuration of a file's text, which must be without problems. */
  public static IbmMqConfiguration of(String yaml) throws IOException {
    SettingValues values =
        new SettingValues("IBM MQ driver file", new YAMLMapper().readValue(yaml, Map.class));
    IbmMqConfiguration read = MqConfigurationRules.read(values);
    values.requireNoProblems();
    return read;
  }
}
