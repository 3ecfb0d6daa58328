package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.base.brokers.BrokerOptions;
import io.tidemark.driver.Setting;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of local brokers lists the options that are declared. */
class LocalBrokersPageTest {
  private static final String PAGE = Checkout.text(Path.of("docs/reference/local-brokers.md"));

  @Test
  void theRowOfEachKindNamesItsOptionsVersionsAndDefaults() {
    for (BrokerKind kind : BrokerKind.values()) {
      String row = row(kind);
      kind.versions().forEach(version -> assertThat(row).contains(version));
      for (Setting option : BrokerOptions.of(kind)) {
        if (isOfAll(option)) {
          assertThat(PAGE).contains("`" + option.path() + "`");
        } else {
          assertThat(row).contains("`" + option.path() + "`");
          option
              .defaultValue()
              .filter(value -> !List.of("true", "false").contains(value))
              .ifPresent(value -> assertThat(row).contains("(" + value + ")"));
        }
      }
    }
  }

  private static String row(BrokerKind kind) {
    return PAGE.lines()
        .filter(line -> line.startsWith("| `" + kind.key()))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isOfAll(Setting option) {
    return List.of(BrokerKind.values()).stream()
        .allMatch(kind -> BrokerOptions.of(kind).contains(option));
  }
}
