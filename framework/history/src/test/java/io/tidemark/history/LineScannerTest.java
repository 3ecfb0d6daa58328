package io.tidemark.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fast reader reads what the reader of JSON reads, or nothing. */
class LineScannerTest {
  private static final String RUN = "{\"v\":1,\"run\":\"a\",";

  private static NewRun run(String id, String version) {
    return new NewRun(
        Nights.key(),
        new HistoryRun(
            id,
            Instant.parse("2026-11-26T02:00:00.123Z"),
            "VALID",
            "results/a b",
            Map.of("broker", version, "jvm", "OpenJDK 17"),
            Map.of("publishRate", 1000.25, "endToEnd.p99", 1.5e7, "consumeRate", 1e-9),
            Map.of()),
        Map.of());
  }

  private static Optional<HistoryLine> scanned(byte[] line) {
    return new LineScanner(line, any -> true).line(0, line.length);
  }

  private static HistoryLine parsed(byte[] line) throws IOException {
    List<HistoryLine> lines = new ArrayList<>();
    new HistoryLineReader(line, any -> true).read(0, line.length, lines::add);
    assertThat(lines).hasSize(1);
    return lines.get(0);
  }

  private static List<byte[]> lines() {
    return (run("one", "4.2").lines() + run("two", "4.2").lines() + run("three", "4.3").lines())
        .lines()
        .map(line -> line.getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void readsLinesAsTheyAreWritten() throws IOException {
    for (byte[] line : lines()) {
      assertThat(scanned(line)).contains(parsed(line));
    }
  }

  @Test
  void linesOfAFileAreReadOneAfterTheOther() throws IOException {
    byte[] all = String.join("", run("one", "4.2").lines(), run("two", "4.3").lines()).getBytes(StandardCharsets.UTF_8);
    LineScanner scanner = new LineScanner(all, "publishRate"::equals);
    List<HistoryLine> found = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < all.length; i++) {
      if (all[i] == '\n') {
        found.add(scanner.line(from, i).orElseThrow());
        from = i + 1;
      }
    }
    assertThat(found).extracting(HistoryLine::run).contains("one", "two").hasSize(6);
    assertThat(found.stream().flatMap(line -> line.values().keySet().stream()))
        .containsOnly("publishRate");
    assertThat(found.stream().filter(HistoryLine::isFacts).map(line -> line.attributes().get("broker")))
        .containsExactly("4.2", "4.3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        RUN + " \"group\":\"g\",\"unit\":\"us\",\"values\":{\"m\":1}}",
        RUN + "\"unit\":\"us\",\"group\":\"g\",\"values\":{\"m\":1}}",
        RUN + "\"group\":\"g\\n\",\"unit\":\"us\",\"values\":{\"m\":1}}",
        RUN + "\"group\":\"g\",\"unit\":\"us\",\"values\":{\"m\":1,}}",
        RUN + "\"group\":\"g\",\"unit\":\"us\",\"values\":{\"m\":1}",
        RUN + "\"group\":\"g\",\"unit\":\"us\",\"values\":{\"m\":\"NaN\"}}",
        RUN + "\"group\":\"g\",\"unit\":\"us\",\"values\":{\"m\":1},\"more\":2}",
        RUN + "\"at\":\"yesterday\",\"status\":\"\",\"source\":\"\",\"attributes\":{}}",
        RUN + "\"group\":\"g\u00e4\",\"unit\":\"us\",\"values\":{\"m\":1}}",
        "{\"v\":2,\"run\":\"a\",\"group\":\"g\",\"unit\":\"us\",\"values\":{\"m\":1}}"
      })
  void leavesOtherLinesToTheReaderOfJson(String line) {
    assertThat(scanned(line.getBytes(StandardCharsets.UTF_8))).isEmpty();
  }

  /** A line with any byte changed is read as JSON is, or not at all. */
  @Test
  void neverReadsWhatJsonIsNot() {
    Random random = new Random(7);
    List<byte[]> lines = lines();
    String characters = "{}[]\",:\\.+-eE019 xZ\t";
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] line = lines.get(random.nextInt(lines.size())).clone();
      for (int k = 0; k <= i % 2; k++) {
        line[random.nextInt(line.length)] =
            (byte) characters.charAt(random.nextInt(characters.length()));
      }
      Optional<HistoryLine> found = scanned(line);
      String text = new String(line, StandardCharsets.UTF_8);
      if (found.isPresent()) {
        read++;
        try {
          assertThat(found.get()).as(text).isEqualTo(parsed(line));
        } catch (IOException | DateTimeException e) {
          throw new AssertionError(text, e);
        }
      }
    }
    assertThat(read).isBetween(1_000, 19_000);
  }
}
