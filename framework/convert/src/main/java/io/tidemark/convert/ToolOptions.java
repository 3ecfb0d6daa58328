package io.tidemark.convert;

import io.tidemark.base.UsageException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The options of a tool, from a table with a line for each: its names, how many values it has in
 * picocli's notation, and after a bar why it has no counterpart.
 */
final class ToolOptions {
  private final String tool;
  private final CommandSpec spec = CommandSpec.create();
  private final Map<String, String> reasons = new LinkedHashMap<>();

  ToolOptions(String tool, String table) {
    this.tool = tool;
    table.lines().forEach(this::add);
  }

  private void add(String line) {
    String[] halves = line.split(" \\| ", 2);
    List<String> words = new ArrayList<>(List.of(halves[0].strip().split(" +")));
    String arity = words.remove(words.size() - 1);
    OptionSpec.Builder option = OptionSpec.builder(words.toArray(String[]::new)).arity(arity);
    spec.addOption(
        arity.equals("0")
            ? option.type(boolean.class).build()
            : option
                .type(List.class)
                .auxiliaryTypes(String.class)
                .fallbackValue(arity.startsWith("0") ? "true" : "")
                .build());
    if (halves.length > 1) {
      reasons.put(words.get(0), halves[1]);
    }
  }

  /**
   * @param words of the command line, with the program's name and what starts it
   * @throws UsageException if an option is unknown or has no value
   */
  Given parse(List<String> words) {
    LaunchedTool launched = LaunchedTool.of(words);
    List<String> options = new ArrayList<>();
    launched.environment().forEach((name, value) -> addVariable(name, value, launched, options));
    options.addAll(launched.words());
    try {
      return new Given(new CommandLine(spec).parseArgs(options.toArray(String[]::new)));
    } catch (ParameterException e) {
      throw new UsageException(tool + ": " + e.getMessage());
    }
  }

  /**
   * RabbitMQ's tools take an option that is not given from a variable: QUEUE_ARGS is --queue-args.
   */
  private void addVariable(String name, String value, LaunchedTool launched, List<String> options) {
    String option = "--" + name.toLowerCase(Locale.ROOT).replace('_', '-');
    OptionSpec known = spec.findOption(option);
    if (known == null
        || launched.words().stream()
            .map(word -> word.replaceFirst("=.*", ""))
            .anyMatch(List.of(known.names())::contains)) {
      return;
    }
    if (known.arity().max() > 0) {
      options.add(option + "=" + value);
    } else if (value.equals("true")) {
      options.add(option);
    }
  }

  List<OptionSpec> all() {
    return spec.options();
  }

  private static String name(OptionSpec option) {
    return option.names()[0];
  }

  /** The options that a command line has. */
  final class Given {
    private final ParseResult parsed;
    private final Set<String> used = new HashSet<>();

    private Given(ParseResult parsed) {
      this.parsed = parsed;
    }

    boolean has(String option) {
      used.add(option);
      return parsed.hasMatchedOption(option);
    }

    /** Whether a switch is on: {@code -tx}, {@code -tx true}. */
    boolean on(String option) {
      return text(option).filter(value -> !value.equalsIgnoreCase("false")).isPresent();
    }

    /** All values, in order. */
    List<String> all(String option) {
      used.add(option);
      return parsed.matchedOptionValue(option, List.of());
    }

    /** The last value. */
    Optional<String> text(String option) {
      List<String> all = all(option);
      return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    /** The last value of the first of these options that has one. */
    Optional<String> firstOf(String... options) {
      return Stream.of(options).flatMap(option -> text(option).stream()).findFirst();
    }

    /**
     * @throws UsageException if it is not given
     */
    String required(String option) {
      return text(option).orElseThrow(() -> missing(option));
    }

    UsageException missing(String option) {
      return new UsageException("%s: %s is missing".formatted(tool, option));
    }

    /**
     * @throws UsageException if it is not a whole number
     */
    Optional<Long> number(String option) {
      return parsed(option, Long::valueOf, "a whole number");
    }

    long number(String option, long orElse) {
      return number(option).orElse(orElse);
    }

    /**
     * @throws UsageException if it is not a number
     */
    Optional<Double> decimal(String option) {
      return parsed(option, Double::valueOf, "a number");
    }

    private <T> Optional<T> parsed(String option, Function<String, T> parser, String allowed) {
      return text(option)
          .map(
              text -> {
                try {
                  return parser.apply(text);
                } catch (NumberFormatException e) {
                  throw wrong(option, text, allowed);
                }
              });
    }

    /**
     * {@code a=1,b=2}, of all occurrences.
     *
     * @throws UsageException if a part has no equals sign
     */
    Map<String, Object> pairs(String option, String separator) {
      Map<String, Object> pairs = new LinkedHashMap<>();
      for (String value : all(option)) {
        for (String pair : value.split(separator)) {
          int equals = pair.indexOf('=');
          if (equals < 1) {
            throw wrong(option, pair, "key=value");
          }
          pairs.put(pair.substring(0, equals).strip(), scalar(pair.substring(equals + 1).strip()));
        }
      }
      return pairs;
    }

    UsageException wrong(String option, String got, String allowed) {
      return new UsageException(
          "%s: %s: got '%s'; allowed %s".formatted(tool, option, got, allowed));
    }

    /** The given options that have no counterpart, with the reason. */
    Map<String, String> withoutCounterpart() {
      Map<String, String> found = new LinkedHashMap<>();
      reasons.forEach(
          (option, reason) -> {
            if (has(option)) {
              found.put(option, reason);
            }
          });
      return found;
    }

    /** The given options for whose values nothing has asked. */
    List<String> unused() {
      return parsed.matchedOptions().stream()
          .map(ToolOptions::name)
          .filter(name -> !used.contains(name))
          .toList();
    }
  }

  private static Object scalar(String text) {
    return text.matches("-?[0-9]{1,18}") ? (Object) Long.valueOf(text) : text;
  }
}
