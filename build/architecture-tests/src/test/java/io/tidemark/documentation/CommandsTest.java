package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.documentation.Span.Kind;
import io.tidemark.driver.settings.NearestName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/** Every command line in the documentation is one that our commands take, with all its options. */
class CommandsTest {
  /** The command, and its arguments up to a comment, a pipe or the end of the command. */
  private static final Pattern COMMAND =
      Pattern.compile("(?:^|[\\s(`])bin/([\\w-]+)((?:[^#;&|`]|(?<! )#)*)");

  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]*(?![\\w.])");
  private static final Pattern SCRIPT_OPTION = Pattern.compile("(?m)^ +(?:-\\w, )?(--[a-z-]+)[ =]");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  private final Foreign files = new Foreign("command-files.txt");
  private final Foreign foreign = new Foreign("options.txt");
  private final List<String> wrong = new ArrayList<>();

  @Test
  void everyCommandLineIsTaken() {
    int commands = 0;
    for (Span span : spans().toList()) {
      Matcher matcher = COMMAND.matcher(span.text());
      while (matcher.find()) {
        commands++;
        command(span, matcher.group(1), matcher.group(2).strip());
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(commands).isGreaterThan(30);
    files.assertAllUsed();
  }

  private static Stream<Span> spans() {
    return Checkout.pages().stream()
        .filter(page -> !page.isGenerated())
        .flatMap(page -> page.spans().stream())
        .filter(span -> span.kind() != Kind.LINK);
  }

  private void command(Span span, String name, String arguments) {
    if (!Files.isExecutable(Checkout.ROOT.resolve("bin/" + name)) && !name.equals("lib")) {
      wrong.add(span.at("no command bin/" + name + NearestName.suggestion(name, scripts())));
    } else if (Commands.names().contains(name) && !arguments.isEmpty()) {
      parse(span, name, WORD.matcher(arguments).results().map(CommandsTest::unquoted).toList());
    }
  }

  private static String unquoted(MatchResult word) {
    return Stream.of(1, 2, 3).map(word::group).filter(s -> s != null).findFirst().orElseThrow();
  }

  private static Set<String> scripts() {
    return Checkout.files(path -> path.startsWith("bin/"))
        .map(path -> path.getFileName().toString())
        .collect(Collectors.toSet());
  }

  private void parse(Span span, String name, List<String> words) {
    // Prose goes on after a command in a comment.
    List<String> arguments = words.stream().takeWhile(word -> !word.endsWith(":")).toList();
    try {
      Commands.named(name).parseArgs(arguments.toArray(String[]::new));
    } catch (MissingParameterException e) {
      // Prose names a command without all of its arguments.
      if (span.kind() == Kind.BLOCK && !arguments.contains("...")) {
        wrong.add(span.at("bin/" + name + ": " + e.getMessage()));
      }
    } catch (ParameterException e) {
      wrong.add(span.at("bin/" + name + ": " + e.getMessage()));
    }
    for (String argument : arguments) {
      Arrays.stream(argument.replaceFirst("^-.*=", "").split(",")).forEach(f -> file(span, f));
    }
  }

  private void file(Span span, String file) {
    if (file.matches(".*\\.ya?ml")
        && !Checkout.paths().contains(Path.of(file).normalize().toString())
        && !files.has(file)) {
      wrong.add(span.at("no file " + file + NearestName.suggestion(file, Checkout.paths())));
    }
  }

  @Test
  void everyOptionIsOneOfOurs() {
    Set<String> ours = Commands.optionNames();
    ours.addAll(scriptOptions());
    for (Span span : spans().toList()) {
      Matcher option = OPTION.matcher(span.text());
      while (option.find()) {
        String name = option.group();
        if (!ours.contains(name) && !foreign.has(name)) {
          wrong.add(span.at("no option " + name + NearestName.suggestion(name, ours)));
        }
      }
    }
    assertThat(wrong).isEmpty();
    foreign.assertAllUsed();
  }

  /** Options that the usage of scripts lists. */
  private static Set<String> scriptOptions() {
    return Checkout.files(path -> path.matches("bin/.*|build/release.*"))
        .flatMap(path -> SCRIPT_OPTION.matcher(Checkout.text(path)).results())
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  @Test
  void everyOptionIsExplained() {
    assertThat(Commands.options())
        .allSatisfy(
            option ->
                assertThat(String.join("", option.description()))
                    .as(option.longestName())
                    .isNotBlank());
  }
}
