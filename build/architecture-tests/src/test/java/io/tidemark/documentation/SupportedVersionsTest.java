package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The versions that the page calls tested are those of the build. */
class SupportedVersionsTest {
  private static final String POM = Checkout.text(Path.of("pom.xml"));
  private static final List<String> TABLE =
      Checkout.page("docs/how-to/install.md").prose().stream()
          .dropWhile(line -> !line.startsWith("## Supported versions"))
          .filter(line -> line.startsWith("|"))
          .toList();

  private static String row(String what) {
    return TABLE.stream()
        .filter(line -> line.startsWith("| " + what + " |"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row " + what));
  }

  private static String property(String name) {
    Matcher value = Pattern.compile("<" + name + ">([^<]+)<").matcher(POM);
    assertThat(value.find()).as(name).isTrue();
    return value.group(1);
  }

  @Test
  void areThoseOfThePom() {
    assertThat(row("Java")).contains("| " + property("maven.compiler.release") + " |");
    assertThat(row("Kafka"))
        .contains(property("kafka.version"))
        .contains(property("strimzi-api.version"));
    assertThat(row("IBM MQ")).contains(property("ibmmq.version"));
    assertThat(row("ActiveMQ Artemis")).contains(property("artemis.version"));
  }

  @Test
  void areTheReleasesOfRabbitMqThatCanBeInstalled() {
    String releases =
        Checkout.text(
            Path.of(
                "local-brokers/control/src/main/java/io/tidemark/brokers/rabbitmq/RabbitMqRelease.java"));
    List<String> prefixes =
        Pattern.compile("new RabbitMqRelease\\(\"[\\d.]+\", \"\\w+\", \"([\\d.]+)\"")
            .matcher(releases)
            .results()
            .map(found -> found.group(1).replaceFirst("\\.$", ""))
            .toList();
    assertThat(prefixes).isNotEmpty();
    assertThat(prefixes).allSatisfy(prefix -> assertThat(row("RabbitMQ")).contains(prefix));
  }
}
