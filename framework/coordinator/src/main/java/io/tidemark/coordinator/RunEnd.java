package io.tidemark.coordinator;

import io.tidemark.model.result.VerdictInputs.Ending;

/** How a run ends: the first thing that breaks it off decides. */
final class RunEnd {
  private final RunContext run;
  private Ending ending = Ending.COMPLETED;
  private String reason = "";
  private boolean threadInterrupted;
  private boolean stopHandled;
  private boolean cutShort;

  RunEnd(RunContext run) {
    this.run = run;
  }

  void because(Ending how, String why) {
    if (ending == Ending.COMPLETED) {
      ending = how;
      reason = why;
      run.log().own(run.now(), "END", how.name(), why);
    }
  }

  /** The load ends now: what it would still find could not be believed. */
  void cutShort(String why) {
    if (!cutShort) {
      cutShort = true;
      run.log().own(run.now(), "END", "load", why);
    }
  }

  /** The thread goes on to save what there is; its flag is set again at the end of the run. */
  void threadInterrupted() {
    threadInterrupted = true;
    because(Ending.INTERRUPTED, "the run's thread was interrupted");
  }

  /** Whether somebody has asked to stop and nobody has acted on it yet. */
  boolean stopWanted() {
    return run.stop().pending();
  }

  /** Acts on a request to stop; that is how a test without an end ends as planned. */
  void stopIn(String stage, boolean asPlanned) {
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

  /** Whether the load shall go on to its end without what the plan still holds. */
  boolean broken() {
    return hasty() || stopHandled;
  }

  /** Whether what is outstanding gets a moment only. */
  boolean hasty() {
    return ending != Ending.COMPLETED || cutShort;
  }

  Ending ending() {
    return ending;
  }

  String reason() {
    return reason;
  }

  boolean wasThreadInterrupted() {
    return threadInterrupted;
  }
}
