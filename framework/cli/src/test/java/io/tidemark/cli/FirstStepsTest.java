package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code bin/benchmark} without arguments. */
class FirstStepsTest {
  private static final Path ROOT = Path.of("../..");
  private static final Pattern COMMAND = Pattern.compile("(?m)^ +\\d +bin/benchmark (.+)$");
  private static final Pattern FILE = Pattern.compile("[\\w./-]+\\.(?:yaml|md)");

  private final CommandRun run = CommandRun.of();

  @Test
  void showsTheThreeFirstStepsAndIsAUsageError() {
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.printed()).containsSubsequence("  1  ", "  2  ", "  3  ", "--help");
  }

  @Test
  void itsCommandsAreTakenAndItsFilesExist() {
    List<String> commands = found(COMMAND).map(command -> command.group(1)).toList();
    assertThat(commands).hasSize(2);
    commands.forEach(
        command -> new Benchmark(List.of()).commandLine().parseArgs(command.split(" ")));
    assertThat(found(FILE).map(MatchResult::group).map(ROOT::resolve))
        .hasSize(3)
        .allMatch(Files::exists);
  }

  private Stream<MatchResult> found(Pattern pattern) {
    return pattern.matcher(run.printed()).results();
  }
}
