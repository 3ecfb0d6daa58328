package io.tidemark.model.body;

/** The memory of bodies that are made before the load. */
public final class PoolLimit {
  private PoolLimit() {}

  /**
   * @param made of the bodies
   * @param bytes of those that are made
   */
  public static void check(int made, int bodies, long bytes, long mostBytes) throws BodyException {
    if (bytes > mostBytes) {
      throw new BodyException(
          made
              + " of "
              + bodies
              + " bodies have more than "
              + mostBytes
              + " bytes together; allowed "
              + mostBytes
              + " (see payload.poolSize)");
    }
  }
}
