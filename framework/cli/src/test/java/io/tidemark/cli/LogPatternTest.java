package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.tidemark.runs.run.RunLog;
import java.io.IOException;
import java.io.InputStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Logs contain no secrets from any source. */
class LogPatternTest {

  static Stream<String> patterns() throws Exception {
    try (InputStream in = LogPatternTest.class.getResourceAsStream("/logback-worker.xml")) {
      String ofWorkers =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(in)
              .getElementsByTagName("pattern")
              .item(0)
              .getTextContent();
      return Stream.of(RunLog.PATTERN, ofWorkers);
    }
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void masksPasswordsTokensAndUsersOfAddresses(String pattern) throws IOException {
    String line =
        line(
            pattern,
            "sasl password=hunter2, ssl.key.password: \"hunter2\" for amqp://me:hunter2@host:1/v;"
                + " Token=hunter2 done");
    assertThat(line)
        .doesNotContain("hunter2")
        .contains("password=***", "amqp://***@host:1/v", "done");
    assertThat(line(pattern, "ordinary: 3 tokens of broker:9092"))
        .contains("ordinary: 3 tokens of broker:9092");
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void alsoInWhatAnExceptionSays(String pattern) {
    LoggerContext context = new LoggerContext();
    String line =
        format(
            pattern,
            context,
            new LoggingEvent(
                "x",
                context.getLogger("x"),
                Level.ERROR,
                "prepare failed",
                new IllegalStateException("password=hunter2"),
                new Object[0]));
    assertThat(line).contains("prepare failed", "IllegalStateException").doesNotContain("hunter2");
  }

  private static String line(String pattern, String message) {
    LoggerContext context = new LoggerContext();
    return format(
        pattern,
        context,
        new LoggingEvent("x", context.getLogger("x"), Level.INFO, message, null, new Object[0]));
  }

  private static String format(String pattern, LoggerContext context, LoggingEvent event) {
    PatternLayout layout = new PatternLayout();
    layout.setContext(context);
    layout.setPattern(pattern);
    layout.start();
    return layout.doLayout(event);
  }
}
