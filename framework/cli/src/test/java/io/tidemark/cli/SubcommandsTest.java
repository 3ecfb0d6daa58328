package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class SubcommandsTest {
  static Iterable<String> commands() {
    return new Benchmark(List.of()).commandLine().getSubcommands().keySet();
  }

  private static CommandLine asked(String... arguments) {
    return Benchmark.commandLine(Subcommands.askedBy(List.of(), arguments));
  }

  private static int options(CommandLine line, String command) {
    return line.getSubcommands().get(command).getCommandSpec().options().size();
  }

  @Test
  void theHelpOfBenchmarkIsTheSame() {
    assertThat(asked("--help").getUsageMessage())
        .isEqualTo(new Benchmark(List.of()).commandLine().getUsageMessage());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aCommandThatIsNamedHasItsOptionsAndHelp(String command) {
    CommandLine whole = new Benchmark(List.of()).commandLine().getSubcommands().get(command);
    assertThat(asked("--quiet", command, "--help").getSubcommands().get(command).getUsageMessage())
        .isEqualTo(whole.getUsageMessage());
  }

  /** The list of commands shows the first element of each description only. */
  @Test
  void theListOfCommandsHasWholeSentences() {
    Stream.of(new Benchmark(List.of()).commandLine())
        .flatMap(line -> Stream.concat(Stream.of(line), line.getSubcommands().values().stream()))
        .flatMap(line -> line.getSubcommands().values().stream())
        .map(CommandLine::getCommandSpec)
        .filter(command -> !command.name().equals("generate-completion")) // of picocli
        .forEach(
            command ->
                assertThat(command.usageMessage().description()[0])
                    .as(command.name())
                    .endsWith("."));
  }

  @Test
  void commandsThatAreNotNamedHaveNoOptions() {
    assertThat(options(asked("check", "w.yaml"), "compare")).isZero();
    assertThat(options(asked("@arguments"), "compare")).isPositive();
    assertThat(options(asked("generate-completion"), "compare")).isPositive();
  }
}
