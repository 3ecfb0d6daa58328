package io.tidemark.driver.rabbitmq;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.SettingValues;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The values of a RabbitMQ driver's file, broker addresses among them. */
public final class ConfigurationTree extends SettingValues {
  private static final String WHAT = "RabbitMQ driver file";

  public ConfigurationTree(Map<?, ?> root) {
    super(WHAT, root);
  }

  /** Reads a file. */
  public static ConfigurationTree read(File file) throws IOException {
    try {
      Map<?, ?> tree = new YAMLMapper().readValue(file, Map.class);
      return new ConfigurationTree(tree == null ? Map.of() : tree);
    } catch (JsonProcessingException e) {
      throw new IOException(WHAT + " is not YAML: " + e.getOriginalMessage(), e);
    }
  }

  /** Addresses of that scheme or of its TLS variant. */
  public List<BrokerUri> uris(String path, String plainScheme) {
    List<BrokerUri> uris = new ArrayList<>();
    List<String> texts = texts(path);
    for (int i = 0; i < texts.size(); i++) {
      try {
        uris.addAll(BrokerUri.parseAll(List.of(texts.get(i)), plainScheme));
      } catch (IllegalArgumentException e) {
        problem(path + "[" + i + "]", e.getMessage());
      }
    }
    return List.copyOf(uris);
  }

  /** As {@link #uris}; addresses without a login get that of the first of {@code logins}. */
  public List<BrokerUri> uris(String path, String plainScheme, List<BrokerUri> logins) {
    boolean withLogin = texts(path).stream().anyMatch(text -> text.contains("@"));
    List<BrokerUri> found = uris(path, plainScheme);
    return withLogin || logins.isEmpty()
        ? found
        : found.stream().map(uri -> uri.withLoginOf(logins.get(0))).toList();
  }
}
