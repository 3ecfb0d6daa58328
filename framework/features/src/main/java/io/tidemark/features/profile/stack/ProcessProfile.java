package io.tidemark.features.profile.stack;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * What one process did in the profiled phases of a run.
 *
 * @param formatVersion increases with incompatible changes
 * @param process {@code worker local}, {@code broker 1}
 * @param phases in which it was recorded
 * @param runtime the JVM or Erlang, and its version
 * @param seconds how long it was recorded
 * @param cores mean use of the CPU, in cores; 0 if it is not known
 * @param cpu where threads ran in Java; weights are samples
 * @param nativeCalls where threads were in native code, waiting or not; weights are samples
 * @param allocation where objects were allocated, with their class as the innermost frame; weights
 *     are bytes, estimated from samples
 * @param locks where threads waited for locks for 10 ms or longer, with the class of the lock as
 *     the innermost frame; weights are microseconds
 * @param pauses of the garbage collector, in order of time
 * @param erlang of a node of RabbitMQ, which has no stacks
 */
@RecordBuilder
public record ProcessProfile(
    int formatVersion,
    String process,
    List<String> phases,
    String runtime,
    double seconds,
    double cores,
    FoldedStacks cpu,
    FoldedStacks nativeCalls,
    FoldedStacks allocation,
    FoldedStacks locks,
    List<Pause> pauses,
    ErlangUse erlang)
    implements ProcessProfileBuilder.With {
  /** Version of the format that is written. */
  public static final int VERSION = 1;

  /**
   * A pause of all threads.
   *
   * @param epochMicros when, by the clock of the process's machine
   * @param micros how long
   * @param what the collector and the cause
   */
  public record Pause(long epochMicros, long micros, String what) {}

  public ProcessProfile {
    phases = phases == null ? List.of() : List.copyOf(phases);
    cpu = known(cpu);
    nativeCalls = known(nativeCalls);
    allocation = known(allocation);
    locks = known(locks);
    pauses = pauses == null ? List.of() : List.copyOf(pauses);
    erlang = erlang == null ? ErlangUse.NONE : erlang;
  }

  private static FoldedStacks known(FoldedStacks stacks) {
    return stacks == null ? FoldedStacks.NONE : stacks;
  }
}
