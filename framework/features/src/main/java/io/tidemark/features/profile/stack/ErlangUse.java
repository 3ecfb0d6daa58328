package io.tidemark.features.profile.stack;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the threads and the memory of an Erlang machine were used for.
 *
 * @param threads one entry for each kind
 * @param memory parts at the end of the last profiled phase, the largest first
 * @param processes of Erlang with most work in the profiled phases, the largest first
 * @param reductions of all processes together
 */
@RecordBuilder
public record ErlangUse(
    List<Threads> threads, List<Memory> memory, List<Work> processes, long reductions)
    implements ErlangUseBuilder.With {
  /** The use of a process that is no Erlang machine. */
  public static final ErlangUse NONE = new ErlangUse(List.of(), List.of(), List.of(), 0);

  /** The state of a thread that waits for work. */
  public static final String SLEEP = "sleep";

  /** The kind of the threads that run Erlang's processes. */
  public static final String SCHEDULER = "scheduler";

  public ErlangUse {
    threads = threads == null ? List.of() : List.copyOf(threads);
    memory = memory == null ? List.of() : List.copyOf(memory);
    processes = processes == null ? List.of() : List.copyOf(processes);
  }

  /**
   * All threads of one kind.
   *
   * @param kind as Erlang names it: {@code scheduler}, {@code dirty_io_scheduler}
   * @param number how many there are
   * @param micros time of all of them together, by state
   */
  public record Threads(String kind, int number, Map<String, Long> micros) {
    public Threads {
      micros = Collections.unmodifiableMap(new TreeMap<>(micros));
    }

    /** The time in all states. */
    public long totalMicros() {
      return micros.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The share of the time in a state. */
    public double share(String state) {
      return micros.getOrDefault(state, 0L) / Math.max(1.0, totalMicros());
    }
  }

  /**
   * A part of the memory.
   *
   * @param part as RabbitMQ names it: {@code quorum_queue_procs}
   */
  public record Memory(String part, long bytes) {}

  /**
   * The work of a process of Erlang.
   *
   * @param process its registered name, what RabbitMQ calls it, or the function that it began with
   * @param reductions calls of functions, in which Erlang counts work
   */
  public record Work(String process, long reductions) {
    /** The name without addresses and random endings of topics, which are others in each run. */
    public String kind() {
      return process
          .replaceAll("[0-9a-f.:\\[\\]]+:[0-9]{1,5} -> [0-9a-f.:\\[\\]]+", "client -> broker")
          .replaceAll("(test-topic-[0-9]{7})-[\\w-]{7}(tm)?", "$1");
    }
  }

  public boolean isEmpty() {
    return threads.isEmpty() && memory.isEmpty();
  }
}
