package io.tidemark.brokers.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredPlacesTest {
  @TempDir Path home;

  private static ConfiguredPlaces environment(
      Map<String, String> variables, Map<String, String> properties) {
    return new ConfiguredPlaces(variables::get, properties::get);
  }

  @Test
  void namedJarsWinOverTheInstallation() {
    Map<String, String> variables = Map.of("TIDEMARK_HOME", "/opt/tidemark");
    assertThat(
            environment(variables, Map.of("tidemark.kafka.libs", "/jars"))
                .libs(LocalBrokersHome.KAFKA_LIBS_PROPERTY, "brokers/kafka"))
        .hasValue(Path.of("/jars"));
    assertThat(
            environment(variables, Map.of())
                .libs(LocalBrokersHome.KAFKA_LIBS_PROPERTY, "brokers/kafka"))
        .hasValue(Path.of("/opt/tidemark/brokers/kafka"));
    assertThat(
            environment(Map.of(), Map.of())
                .libs(LocalBrokersHome.KAFKA_LIBS_PROPERTY, "brokers/kafka"))
        .isEmpty();
  }

  @Test
  void userFoldersFollowTheVariableThenTheHome() {
    Map<String, String> properties = Map.of("user.home", home.toString());
    assertThat(
            environment(Map.of("XDG_CACHE_HOME", "/c"), properties)
                .userFolder("XDG_CACHE_HOME", ".cache", "cache"))
        .isEqualTo(Path.of("/c/tidemark"));
    assertThat(environment(Map.of(), properties).userFolder("XDG_CACHE_HOME", ".cache", "cache"))
        .isEqualTo(home.resolve(".cache/tidemark"));
  }

  @Test
  void aUserWithoutAHomeGetsATemporaryFolder() {
    Map<String, String> properties =
        Map.of("user.home", "?", "java.io.tmpdir", "/var/t", "user.name", "?");
    assertThat(environment(Map.of(), properties).userFolder("XDG_CACHE_HOME", ".cache", "cache"))
        .isEqualTo(Path.of("/var/t/tidemark-/cache"));
  }
}
