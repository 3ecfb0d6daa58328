package io.tidemark.cli;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The subcommands of {@code bin/benchmark}: those that the arguments name, and of the others only
 * what the help shows. To read the options of all commands takes longer than a short command.
 */
final class Subcommands {
  /** Each with its options. */
  static final Subcommands ALL = new Subcommands(name -> true);

  /** Commands that list the options of all commands. */
  private static final Set<String> OF_ALL = Set.of("generate-completion", "explain");

  private final Predicate<String> whole;

  private Subcommands(Predicate<String> whole) {
    this.whole = whole;
  }

  /** A file of arguments may name any. */
  static Subcommands askedBy(String... arguments) {
    List<String> words = List.of(arguments);
    boolean any = words.stream().anyMatch(word -> OF_ALL.contains(word) || word.startsWith("@"));
    return any ? ALL : new Subcommands(words::contains);
  }

  CommandSpec addedTo(BenchmarkCommand benchmark) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(benchmark);
    for (Class<?> each : BenchmarkCommand.SUBCOMMANDS) {
      Command declared = each.getAnnotation(Command.class);
      String name = declared.name();
      spec.addSubcommand(
          name, whole.test(name) ? CommandSpec.forAnnotatedObject(each) : outline(declared));
    }
    return spec;
  }

  private static CommandSpec outline(Command command) {
    CommandSpec spec = CommandSpec.create().name(command.name());
    spec.usageMessage().header(command.header()).description(command.description());
    return spec;
  }
}
