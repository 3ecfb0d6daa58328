package io.tidemark.coordinator.stage;

import io.tidemark.model.result.VerdictInputs.Ending;
import java.time.Duration;

/** The ending of a run: the first cause counts. */
public final class RunEnd {
  /** Longest wait for outstanding messages after an abort. */
  public static final Duration HASTY_DRAIN = Duration.ofSeconds(2);

  private final RunContext run;
  private Ending ending = Ending.COMPLETED;
  private String reason = "";
  private boolean threadInterrupted;
  private boolean stopHandled;
  private boolean cutShort;

  public RunEnd(RunContext run) {
    this.run = run;
  }

  public void because(Ending how, String why) {
    if (ending == Ending.COMPLETED) {
      ending = how;
      reason = why;
      run.log().own(run.now(), "END", how.name(), why);
    }
  }

  /** Ends the load: further results would be invalid. */
  public void cutShort(String why) {
    if (!cutShort) {
      cutShort = true;
      run.log().own(run.now(), "END", "load", why);
    }
  }

  /** The thread goes on to save what there is; its flag is set again at the end of the run. */
  public void threadInterrupted() {
    threadInterrupted = true;
    because(Ending.INTERRUPTED, "the run's thread was interrupted");
  }

  /** Whether there is a request to stop that has not been handled. */
  public boolean stopWanted() {
    return run.stop().pending();
  }

  /** Handles a request to stop, the regular end of an unlimited test. */
  public void stopIn(String stage, boolean asPlanned) {
    stopHandled = true;
    run.stop().handle();
    if (run.stop().brokenOff().isPresent()) {
      because(Ending.PROCESS_EXIT, run.stop().brokenOff().get());
    } else if (asPlanned && !run.stop().urgent()) {
      run.log().own(run.now(), "END", stage, "stopped by the user, as planned");
    } else {
      because(Ending.INTERRUPTED, "interrupted in phase " + stage);
    }
  }

  /** Whether the rest of the plan is skipped. */
  public boolean broken() {
    return hasty() || stopHandled;
  }

  /** Whether the wait for outstanding messages is short. */
  public boolean hasty() {
    return ending != Ending.COMPLETED || cutShort;
  }

  public Ending ending() {
    return ending;
  }

  public String reason() {
    return reason;
  }

  public boolean wasThreadInterrupted() {
    return threadInterrupted;
  }
}
