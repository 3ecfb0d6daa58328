package io.tidemark.cli;

import io.tidemark.cli.options.RunsOption;
import io.tidemark.cli.options.WatchOptions;
import io.tidemark.cli.stored.CompareCommand;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The subcommands of {@code bin/benchmark}: those that the arguments name, and of the others only
 * what the help shows. To read the options of all commands takes longer than a short command.
 */
final class Subcommands implements IFactory {
  /** Commands that list the options of all commands. */
  private static final Set<String> OF_ALL = Set.of("generate-completion", "explain");

  private final List<Feature> features;
  private final Predicate<String> whole;

  private Subcommands(List<Feature> features, Predicate<String> whole) {
    this.features = features;
    this.whole = whole;
  }

  /** Each with its options. */
  static Subcommands all(List<Feature> features) {
    return new Subcommands(features, name -> true);
  }

  /** A file of arguments may name any. */
  static Subcommands askedBy(List<Feature> features, String... arguments) {
    List<String> words = List.of(arguments);
    boolean any = words.stream().anyMatch(word -> OF_ALL.contains(word) || word.startsWith("@"));
    return any ? all(features) : new Subcommands(features, words::contains);
  }

  /** {@code bin/benchmark} with them. */
  CommandSpec benchmark() {
    CommandSpec spec = whole(BenchmarkCommand.class);
    Stream.of(
            BenchmarkCommand.SUBCOMMANDS.stream(),
            all(Feature::commands).stream(),
            Stream.of(AutoComplete.GenerateCompletion.class))
        .flatMap(commands -> commands)
        .forEach(
            each -> {
              Command declared = each.getAnnotation(Command.class);
              String name = declared.name();
              spec.addSubcommand(name, whole.test(name) ? whole(each) : outline(declared));
            });
    return spec;
  }

  private CommandSpec whole(Class<?> command) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(command, this);
    for (CommandSpec mixin : List.copyOf(spec.mixins().values())) {
      if (mixin.userObject() instanceof WatchOptions watch) {
        addOptions(spec, watch.options());
      }
    }
    if (spec.userObject() instanceof CompareCommand compare) {
      addOptions(spec, compare.options());
    }
    return spec;
  }

  private void addOptions(CommandSpec spec, List<?> options) {
    options.forEach(
        each ->
            spec.addMixin(each.getClass().getName(), CommandSpec.forAnnotatedObject(each, this)));
  }

  private static CommandSpec outline(Command command) {
    CommandSpec spec = CommandSpec.create().name(command.name());
    spec.usageMessage().header(command.header()).description(command.description());
    return spec;
  }

  /** Those that features take part in are given what is theirs. */
  @Override
  public <K> K create(Class<K> made) throws Exception {
    if (made == RunsOption.class) {
      return made.cast(new RunsOption(all(Feature::hooks)));
    }
    if (made == WatchOptions.class) {
      return made.cast(
          new WatchOptions(all(Feature::options).stream().map(Supplier::get).toList()));
    }
    if (made == CompareCommand.class) {
      return made.cast(
          new CompareCommand(all(Feature::compareOptions).stream().map(Supplier::get).toList()));
    }
    if (made == ExplainCommand.class) {
      return made.cast(new ExplainCommand(all(Feature::chapters)));
    }
    return CommandLine.defaultFactory().create(made);
  }

  private <T> List<T> all(Function<Feature, List<T>> hooks) {
    return features.stream().flatMap(each -> hooks.apply(each).stream()).toList();
  }
}
