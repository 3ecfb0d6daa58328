package io.tidemark.driver.ibmmq;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.SettingValues;
import java.io.File;
import java.io.IOException;
import java.util.Map;

/** The values of an IBM MQ driver's file. */
final class SettingsTree extends SettingValues {
  private static final String WHAT = "IBM MQ driver file";

  SettingsTree(Map<?, ?> root) {
    super(WHAT, root);
  }

  /** Reads a file. */
  static SettingsTree read(File file) throws IOException {
    try {
      Map<?, ?> tree = new YAMLMapper().readValue(file, Map.class);
      return new SettingsTree(tree == null ? Map.of() : tree);
    } catch (JsonProcessingException e) {
      throw new IOException(WHAT + " is not YAML: " + e.getOriginalMessage(), e);
    }
  }
}
