package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.base.brokers.BrokerOptions;
import io.tidemark.driver.settings.Setting;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of local brokers names each placeholder that is declared. */
class LocalBrokersPageTest {
  private static final String PAGE = Checkout.text(Path.of("docs/reference/local-brokers.md"));

  @Test
  void thePlaceholdersOfEachKindAreOnThePage() {
    assertNamed(BrokerKind.TLS_PLACEHOLDERS);
    for (BrokerKind kind : BrokerKind.values()) {
      assertNamed(List.of(kind.key()));
      assertNamed(kind.placeholders());
      for (Setting option : BrokerOptions.of(kind)) {
        assertNamed(kind.placeholders(option.path()));
      }
    }
  }

  private static void assertNamed(List<String> names) {
    assertThat(names).allSatisfy(name -> assertThat(PAGE).contains("`" + name + "`"));
  }
}
