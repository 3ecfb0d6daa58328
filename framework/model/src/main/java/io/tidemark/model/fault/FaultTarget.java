package io.tidemark.model.fault;

import io.tidemark.model.grammar.WrittenRecord;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which nodes, or which worker, a fault is for.
 *
 * @param choice how they are chosen
 * @param number of a named node or worker, from 1; 0 if it has no number
 * @param of names of the queues or partitions that the leader leads, in which {@code *} stands for
 *     any text; empty: all of the run
 */
public record FaultTarget(Choice choice, int number, String of) implements WrittenRecord.Written {

  /** How nodes are chosen. */
  public enum Choice {
    /** The node that leads most of them at that moment. */
    LEADER("leader"),
    /** One that runs, chosen with the seed of the run. */
    RANDOM("random"),
    ALL("all"),
    NODE(""),
    /** The worker of this number, or one chosen with the seed of the run. */
    WORKER("worker");

    private final String word;

    Choice(String word) {
      this.word = word;
    }
  }

  public static final FaultTarget ALL = new FaultTarget(Choice.ALL, 0, "");

  /** The target that a text of a workload file names; empty for another text. */
  public static Optional<FaultTarget> parse(String text) {
    if (text.matches("[0-9]{1,3}")) {
      return Optional.of(new FaultTarget(Choice.NODE, Integer.parseInt(text), ""));
    }
    return Stream.of(Choice.values())
        .filter(choice -> choice != Choice.NODE && choice.word.equals(text))
        .map(choice -> new FaultTarget(choice, 0, ""))
        .findFirst();
  }

  /** The worker of a number, from 1. */
  public static FaultTarget worker(int number) {
    return new FaultTarget(Choice.WORKER, number, "");
  }

  /** The leader of the queues or partitions with such names. */
  public static FaultTarget leaderOf(String names) {
    return new FaultTarget(Choice.LEADER, 0, names);
  }

  /** Whether the leader of a queue or partition counts. */
  public boolean isFor(String queue) {
    return of.isEmpty() || queue.matches(Pattern.quote(of).replace("*", "\\E.*\\Q"));
  }

  /** Returns the target for people. */
  public String text() {
    return of.isEmpty() ? toString() : this + " of " + of;
  }

  public boolean isWorker() {
    return choice == Choice.WORKER;
  }

  /**
   * Prints the target without the number of a worker and the names of queues, which have separate
   * keys.
   */
  @Override
  public String toString() {
    return choice == Choice.NODE ? Integer.toString(number) : choice.word;
  }

  @Override
  public Object written() {
    return toString();
  }
}
