package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.documentation.Span.Kind;
import io.tidemark.model.driverfile.PrometheusTarget;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Reports compare brokers by the names of their metrics. */
class TelemetryNamesTest {
  private static final DocumentPage PAGE = Checkout.page("docs/how-to/telemetry.md");

  @Test
  void driverFilesUseTheNamesThatTheDocumentationDefines() {
    Set<String> used = new TreeSet<>();
    Checkout.files(path -> path.matches("driver-[^/]+/[^/]+\\.yaml"))
        .flatMap(file -> PrometheusTarget.of(Checkout.text(file)).stream())
        .forEach(target -> used.addAll(target.metrics().values()));
    assertThat(used).hasSizeGreaterThanOrEqualTo(10);
    assertThat(defined()).containsAll(used);
  }

  @Test
  void examplesUseTheNamesThatTheirPageDefines() {
    Set<String> used = new TreeSet<>();
    PAGE.blocks().stream()
        .filter(block -> block.language().equals("yaml"))
        .flatMap(block -> PrometheusTarget.of(String.join("\n", block.lines())).stream())
        .forEach(target -> used.addAll(target.metrics().values()));
    assertThat(used).hasSizeGreaterThanOrEqualTo(10);
    assertThat(defined()).containsAll(used);
  }

  private static Set<String> defined() {
    return PAGE.spans().stream()
        .filter(span -> span.kind() == Kind.CODE)
        .map(Span::text)
        .collect(Collectors.toSet());
  }
}
