package io.tidemark.simulation.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What the driver does wrong in one of its calls, if a seed has that.
 *
 * @param at the number of the call, of all workers
 * @param always whether later calls are wrong, too
 * @param lateMillis how long the client calls back after it was closed
 */
public record DriverPlan(Optional<Call> call, Wrong wrong, int at, boolean always, int lateMillis) {
  /** In the message of what the driver throws. */
  public static final String TEXT = "injected into the driver";

  private static final Set<String> OF_SENDS =
      Set.of(
          "schedule-missed",
          "schedule-held-back",
          "debt-at-end",
          "no-samples",
          "rate-not-met",
          "send-errors",
          "unacknowledged",
          "messages-lost",
          "drain-incomplete");
  private static final int MOST_CALLS = 4;
  private static final int MOST_SENDS = 60;

  /** Calls of the driver. */
  public enum Call {
    INITIALIZE,
    PREFIX,
    SEND_MAY_BLOCK,
    COPIES_PAYLOAD,
    CREATE_TOPIC,
    CREATE_PRODUCER,
    CREATE_CONSUMER,
    SEND,
    CLOSE_PRODUCER,
    CLOSE_CONSUMER,
    DELETE_TOPICS,
    CLOSE;

    /** Whether the load cannot begin without it. */
    boolean prepares() {
      return compareTo(SEND) < 0;
    }

    boolean closes() {
      return compareTo(SEND) > 0;
    }

    private boolean hasFuture() {
      return Set.of(CREATE_TOPIC, CREATE_PRODUCER, CREATE_CONSUMER, SEND, DELETE_TOPICS)
          .contains(this);
    }
  }

  /** What it does. */
  public enum Wrong {
    THROWS_CHECKED,
    THROWS_RUNTIME,
    THROWS_INTERRUPTED,
    THROWS_LINKAGE,
    THROWS_STACK_OVERFLOW,
    HANGS,
    FAILS_CHECKED,
    FAILS_LINKAGE,
    RETURNS_NULL,
    COMPLETES_WITH_NULL,
    NEVER_COMPLETES,
    COMPLETES_TWICE;

    private boolean needsFuture() {
      return compareTo(HANGS) > 0;
    }
  }

  static final List<String> PARTS =
      List.of("driverWrong", "driverAlone", "driverAt", "driverAlways", "lateClient");

  static DriverPlan of(Draw draw, boolean allowed) {
    boolean is = draw.part("driverWrong", 0.06) && allowed;
    Call call = Call.values()[draw.random.nextInt(Call.values().length)];
    Wrong drawn = Wrong.values()[draw.random.nextInt(Wrong.values().length)];
    Wrong wrong =
        drawn.needsFuture() && !call.hasFuture()
            ? Wrong.values()[drawn.ordinal() % Wrong.FAILS_CHECKED.ordinal()]
            : drawn;
    int at =
        draw.smaller("driverAt", 1, draw.from("", 1, call == Call.SEND ? MOST_SENDS : MOST_CALLS));
    boolean always = draw.part("driverAlways", 0.5);
    boolean late = draw.random.nextDouble() < 0.05;
    int millis = draw.smaller("lateClient", 0, late && allowed ? draw.from("", 1, 80) : 0);
    return new DriverPlan(is ? Optional.of(call) : Optional.empty(), wrong, at, always, millis);
  }

  boolean isEmpty() {
    return call.isEmpty();
  }

  public boolean in(Call of) {
    return call.filter(of::equals).isPresent();
  }

  boolean prepares() {
    return call.filter(Call::prepares).isPresent();
  }

  boolean closes() {
    return call.filter(Call::closes).isPresent();
  }

  /** Whether it is in the calls after which a driver or its file may be blamed. */
  public boolean isOfConfiguration() {
    return in(Call.INITIALIZE) || in(Call.SEND_MAY_BLOCK) || in(Call.COPIES_PAYLOAD);
  }

  /** Whether a run cannot go on after it. */
  public boolean isFatal() {
    return prepares()
        && wrong != Wrong.COMPLETES_TWICE
        && !(in(Call.CREATE_TOPIC) && wrong == Wrong.COMPLETES_WITH_NULL);
  }

  /** Whether a call does not end before its deadline. */
  public boolean hangs() {
    return call.isPresent() && (wrong == Wrong.HANGS || wrong == Wrong.NEVER_COMPLETES);
  }

  /** A message whose send does not return is counted when the load is stopped. */
  public boolean hangsInSend() {
    return in(Call.SEND) && wrong == Wrong.HANGS;
  }

  /** Whether it is the cause of a finding. */
  public boolean explains(String code) {
    boolean ofClosing = code.equals("clean-up") || code.equals("stuck-threads");
    return closes() && ofClosing
        || in(Call.SEND) && !isHarmlessSend() && (ofClosing || OF_SENDS.contains(code))
        || in(Call.SEND) && code.equals("publish-latency-uncertain");
  }

  private boolean isHarmlessSend() {
    return wrong == Wrong.COMPLETES_TWICE;
  }

  /** Whether a message about it has its cause. */
  public boolean isNamedIn(String message) {
    return switch (wrong) {
      case THROWS_CHECKED,
          THROWS_RUNTIME,
          THROWS_LINKAGE,
          THROWS_STACK_OVERFLOW,
          THROWS_INTERRUPTED,
          FAILS_CHECKED,
          FAILS_LINKAGE ->
          message.contains(TEXT);
      case RETURNS_NULL, COMPLETES_WITH_NULL -> message.contains("null");
      case HANGS, NEVER_COMPLETES ->
          message.contains("did not finish") || message.contains("did not return");
      case COMPLETES_TWICE -> true;
    };
  }

  @Override
  public String toString() {
    return call.map(
            each ->
                String.format(
                    Locale.ROOT,
                    "driver %s in %s, %s %d",
                    wrong,
                    each,
                    always ? "from" : "call",
                    at))
        .orElse("driver right");
  }
}
