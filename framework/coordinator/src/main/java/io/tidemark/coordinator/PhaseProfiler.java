package io.tidemark.coordinator;

import io.tidemark.model.result.RunEvent;
import java.util.List;

/**
 * Records profiles of workers and brokers in some phases of a run, on threads that it starts: the
 * run does not wait for it before the load is over. For the thread of the run.
 */
public interface PhaseProfiler {
  /** Records nothing. */
  PhaseProfiler NONE =
      new PhaseProfiler() {
        @Override
        public void phaseBegins(String name, boolean measured) {}

        @Override
        public List<RunEvent> finish() {
          return List.of();
        }
      };

  /** Begins to record, goes on with it, or ends it. Returns at once. */
  void phaseBegins(String name, boolean measured);

  /**
   * Ends recording after the load, and fetches what was recorded; it has a deadline.
   *
   * @return what was recorded ({@link RunEvent#PROFILED}) and what was not ({@link
   *     RunEvent#PROFILE_FAILED})
   */
  List<RunEvent> finish();
}
