package io.tidemark.features.convert;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.features.convert.ToolOptions.Given;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What changes over time in a command line of PerfTest, as phases: {@code -vr}, {@code -vs} and
 * {@code -vl}, which PerfTest repeats until the end, and {@code -csd}.
 */
final class PerfTestPhases {
  private static final int MOST_SECONDS = 365 * 24 * 3_600;
  private static final int MOST_PHASES = 1_000;

  private final Given given;
  private final Conversion files;
  private final List<Cycle> cycles = new ArrayList<>();

  /** Values of one key, each for some seconds, and then from the beginning. */
  private record Cycle(String key, List<Step> steps) {
    long seconds() {
      return steps.stream().mapToLong(Step::seconds).sum();
    }

    Object valueAt(long second) {
      long rest = second % seconds();
      for (Step step : steps) {
        if (rest < step.seconds()) {
          return step.value();
        }
        rest -= step.seconds();
      }
      throw new IllegalStateException("the steps are shorter than their sum");
    }
  }

  private record Step(Object value, long seconds) {}

  /** A value of the file for one of the option. */
  private interface Meaning {
    Object of(long value);
  }

  private PerfTestPhases(Given given, Conversion files) {
    this.given = given;
    this.files = files;
  }

  /**
   * @param producers over all queues: PerfTest's rates are those of one
   * @param consumers of each queue
   * @return whether there are phases, which have their own length
   */
  static boolean write(Given given, Conversion files, long producers, long consumers) {
    PerfTestPhases one = new PerfTestPhases(given, files);
    if (producers > 0) {
      one.cycle("-vr", "rate", rate -> rate * producers);
    } else if (given.has("-vr")) {
      files.note("-vr", "there are no producers");
    }
    if (!given.has("-B") && !given.has("-jb")) {
      one.cycle("-vs", "messageSize", bytes -> Math.max(PerfTest.LEAST_BYTES, bytes));
    }
    one.cycle("-vl", "consumerProcessingTime", PerfTestPhases::micros);
    List<Object> phases = one.cycles.isEmpty() ? one.delayed(consumers) : one.phases();
    if (!phases.isEmpty()) {
      files.workload("phases", phases);
    }
    return !phases.isEmpty();
  }

  static String micros(long micros) {
    return Quantities.text(Duration.ofNanos(1_000 * micros));
  }

  private void cycle(String option, String key, Meaning meaning) {
    List<Step> steps = new ArrayList<>();
    for (String text : given.all(option)) {
      if (!text.matches("[0-9]{1,9}:[0-9]{1,7}") || text.endsWith(":0")) {
        throw given.wrong(option, text, "VALUE:SECONDS");
      }
      String[] parts = text.split(":");
      steps.add(new Step(meaning.of(Long.parseLong(parts[0])), Long.parseLong(parts[1])));
    }
    if (!steps.isEmpty()) {
      cycles.add(new Cycle(key, steps));
    }
  }

  private Optional<Long> testSeconds() {
    return given.number("-z").filter(seconds -> seconds > 0);
  }

  /** Consumers that start later join with the second phase. */
  private List<Object> delayed(long consumers) {
    Optional<Long> delay = given.number("-csd").filter(seconds -> seconds > 0);
    if (delay.isPresent() && consumers == 0) {
      files.note("-csd", "there are no consumers");
    }
    if (delay.isEmpty() || consumers == 0) {
      return List.of();
    }
    if (given.number("-C", 0) > 0) {
      files.note("-csd", "not with -C: consumers are there from the beginning");
      return List.of();
    }
    Optional<Long> rest = testSeconds().map(all -> all - delay.get()).filter(left -> left > 0);
    if (rest.isEmpty()) {
      files.note("-csd", "needs -z: a phase without consumers, and then one with them");
      return List.of();
    }
    Map<String, Object> before = phase(delay.get());
    before.put("consumerPerSubscription", 0);
    Map<String, Object> after = phase(rest.get());
    after.put("consumerPerSubscription", consumers);
    return List.of(before, after);
  }

  private List<Object> phases() {
    if (given.has("-csd")) {
      files.note("-csd", "the phases have consumers from the beginning; the first can have 0");
    }
    long period = cycles.stream().mapToLong(Cycle::seconds).reduce(1, PerfTestPhases::multiple);
    if (testSeconds().isEmpty()) {
      files.note("-z", "without it PerfTest repeats the phases until it is stopped");
    }
    long length = testSeconds().orElse(period);
    long once = Math.min(period, length);
    List<Object> first = between(0, once);
    if (first.stream().allMatch(PerfTestPhases::isSilent)) {
      throw given.wrong(
          "-vr", String.join(" ", given.all("-vr")), "a rate above 0 within -z or one cycle");
    }
    long times = length / once;
    boolean tooMany = first.size() * (times + 1) > MOST_PHASES;
    if (tooMany) {
      first = first.subList(0, Math.min(first.size(), MOST_PHASES));
      times = Math.max(1, Math.min(times, MOST_PHASES / first.size()));
      files.note("-z", "a workload has up to 1000 phases: the rest is left out");
    }
    List<Object> all = new ArrayList<>();
    if (times > 1) {
      Map<String, Object> repeated = new LinkedHashMap<>();
      repeated.put("repeat", times);
      repeated.put("phases", first);
      all.add(repeated);
    } else {
      all.addAll(first);
    }
    if (!tooMany) {
      all.addAll(between(once * times, length));
    }
    return all;
  }

  private static boolean isSilent(Object phase) {
    return phase instanceof Map<?, ?> keys && Long.valueOf(0).equals(keys.get("rate"));
  }

  private static long multiple(long a, long b) {
    long x = a;
    long y = b;
    while (y != 0) {
      long rest = x % y;
      x = y;
      y = rest;
    }
    return Math.min(MOST_SECONDS, a / x * b);
  }

  /** One phase from each change to the next one. */
  private List<Object> between(long from, long to) {
    TreeSet<Long> changes = new TreeSet<>(List.of(from));
    for (Cycle cycle : cycles) {
      long at = from - from % cycle.seconds();
      for (int i = 0; at < to && changes.size() <= MOST_PHASES; i++) {
        if (at > from) {
          changes.add(at);
        }
        at += cycle.steps().get(i % cycle.steps().size()).seconds();
      }
    }
    List<Object> phases = new ArrayList<>();
    for (long change : changes.headSet(to)) {
      Long next = changes.higher(change);
      Map<String, Object> phase = phase((next == null ? to : Math.min(to, next)) - change);
      cycles.forEach(cycle -> phase.put(cycle.key(), cycle.valueAt(change)));
      phases.add(phase);
    }
    return phases;
  }

  private static Map<String, Object> phase(long seconds) {
    Map<String, Object> phase = new LinkedHashMap<>();
    phase.put("duration", seconds + "s");
    return phase;
  }
}
