package io.tidemark.model.driverfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.yaml.ConfigurationException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Addresses of {@code telemetry.prometheus}. */
class PrometheusUrlsTest {
  private static List<URI> urls(String text) {
    String file =
        "name: d\ndriverClass: x.Y\ntelemetry:\n  prometheus:\n    - url: '"
            + text
            + "'\n      metrics: {up: nodeUp}\n";
    return PrometheusTarget.of(file).get(0).urls();
  }

  @Test
  void hostsMayHaveAnyName() {
    assertThat(urls("http://rabbit_mq:15692/metrics, HTTPS://b\u00fccher/m?a=1,2"))
        .extracting(URI::toString)
        .containsExactly("http://rabbit_mq:15692/metrics", "HTTPS://b\u00fccher/m?a=1,2");
  }

  @Test
  void aPasswordIsRefusedAndNotPrinted() {
    for (String login : List.of("bob:S3cret@", "bob:7/S3cret@", "bob:#S3cret@")) {
      assertThatThrownBy(() -> urls("http://" + login + "h:1/metrics"))
          .isInstanceOf(ConfigurationException.class)
          .message()
          .doesNotContain("cret", "bob");
    }
  }
}
