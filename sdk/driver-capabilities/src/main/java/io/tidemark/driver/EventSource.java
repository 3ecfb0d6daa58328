package io.tidemark.driver;

import java.util.function.Consumer;

/** A driver that reports events of its connections, for the timeline of the result. */
public interface EventSource {

  /**
   * Called once, before {@code initialize}. The consumer may be called from any thread and does not
   * block.
   */
  void onEvent(Consumer<DriverEvent> listener);
}
