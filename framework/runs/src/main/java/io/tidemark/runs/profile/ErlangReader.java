package io.tidemark.runs.profile;

import io.tidemark.model.profile.ErlangUse;
import io.tidemark.model.profile.ErlangUse.Memory;
import io.tidemark.model.profile.ErlangUse.Threads;
import io.tidemark.model.profile.FoldedStacks;
import io.tidemark.model.profile.ProcessProfile;
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
  private static final Pattern FIGURE =
      Pattern.compile("\\{(\\w+),\\s*(\\w+),\\s*(\\w+),\\s*(-?\\d+)\\}");

  /** By kind and state. */
  private final Map<String, Map<String, Long>> micros = new LinkedHashMap<>();

  private final Map<String, Integer> threads = new LinkedHashMap<>();
  private List<Memory> memory = List.of();
  private String release = "";

  private ErlangReader() {}

  /**
   * Prints the time of each thread in each state since the last reset, and the memory, as tuples
   * with four elements. Turns the accounting of states off.
   */
  static String expression() {
    return "States = erlang:statistics(microstate_accounting), "
        + "erlang:system_flag(microstate_accounting, false), "
        + "[{thread, T, S, erlang:convert_time_unit(V, perf_counter, microsecond)} "
        + "|| #{type := T, counters := C} <- States, {S, V} <- maps:to_list(C)] "
        + "++ [{memory, K, bytes, V} || {K, V} <- rabbit_vm:memory(), is_integer(V)] "
        + "++ [{release, otp, version, list_to_integer(erlang:system_info(otp_release))}].";
  }

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
        new ErlangUse(threads, reader.memory));
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
        case RELEASE -> release = figure.group(4);
        default -> {} // Not printed by the expression.
      }
    }
    threads.putAll(counted);
    memory =
        parts.stream()
            .filter(each -> each.bytes() > 0)
            .sorted(Comparator.comparingLong(Memory::bytes).reversed())
            .toList();
  }
}
