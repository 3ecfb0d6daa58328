package io.tidemark.features.profile;

import io.tidemark.features.profile.stack.ErlangUse;
import io.tidemark.features.profile.stack.ErlangUse.Memory;
import io.tidemark.features.profile.stack.ErlangUse.Threads;
import io.tidemark.features.profile.stack.ErlangUse.Work;
import io.tidemark.features.profile.stack.FoldedStacks;
import io.tidemark.features.profile.stack.ProcessProfile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a node of RabbitMQ printed at the end of each profiled time. */
final class ErlangReader {
  private static final String THREAD = "thread";
  private static final String MEMORY = "memory";
  private static final String RELEASE = "release";
  private static final String PROCESSES = "processes";
  private static final Pattern FIGURE =
      Pattern.compile("\\{(\\w+),\\s*(\\w+),\\s*(\\w+),\\s*(-?\\d+)\\}");

  /** Erlang divides a long text into several literals. */
  private static final Pattern PROCESS =
      Pattern.compile("\\{process,\\s*((?:\"[^\"]*\"\\s*)+),\\s*reductions,\\s*(\\d+)\\}");

  /** By kind and state. */
  private final Map<String, Map<String, Long>> micros = new LinkedHashMap<>();

  private final Map<String, Integer> threads = new LinkedHashMap<>();
  private final Map<String, Long> reductions = new LinkedHashMap<>();
  private long allReductions;
  private List<Memory> memory = List.of();
  private String release = "";

  private ErlangReader() {}

  /**
   * The profile of a node.
   *
   * @param printed at the end of each profiled time, in their order
   */
  static ProcessProfile read(List<String> printed, String process, List<String> phases)
      throws IOException {
    ErlangReader reader = new ErlangReader();
    printed.forEach(reader::add);
    List<Threads> threads = new ArrayList<>();
    reader.micros.forEach(
        (kind, states) ->
            threads.add(new Threads(kind, reader.threads.getOrDefault(kind, 0), states)));
    double seconds =
        threads.stream()
            .filter(each -> each.kind().equals(ErlangUse.SCHEDULER))
            .mapToDouble(each -> each.totalMicros() / 1e6 / each.number())
            .findFirst()
            .orElseThrow(() -> new IOException("the node printed no schedulers"));
    return new ProcessProfile(
        ProcessProfile.VERSION,
        process,
        phases,
        "Erlang/OTP " + reader.release,
        seconds,
        0,
        FoldedStacks.NONE,
        FoldedStacks.NONE,
        FoldedStacks.NONE,
        FoldedStacks.NONE,
        List.of(),
        new ErlangUse(threads, reader.memory, reader.work(), reader.allReductions));
  }

  private void add(String printed) {
    Map<String, Integer> counted = new LinkedHashMap<>();
    List<Memory> parts = new ArrayList<>();
    Matcher figure = FIGURE.matcher(printed);
    while (figure.find()) {
      String name = figure.group(2);
      long value = Long.parseLong(figure.group(4));
      switch (figure.group(1)) {
        case THREAD -> {
          micros
              .computeIfAbsent(name, any -> new TreeMap<>())
              .merge(figure.group(3), value, Long::sum);
          if (figure.group(3).equals(ErlangUse.SLEEP)) {
            counted.merge(name, 1, Integer::sum);
          }
        }
        case MEMORY -> parts.add(new Memory(name, value));
        case PROCESSES -> allReductions += value;
        case RELEASE -> release = figure.group(4);
        default -> {} // Not printed by the expression.
      }
    }
    Matcher process = PROCESS.matcher(printed);
    while (process.find()) {
      reductions.merge(name(process.group(1)), Long.parseLong(process.group(2)), Long::sum);
    }
    threads.putAll(counted);
    memory =
        parts.stream()
            .filter(each -> each.bytes() > 0)
            .sorted(Comparator.comparingLong(Memory::bytes).reversed())
            .toList();
  }

  private static String name(String literals) {
    return literals.replaceAll("\"\\s*\"|^\"|\"\\s*$", "").replaceAll("<<'?|'?>>", "");
  }

  private List<Work> work() {
    return reductions.entrySet().stream()
        .map(each -> new Work(each.getKey(), each.getValue()))
        .sorted(Comparator.comparingLong(Work::reductions).reversed())
        .toList();
  }
}
