package io.tidemark.http.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.http.throughput.Transfers;
import io.tidemark.model.worker.Operation.Scope;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/reference/worker-protocol.md names what the protocol has, and nothing else. */
class ProtocolPageTest {
  private static final Path PAGE = Path.of("../../docs/reference/worker-protocol.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private final String page = Files.readString(PAGE);

  ProtocolPageTest() throws IOException {}

  /** With {@code -Dtidemark.write=true} the page is written anew. */
  @Test
  void thePageOfOperationsIsTheRoutes() throws IOException {
    Path operations = PAGE.resolveSibling("worker-operations.md");
    String made =
        Arrays.stream(Scope.values())
            .map(ProtocolPageTest::row)
            .collect(
                Collectors.joining(
                    "",
                    "<!-- Generated from declarations in the code; -Dtidemark.write=true makes it anew. -->\n"
                        + "# Operations of the worker protocol\n\n"
                        + "| kind | operations |\n|---|---|\n",
                    ""));
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(operations, made);
    }
    assertThat(Files.readString(operations)).isEqualTo(made);
  }

  private static String row(Scope scope) {
    return Routes.OF_WORKERS.all().stream()
        .filter(route -> route.scope() == scope)
        .map(route -> "`" + route.operation() + "`")
        .collect(
            Collectors.joining(", ", "| " + scope.name().toLowerCase(Locale.ROOT) + " | ", " |\n"));
  }

  @Test
  void namesEveryTransferOfBytes() {
    List<String> rows =
        page.lines().filter(line -> line.matches("\\| `[a-z-]*bytes[a-z-]*` \\|.*")).toList();
    assertThat(rows)
        .extracting(row -> codes(row).get(0))
        .containsExactly(Transfers.RECEIVE, Transfers.SEND, Transfers.SEND_TO);
  }

  @Test
  void namesTheVersionAndThePath() {
    assertThat(page)
        .startsWith("# Worker protocol, version " + Protocol.VERSION + "\n")
        .contains("`POST " + Protocol.PREFIX + "<operation>`");
  }

  @Test
  void hasOneProtocolNumber() {
    List<String> numbers =
        Pattern.compile("(?:version, `|protocol version |/v|Protocol version, version )(\\d+)")
            .matcher(page)
            .results()
            .map((MatchResult found) -> found.group(1))
            .distinct()
            .toList();
    assertThat(numbers).containsExactly(String.valueOf(Protocol.VERSION));
  }

  @Test
  void namesEveryHeader() {
    List<String> ours =
        constants(String.class).filter(value -> value.startsWith("Tidemark-")).toList();
    String headers = page.substring(page.indexOf("| header |"), page.indexOf("| operation |"));
    List<String> named =
        codes(headers).stream().filter(name -> name.startsWith("Tidemark-")).toList();
    assertThat(ours).isNotEmpty();
    assertThat(named).containsExactlyInAnyOrderElementsOf(ours);
  }

  @Test
  void namesEveryStatus() {
    List<String> named =
        page.lines()
            .filter(line -> line.matches("\\| \\d{3} \\|.*"))
            .map(line -> line.substring(2, 5))
            .filter(status -> !status.equals("200"))
            .toList();
    List<String> ours =
        constants(int.class).filter(value -> !value.equals("" + Protocol.VERSION)).toList();
    assertThat(named).containsExactlyInAnyOrderElementsOf(ours);
  }

  private static Stream<String> constants(Class<?> type) {
    return Stream.of(Protocol.class.getDeclaredFields())
        .filter(field -> field.getType() == type)
        .map(ProtocolPageTest::value);
  }

  private static String value(Field field) {
    try {
      return String.valueOf(field.get(null));
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> codes(String text) {
    return CODE.matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toList());
  }
}
