package io.tidemark.documentation;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.cli.Benchmark;
import io.tidemark.cli.WorkerCommand;
import io.tidemark.cli.WorkloadGeneratorCommand;
import io.tidemark.cli.brokers.BrokersCommand;
import io.tidemark.features.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The commands in {@code bin/} that Java reads the arguments of. */
final class Commands {
  private static final Map<String, Supplier<Object>> ALL =
      Map.of(
          "benchmark",
          () -> new Benchmark(Features.ALL).commandLine().getCommandSpec(),
          "benchmark-worker",
          WorkerCommand::new,
          "brokers",
          () -> new BrokersCommand(LocalBrokersHome.discover()),
          "workload-generator",
          WorkloadGeneratorCommand::new);

  private Commands() {}

  static Set<String> names() {
    return ALL.keySet();
  }

  static CommandLine named(String name) {
    return new CommandLine(ALL.get(name).get()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** Options of all commands and their subcommands. */
  static List<OptionSpec> options() {
    List<OptionSpec> options = new ArrayList<>();
    names().forEach(name -> collect(named(name).getCommandSpec(), options));
    return options;
  }

  private static void collect(CommandSpec command, List<OptionSpec> options) {
    options.addAll(command.options());
    command.subcommands().values().forEach(each -> collect(each.getCommandSpec(), options));
  }

  static Set<String> optionNames() {
    Set<String> names = new TreeSet<>();
    options().forEach(option -> names.addAll(List.of(option.names())));
    return names;
  }
}
