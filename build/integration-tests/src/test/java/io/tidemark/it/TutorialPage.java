package io.tidemark.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a reader of {@code docs/tutorial.md} does: files to write, and commands with their output.
 */
final class TutorialPage {
  private static final Pattern FILE =
      Pattern.compile("(?s)```yaml\\n# ([\\w-]+\\.yaml)\\n(.*?)```");
  private static final Pattern BLOCK = Pattern.compile("(?s)```\\n(\\$ .*?)```");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?\\d[\\d,.]*(?:-\\d+)*(?: ?(?:ns|us|ms|s|kB|MB|GB)\\b)?");

  private final String text;

  TutorialPage(Path page) throws IOException {
    text = Files.readString(page);
  }

  /** A file of the page. */
  record PageFile(String name, String content) {}

  List<PageFile> files() {
    return FILE.matcher(text)
        .results()
        .map(found -> new PageFile(found.group(1), found.group(2)))
        .toList();
  }

  /**
   * A command of the page.
   *
   * @param words of it, without {@code bin/}
   * @param output lines as the page has them: {@code ...} stands for any lines, or at the end of a
   *     line for any text
   */
  record PageCommand(List<String> words, List<String> output) {
    boolean matches(String printed) {
      return pattern().matcher(masked(printed) + "\n").matches();
    }

    private Pattern pattern() {
      return Pattern.compile(
          output.stream().map(PageCommand::line).collect(Collectors.joining()) + "\\n*");
    }

    private static String line(String line) {
      if (line.equals("...")) {
        return "(?:.*+\\n)*?";
      }
      String known = masked(line.replaceFirst(" \\.\\.\\.$", ""));
      return Pattern.quote(known) + (line.endsWith(" ...") ? ".*+\\n" : "\\n");
    }

    /** Numbers, the widths of columns, and what else the machine does differ in each run. */
    static String masked(String text) {
      return NUMBER
          .matcher(text.replace(", disturbed", ""))
          .replaceAll("#")
          .replaceAll("(?m)(?<=\\S) +", " ")
          .replaceAll("(?m)^(?: *- ?)?-{9,}$", "-")
          .replaceAll("(?m)[ \\t]+$", "");
    }
  }

  List<PageCommand> commands() {
    List<PageCommand> commands = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      for (String line : block.group(1).split("\n")) {
        if (line.startsWith("$ bin/")) {
          commands.add(new PageCommand(List.of(line.substring(6).split(" ")), new ArrayList<>()));
        } else {
          commands.get(commands.size() - 1).output().add(line);
        }
      }
    }
    return commands;
  }
}
