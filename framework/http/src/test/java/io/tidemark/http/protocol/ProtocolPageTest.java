package io.tidemark.http.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.http.throughput.Transfers;
import io.tidemark.model.worker.Operation.Scope;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** docs/reference/worker-protocol.md names every operation, of its kind, and no other. */
class ProtocolPageTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** How the rows of the page begin to explain each kind. */
  private static final Map<Scope, String> KINDS =
      Map.of(
          Scope.HOST, "no run required",
          Scope.BEGIN, "begins a run",
          Scope.COMMAND, "commands:",
          Scope.QUESTION, "can be repeated at any time",
          Scope.END, "ends the run");

  private final String page = Files.readString(Path.of("../../docs/reference/worker-protocol.md"));

  ProtocolPageTest() throws IOException {}

  @ParameterizedTest
  @EnumSource(Scope.class)
  void namesEveryOperationOfAKind(Scope scope) {
    List<String> rows =
        page.lines().filter(line -> line.contains("| " + KINDS.get(scope))).toList();
    assertThat(rows).hasSize(1);
    List<String> operations =
        Routes.OF_WORKERS.all().stream()
            .filter(route -> route.scope() == scope)
            .map(Route::operation)
            .toList();
    assertThat(codes(rows.get(0).split("\\|")[1])).containsExactlyInAnyOrderElementsOf(operations);
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
