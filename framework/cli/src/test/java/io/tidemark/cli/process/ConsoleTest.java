package io.tidemark.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.text.TerminalStyle;
import io.tidemark.runs.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ConsoleTest {
  private static final Pattern STEP =
      Pattern.compile("\u001b\\[(\\d*)([AKJ])|[\\r\\n]|[^\\r\\n\u001b]+");

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream both = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final Console console = new Console(both, both, true, false);

  /** The lines of a terminal, with what it does with the sequences that the console sends. */
  private List<String> screen() {
    List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
    int row = 0;
    int column = 0;
    Matcher step = STEP.matcher(bytes.toString(StandardCharsets.UTF_8));
    while (step.find()) {
      StringBuilder line = lines.get(row);
      String text = step.group();
      if (text.equals("\n")) {
        row++;
        column = 0;
        if (row == lines.size()) {
          lines.add(new StringBuilder());
        }
      } else if (text.equals("\r")) {
        column = 0;
      } else if (step.group(2) == null) {
        line.replace(column, Math.min(line.length(), column + text.length()), text);
        column += text.length();
      } else if (step.group(2).equals("A")) {
        row -= Integer.parseInt(step.group(1));
      } else {
        line.setLength(Math.min(line.length(), column));
        if (step.group(2).equals("J")) {
          lines.subList(row + 1, lines.size()).clear();
        }
      }
    }
    return lines.stream().map(StringBuilder::toString).toList();
  }

  @Test
  void secretsOfAddressesAreShownOnlyInAFileThatWasAskedFor() {
    Console plain = new Console(both, both, false, false);
    plain.print("a http://u:pw@h/?key=x");
    plain.error("b http://u:pw@h/?key=x");
    plain.printFile("c: http://u:pw@h/?key=x");
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "a http://***@h/?key=***", "b http://***@h/?key=***", "c: http://u:pw@h/?key=x");
  }

  @Test
  void textFromOutsideControlsNoTerminal() {
    String hostile = "a\u001b]0;title\u0007\u001b[2J\u202eb\u2066\rc\u009b1m";
    Console plain = new Console(both, both, false, false);
    for (Console each : List.of(console, plain)) {
      each.print(hostile + "\nnext\tcell");
      each.error(hostile);
      each.note(hostile);
      each.footer(List.of(hostile));
      each.status(hostile);
    }
    String printed = bytes.toString(StandardCharsets.UTF_8);
    assertThat(printed)
        .contains("a\\u001b]0;title\\u0007\\u001b[2J\\u202eb\\u2066\\u000dc\\u009b1m")
        .contains("\nnext\tcell\n")
        .doesNotContain("\u001b]", "\u001b[2J", "\u202e", "\u2066", "\rc", "\u009b", "\u0007");
  }

  @Test
  void coloursComeFromHereOnly() {
    TerminalStyle coloured = new TerminalStyle(true, true);
    String stored = "\u001b[31mbad\u001b[0m \u001b[1;32mgood\u001b[0m";
    assertThat(coloured.printable(coloured.bad("own " + stored)))
        .isEqualTo("\u001b[31mown \\u001b[31mbad\\u001b[0m \\u001b[1;32mgood\\u001b[0m\u001b[0m");
    assertThat(TerminalStyle.PLAIN.printable(coloured.bad("own"))).doesNotContain("\u001b");
  }

  @Test
  void everythingIsPrintedAboveTheFooterAndStays() {
    console.note("one");
    console.footer(List.of("first picture", "of two lines"));
    console.print("two");
    console.footer(List.of("second", "and", "longer"));
    console.error("three");
    assertThat(screen()).containsExactly("one", "two", "three", "second", "and", "longer", "");
    console.footer(List.of("short"));
    assertThat(screen()).containsExactly("one", "two", "three", "short", "");
    console.footer(List.of());
    console.print("four");
    assertThat(screen()).containsExactly("one", "two", "three", "four", "");
  }

  @Test
  void aStatusIsReplacedByTheNextOutput() {
    console.status("downloading 10 %");
    console.status("downloading 9");
    assertThat(screen()).containsExactly("downloading 9", "");
    console.note("downloaded");
    assertThat(screen()).containsExactly("downloaded", "");
  }

  @Test
  void aStatusIsAboveTheFooter() {
    console.footer(List.of("footer"));
    console.status("downloading");
    assertThat(screen()).containsExactly("downloading", "footer", "");
  }

  @Test
  void hasNoFooterWhenQuietOrWithoutATerminal() {
    new Console(both, both, true, true).footer(List.of("no"));
    new Console(both, both, false, false).footer(List.of("no"));
    assertThat(bytes.size()).isZero();
  }

  @Test
  void whatOthersPrintIsPrintedAboveTheFooterLineByLine() {
    console.footer(List.of("footer"));
    ForeignOutput foreign = new ForeignOutput(console);
    System.out.println("a driver's line");
    System.err.print("without an end");
    assertThat(screen()).containsExactly("a driver's line", "footer", "");
    foreign.close();
    assertThat(screen()).containsExactly("a driver's line", "without an end", "footer", "");
  }
}
