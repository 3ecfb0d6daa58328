package io.tidemark.simulation.kernel;

import java.lang.management.GarbageCollectorMXBean;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Values of the JDK that differ from run to run: times, random values, orders, the machine. */
public final class JdkValues {
  private static final String SYSTEM = "java/lang/System";
  private static final String RUNTIME = "java/lang/Runtime";
  private static final String COLLECTORS = "java/util/stream/Collectors";
  private static final int CORES = 4;
  private static final long HEAP_BYTES = 1L << 30;

  private JdkValues() {}

  @Replaces(value = SYSTEM, ofClass = true)
  public static long nanoTime() {
    return Kernel.self() == null ? Kernel.FIRST_NANO_TIME : Kernel.current().nanoTime();
  }

  private static long epochNanos() {
    return Kernel.self() == null ? Kernel.FIRST_EPOCH_NANOS : Kernel.current().epochNanos();
  }

  @Replaces(value = SYSTEM, ofClass = true)
  public static long currentTimeMillis() {
    return epochNanos() / 1_000_000;
  }

  @Replaces(value = SYSTEM, ofClass = true)
  public static int identityHashCode(Object object) {
    return object == null ? 0 : 1;
  }

  @Replaces(value = "java/time/Instant", ofClass = true)
  public static Instant now() {
    return Instant.ofEpochSecond(0, epochNanos());
  }

  @Replaces(value = "java/util/UUID", ofClass = true)
  public static UUID randomUUID() {
    return Kernel.self() == null
        ? UUID.randomUUID()
        : new UUID(Kernel.current().random().nextLong(), Kernel.current().random().nextLong());
  }

  @Replaces(RUNTIME)
  public static int availableProcessors(Runtime runtime) {
    return CORES;
  }

  @Replaces(RUNTIME)
  public static long maxMemory(Runtime runtime) {
    return HEAP_BYTES;
  }

  @Replaces(RUNTIME)
  public static long totalMemory(Runtime runtime) {
    return HEAP_BYTES;
  }

  @Replaces(RUNTIME)
  public static long freeMemory(Runtime runtime) {
    return HEAP_BYTES / 2;
  }

  @Replaces(value = "java/lang/management/ManagementFactory", ofClass = true)
  public static List<GarbageCollectorMXBean> getGarbageCollectorMXBeans() {
    return List.of();
  }

  // ---- the order of immutable maps and sets differs between JVMs

  /** An equal map in an order that depends on its content alone. */
  public static Map<?, ?> ordered(Map<?, ?> map) {
    Map<Object, Object> copy = new LinkedHashMap<>();
    map.entrySet().stream()
        .sorted(Comparator.comparing(entry -> String.valueOf(entry.getKey())))
        .forEach(entry -> copy.put(entry.getKey(), entry.getValue()));
    return Collections.unmodifiableMap(copy);
  }

  /** An equal set in an order that depends on its content alone. */
  public static Set<?> ordered(Set<?> set) {
    Set<Object> copy = new LinkedHashSet<>();
    set.stream().sorted(Comparator.comparing(String::valueOf)).forEach(copy::add);
    return Collections.unmodifiableSet(copy);
  }

  @Replaces(value = COLLECTORS, ofClass = true)
  public static Collector<?, ?, ?> toUnmodifiableSet() {
    Collector<Object, ?, Set<Object>> all = Collectors.toSet();
    return Collectors.collectingAndThen(all, set -> ordered(set));
  }

  @Replaces(value = COLLECTORS, ofClass = true)
  public static Collector<?, ?, ?> toUnmodifiableMap(
      Function<Object, Object> key, Function<Object, Object> value) {
    Collector<Object, ?, Map<Object, Object>> all = Collectors.toMap(key, value);
    return Collectors.collectingAndThen(all, map -> ordered(map));
  }

  @Replaces(value = "java/util/Set", ofClass = true)
  public static Set<?> copyOf(Collection<?> values) {
    return ordered(Set.copyOf(values));
  }
}
