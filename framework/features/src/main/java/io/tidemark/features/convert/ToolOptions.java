package io.tidemark.features.convert;

import io.tidemark.base.UsageException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final Pattern SIZE = Pattern.compile("(\\d+)(|kb|mb|gb|tb)");
  private static final List<String> UNITS = List.of("", "kb", "mb", "gb", "tb");

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
    Map<String, List<String>> variables = new LinkedHashMap<>();
    launched.environment().forEach((name, value) -> addVariable(name, value, variables));
    try {
      String[] line = launched.words().toArray(String[]::new);
      return new Given(new CommandLine(spec).parseArgs(line), variables);
    } catch (ParameterException e) {
      throw new UsageException(tool + ": " + e.getMessage());
    }
  }

  /** In RabbitMQ's tools a variable replaces the option: QUEUE_ARGS is --queue-args. */
  private void addVariable(String name, String value, Map<String, List<String>> variables) {
    OptionSpec known = spec.findOption("--" + name.toLowerCase(Locale.ROOT).replace('_', '-'));
    if (known != null) {
      boolean several = known.arity().max() > 1;
      variables.put(name(known), several ? List.of(value.split(",")) : List.of(value));
    }
  }

  List<OptionSpec> all() {
    return spec.options();
  }

  /** Why an option has no counterpart; empty if it has one. */
  String reason(String option) {
    return reasons.getOrDefault(option, "");
  }

  private boolean isSwitch(String option) {
    return spec.findOption(option).arity().max() == 0;
  }

  private static String name(OptionSpec option) {
    return option.names()[0];
  }

  /** The options that a command line has. */
  final class Given {
    private final ParseResult parsed;
    private final Map<String, List<String>> variables;
    private final Set<String> used = new HashSet<>();

    private Given(ParseResult parsed, Map<String, List<String>> variables) {
      this.parsed = parsed;
      this.variables = variables;
    }

    boolean has(String option) {
      used.add(option);
      List<String> variable = variables.get(option);
      return variable == null
          ? parsed.hasMatchedOption(option)
          : !isSwitch(option) || variable.equals(List.of("true"));
    }

    /** Whether a switch is on: {@code -tx}, {@code -tx true}. */
    boolean on(String option) {
      return text(option).filter(value -> !value.equals("false")).isPresent();
    }

    /** All values, in order. */
    List<String> all(String option) {
      used.add(option);
      List<String> variable = variables.get(option);
      return variable == null ? parsed.matchedOptionValue(option, List.of()) : variable;
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
      return parsed(option, text -> new BigDecimal(text).doubleValue(), "a number");
    }

    /**
     * {@code 500mb}: 500 million bytes in RabbitMQ's tools.
     *
     * @throws UsageException if it is not a size
     */
    Optional<Long> bytes(String option) {
      return parsed(
          option,
          text -> {
            Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
            if (!size.matches()) {
              throw new NumberFormatException();
            }
            long bytes = Long.parseLong(size.group(1));
            for (int i = UNITS.indexOf(size.group(2)); i > 0; i--) {
              bytes = Math.multiplyExact(bytes, 1_000L);
            }
            return bytes;
          },
          "bytes, or a number with kb, mb, gb or tb");
    }

    private <T> Optional<T> parsed(String option, Function<String, T> parser, String allowed) {
      return text(option)
          .map(
              text -> {
                try {
                  return parser.apply(text);
                } catch (NumberFormatException | ArithmeticException e) {
                  throw wrong(option, text, allowed);
                }
              });
    }

    /**
     * {@code name=value}, one or more in each value.
     *
     * @throws UsageException if a part has no equals sign
     */
    Map<String, String> properties(String option) {
      Map<String, String> properties = new LinkedHashMap<>();
      for (String property : all(option)) {
        int equals = property.indexOf('=');
        if (equals < 1) {
          throw wrong(option, property, "key=value");
        }
        properties.put(property.substring(0, equals), property.substring(equals + 1));
      }
      return properties;
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
      return Stream.concat(
              parsed.matchedOptions().stream().map(ToolOptions::name), variables.keySet().stream())
          .distinct()
          .filter(name -> !used.contains(name))
          .toList();
    }
  }
}
