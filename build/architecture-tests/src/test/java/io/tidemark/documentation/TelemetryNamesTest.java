package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.documentation.Span.Kind;
import io.tidemark.model.driverfile.PrometheusTarget;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reports compare brokers by the names of their metrics. */
class TelemetryNamesTest {
  private static final DocumentPage PAGE = Checkout.page("docs/how-to/telemetry.md");

  @Test
  void driverFilesUseTheNamesThatTheDocumentationDefines() {
    assertDefined(Checkout.driverFiles().stream().map(Checkout::text));
  }

  @Test
  void examplesUseTheNamesThatTheirPageDefines() {
    assertDefined(
        PAGE.blocks().stream()
            .filter(block -> block.language().equals("yaml"))
            .map(block -> String.join("\n", block.lines())));
  }

  private static void assertDefined(Stream<String> files) {
    Set<String> used =
        files
            .flatMap(text -> PrometheusTarget.of(text).stream())
            .flatMap(target -> target.metrics().values().stream())
            .collect(Collectors.toSet());
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
