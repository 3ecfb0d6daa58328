package io.tidemark.simulation.world;

import io.tidemark.simulation.kernel.Kernel;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What the driver does wrong in one of its calls, if a seed has that, and when it did. */
final class DriverWrongs {
  private static final String TEXT = "injected into the driver";
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

  private final Kernel kernel;
  private final Plan plan;
  private int calls;
  private int happened;

  /** Calls of the driver. */
  enum Call {
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
  enum Wrong {
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

  /**
   * The plan of a seed.
   *
   * @param at the number of the call, of all workers
   * @param always whether later calls are wrong, too
   * @param lateMillis how long the client calls back after it was closed
   */
  record Plan(Optional<Call> call, Wrong wrong, int at, boolean always, int lateMillis) {
    static final List<String> PARTS =
        List.of("driverWrong", "driverAlone", "driverAt", "driverAlways", "lateClient");

    static Plan of(Draw draw, boolean allowed) {
      boolean is = draw.part("driverWrong", 0.06) && allowed;
      Call call = Call.values()[draw.random.nextInt(Call.values().length)];
      Wrong drawn = Wrong.values()[draw.random.nextInt(Wrong.values().length)];
      Wrong wrong =
          drawn.needsFuture() && !call.hasFuture()
              ? Wrong.values()[drawn.ordinal() % Wrong.FAILS_CHECKED.ordinal()]
              : drawn;
      int at =
          draw.smaller(
              "driverAt", 1, draw.from("", 1, call == Call.SEND ? MOST_SENDS : MOST_CALLS));
      boolean always = draw.part("driverAlways", 0.5);
      boolean late = draw.random.nextDouble() < 0.05;
      int millis = draw.smaller("lateClient", 0, late && allowed ? draw.from("", 1, 80) : 0);
      return new Plan(is ? Optional.of(call) : Optional.empty(), wrong, at, always, millis);
    }

    boolean isEmpty() {
      return call.isEmpty();
    }

    boolean in(Call of) {
      return call.filter(of::equals).isPresent();
    }

    boolean prepares() {
      return call.filter(Call::prepares).isPresent();
    }

    boolean closes() {
      return call.filter(Call::closes).isPresent();
    }

    /** Whether it is in the calls after which a driver or its file may be blamed. */
    boolean isOfConfiguration() {
      return in(Call.INITIALIZE) || in(Call.SEND_MAY_BLOCK) || in(Call.COPIES_PAYLOAD);
    }

    /** Whether a run cannot go on after it. */
    boolean isFatal() {
      return prepares()
          && wrong != Wrong.COMPLETES_TWICE
          && !(in(Call.CREATE_TOPIC) && wrong == Wrong.COMPLETES_WITH_NULL);
    }

    /** A message whose send does not return is counted when the load is stopped. */
    boolean hangsInSend() {
      return in(Call.SEND) && wrong == Wrong.HANGS;
    }

    /** Whether it is the cause of a finding. */
    boolean explains(String code) {
      boolean ofClosing = code.equals("clean-up") || code.equals("stuck-threads");
      return closes() && ofClosing
          || in(Call.SEND) && !isHarmlessSend() && (ofClosing || OF_SENDS.contains(code))
          || in(Call.SEND) && code.equals("publish-latency-uncertain");
    }

    private boolean isHarmlessSend() {
      return wrong == Wrong.COMPLETES_TWICE;
    }

    /** Whether a message about it has its cause. */
    boolean isNamedIn(String message) {
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

  DriverWrongs(Kernel kernel, Plan plan) {
    this.kernel = kernel;
    this.plan = plan;
  }

  boolean hangsInSend() {
    return plan.hangsInSend();
  }

  /** How often it happened. */
  int happened() {
    return happened;
  }

  private boolean is(Call call) {
    if (!plan.in(call)) {
      return false;
    }
    calls++;
    boolean now = plan.always ? calls >= plan.at : calls == plan.at;
    if (now) {
      happened++;
      kernel.note(plan.toString());
    }
    return now;
  }

  /** A call that returns at once. */
  void now(Call call) {
    if (is(call)) {
      throwOrHang();
    }
  }

  /** A call with a future. */
  <T> CompletableFuture<T> later(Call call, Supplier<CompletableFuture<T>> right) {
    if (!is(call)) {
      return right.get();
    }
    switch (plan.wrong) {
      case FAILS_CHECKED:
        return CompletableFuture.failedFuture(new IOException(TEXT));
      case FAILS_LINKAGE:
        return CompletableFuture.failedFuture(new NoClassDefFoundError(TEXT));
      case RETURNS_NULL:
        return null;
      case COMPLETES_WITH_NULL:
        return CompletableFuture.completedFuture(null);
      case NEVER_COMPLETES:
        return new CompletableFuture<>();
      case COMPLETES_TWICE:
        CompletableFuture<T> future = right.get();
        future.whenComplete(
            (value, failure) -> {
              future.complete(value);
              future.completeExceptionally(new IOException(TEXT));
            });
        return future;
      default:
        throwOrHang();
        return right.get();
    }
  }

  private void throwOrHang() {
    switch (plan.wrong) {
      case THROWS_CHECKED:
        throw DriverWrongs.<RuntimeException>unchecked(new IOException(TEXT));
      case THROWS_INTERRUPTED:
        throw DriverWrongs.<RuntimeException>unchecked(new InterruptedException(TEXT));
      case THROWS_LINKAGE:
        throw new NoClassDefFoundError(TEXT);
      case THROWS_STACK_OVERFLOW:
        throw new StackOverflowError(TEXT);
      case HANGS:
        try {
          kernel.await("a driver that hangs", () -> false, () -> Long.MAX_VALUE);
        } catch (InterruptedException e) {
          throw DriverWrongs.<RuntimeException>unchecked(e);
        }
        return;
      default:
        throw new IllegalStateException(TEXT);
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> E unchecked(Throwable e) throws E {
    throw (E) e;
  }
}
