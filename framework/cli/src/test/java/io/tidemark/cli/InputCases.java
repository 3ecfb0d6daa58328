package io.tidemark.cli;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.workload.WorkloadKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Wrong inputs as data: those of {@code inputs/*.txt}, and three for each documented key. */
public final class InputCases {
  public static final String BASE =
      """
      topics: 1
      messageSize: 100
      subscriptionsPerTopic: 1
      producersPerTopic: 1
      consumerPerSubscription: 1
      producerRate: 100
      testDuration: 2s
      """;
  private static final String REQUESTS =
      """
      messageSize: 100
      pattern: request-reply
      testDuration: 2s
      warmupDuration: 1s
      """;
  public static final String DRIVER =
      """
      name: inmemory
      driverClass: io.tidemark.driver.inmemory.InMemoryBenchmarkDriver
      """;
  private static final Set<String> OF_REQUESTS =
      Set.of(
          "requesters",
          "responders",
          "pairs",
          "replySize",
          "requestsInFlight",
          "replyTimeout",
          "requesterStartDelay",
          "requestReply");

  /** Keys of the base that a section cannot be combined with. */
  private static final Map<String, List<String>> INSTEAD_OF =
      Map.of(
          "messageSizeDistribution", List.of("messageSize"),
          "rateCurve", List.of("producerRate"),
          "replay", List.of("producerRate", "messageSize"));

  /** What sections must have. */
  private static final Map<String, List<String>> REQUIRED =
      Map.of(
          "bursts", List.of("on: 1s", "off: 1s"),
          "replay", List.of("trace: trace.gz"),
          "consumerProcessingTime.slow", List.of("oneIn: 2", "takes: 1s"));

  private static final Pattern REPEATED = Pattern.compile("\\{\\{(\\d+) (.*?)}}");

  /**
   * A wrong file.
   *
   * @param workload whether it is a workload, not a driver file
   * @param line of the only problem; 0: the file cannot be read
   * @param key of the problem; empty: of the file as a whole
   * @param says part of the message
   */
  public record WrongFile(
      String name, boolean workload, int line, String key, String says, String text) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** A wrong command line, with its words. */
  public record WrongCommand(int exitCode, String says, String line) {
    @Override
    public String toString() {
      return line;
    }
  }

  private InputCases() {}

  public static String resource(String name) {
    try (InputStream in = InputCases.class.getResourceAsStream("/inputs/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those of the core. */
  public static Stream<WrongCommand> commands() {
    return commands(resource("commands.txt"));
  }

  /** Those of a text: exit code, part of the message, words. */
  public static Stream<WrongCommand> commands(String text) {
    return text.lines()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .map(line -> line.split(" \\| ", 3))
        .map(part -> new WrongCommand(Integer.parseInt(part[0]), part[1], part[2]));
  }

  public static Stream<WrongFile> files() {
    return files(resource("files.txt"));
  }

  /** Those of a text: a line with name, line, key and part of the message, then the file. */
  public static Stream<WrongFile> files(String text) {
    return Stream.of(text.split("(?m)^== "))
        .skip(1)
        .map(
            each -> {
              String[] head = each.lines().findFirst().orElseThrow().split("\\|", 4);
              String body = each.substring(each.indexOf('\n') + 1).replaceAll("(?m)^# .*\n", "");
              return new WrongFile(
                  head[0].strip(),
                  head[0].startsWith("w "),
                  Integer.parseInt(head[1].strip()),
                  head[2].strip(),
                  head[3].strip(),
                  expanded(body));
            });
  }

  /** With the bases and the repetitions written out. */
  private static String expanded(String body) {
    String[] lines = body.stripTrailing().split("\n", -1);
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      String[] parts = line.split("-", -1);
      text.append(
          switch (parts[0]) {
            case "+base" -> without(BASE, List.of(parts));
            case "+requests" -> REQUESTS;
            case "+driver" -> DRIVER;
            default -> line + "\n";
          });
    }
    return REPEATED
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(found.group(2).repeat(Integer.parseInt(found.group(1)))));
  }

  private static String without(String base, List<String> keys) {
    return base.lines()
        .filter(line -> !keys.contains(line.substring(0, line.indexOf(':'))))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  /** Each documented key of a workload mistyped, of a wrong type, and out of its range. */
  public static Stream<WrongFile> documentedKeys() {
    return WorkloadKeys.rules().stream()
        .filter(rule -> !rule.path().endsWith("[]"))
        .flatMap(
            rule ->
                Stream.of(mistyped(rule), wrongType(rule), tooSmall(rule), tooLarge(rule))
                    .flatMap(Optional::stream));
  }

  private static Optional<WrongFile> mistyped(Setting rule) {
    String key = lastOf(rule.path());
    String wrong = key.substring(0, 1) + key.charAt(0) + key.substring(1); // "ttopics"
    return key.length() < 4
        ? Optional.empty()
        : Optional.of(
            file(rule, wrong, "1", "unknown key", parentOf(rule.path()) + wrong, "mistyped "));
  }

  private static Optional<WrongFile> wrongType(Setting rule) {
    boolean takesMaps =
        rule.types().stream().anyMatch(f -> List.of(Type.SECTION, Type.MAP, Type.ANY).contains(f));
    boolean takesLists = rule.types().contains(Type.LIST);
    String value = !takesMaps ? "{nonsense: 1}" : !takesLists ? "[1, 2]" : "";
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(
            file(
                rule,
                lastOf(rule.path()),
                value,
                "wrong value",
                concrete(rule.path()),
                "type of "));
  }

  private static Optional<WrongFile> tooSmall(Setting rule) {
    return rule.least()
        .map(
            least -> outOfRange(rule, rule.types().get(0) == Type.DURATION ? "-1s" : below(least)));
  }

  private static Optional<WrongFile> tooLarge(Setting rule) {
    return switch (rule.types().isEmpty() ? Type.ANY : rule.types().get(0)) {
      case DURATION -> Optional.of(outOfRange(rule, "366d"));
      case INTEGER, NUMBER, PERCENT, RATE, SIZE ->
          rule.greatest().map(most -> outOfRange(rule, String.format("%.0f", most * 2 + 1)));
      default -> Optional.empty();
    };
  }

  private static String below(double least) {
    return least == 0 ? "-1" : String.format("%.0f", least - 1 - Math.abs(least));
  }

  private static WrongFile outOfRange(Setting rule, String value) {
    return file(
        rule, lastOf(rule.path()), value, "wrong value", concrete(rule.path()), value + " in ");
  }

  private static WrongFile file(
      Setting rule, String key, String value, String says, String path, String name) {
    List<String> parents = new ArrayList<>(List.of(rule.path().split("\\.")));
    String last = parents.remove(parents.size() - 1);
    StringBuilder text = new StringBuilder();
    boolean requests = OF_REQUESTS.contains(rule.path());
    String first = parents.isEmpty() ? last : parents.get(0).replace("[]", "");
    List<String> others = parents.isEmpty() ? List.of() : INSTEAD_OF.getOrDefault(first, List.of());
    List<String> own = Stream.concat(Stream.of(first), others.stream()).toList();
    text.append(without(requests ? REQUESTS + "requesters: 1\n" : BASE, own));
    String indent = "";
    for (String parent : parents) {
      text.append(indent).append(parent.replace("[]", "")).append(":\n");
      indent = indent.replace('-', ' ') + (parent.endsWith("[]") ? "  - " : "  ");
    }
    text.append(indent).append(key).append(": ").append(value).append('\n');
    int line = (int) text.toString().lines().count();
    siblings(rule.path(), indent.replace('-', ' '), text);
    for (String required : REQUIRED.getOrDefault(String.join(".", parents), List.of())) {
      if (!required.startsWith(key + ":")) {
        text.append(indent).append(required).append('\n');
      }
    }
    return new WrongFile(name + rule.path(), true, line, path, says, text.toString());
  }

  /** What must stand beside a key. */
  private static void siblings(String path, String indent, StringBuilder text) {
    switch (path.replaceAll(".*\\.", "")) {
      case "from" -> text.append(indent).append("to: 1").append(unitOf(path)).append('\n');
      case "to" -> {
        if (!path.contains("rollingUpgrade")) {
          text.append(indent).append("from: 1").append(unitOf(path)).append('\n');
        }
      }
      case "home" -> {
        if (path.contains("rollingUpgrade")) {
          text.append(indent).append("to: 4.3.1\n");
        }
      }
      case "upTo" -> text.append(indent).append("size: 100\n").append(indent).append("weight: 1\n");
      case "size" -> {
        if (!path.startsWith("headers")) {
          text.append(indent).append("weight: 1\n");
        }
      }
      case "weight" -> text.append(indent).append("size: 100\n");
      case "atLeast" -> text.append(indent).append("metrics: publishRate\n");
      case "poolSize" -> text.append(indent).append("entropy: 0.5\n");
      default -> {}
    }
    boolean step = path.matches(".*\\.(step|every)");
    if (step) {
      text.append(indent).append("from: 1\n").append(indent).append("to: 2\n");
      text.append(indent).append(path.endsWith("step") ? "every: 1s\n" : "step: 1\n");
    }
    if (path.startsWith("phases[].") && !path.endsWith(".duration") && !step) {
      text.append("    duration: 1s\n");
    }
  }

  private static String unitOf(String path) {
    return path.contains("Time") ? "ms" : "";
  }

  private static String lastOf(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  private static String parentOf(String path) {
    return concrete(path.substring(0, path.lastIndexOf('.') + 1));
  }

  private static String concrete(String path) {
    return path.replace("[]", "[0]");
  }
}
