package io.tidemark.brokers.docker;

/**
 * A container as it was when asked.
 *
 * @param status whether it runs
 * @param pid of its first process as the engine's machine counts; 0 when it does not run
 */
public record ContainerState(Status status, long pid) {
  /** Of the container, not of what runs in it. */
  public enum Status {
    /** It runs. */
    RUNNING,
    /** Its processes are stopped where they stand. */
    PAUSED,
    /** It was not started yet, has ended, or does not exist. */
    ENDED
  }

  /** Of a container that does not run. */
  public static ContainerState ended() {
    return new ContainerState(Status.ENDED, 0);
  }
}
