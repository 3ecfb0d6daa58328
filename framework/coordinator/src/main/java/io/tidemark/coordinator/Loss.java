package io.tidemark.coordinator;

import java.util.Objects;

/**
 * Why a run goes on, or ends, without one of its workers.
 *
 * @param why one line
 * @param announced whether the worker said that it leaves, as one does that is stopped by a signal
 */
record Loss(String why, boolean announced) {
  Loss {
    Objects.requireNonNull(why);
  }

  Loss with(String more) {
    return new Loss(why + more, announced);
  }
}
