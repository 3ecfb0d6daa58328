package io.tidemark.measure;

/**
 * 128 bytes that nobody uses. What one thread writes for every message must not lie on a cache
 * line, or on the pair of lines that a core fetches at once, with what another thread touches; and
 * the collector puts any two objects side by side. So a class holds such fields between this one,
 * which it extends, and as much padding in a subclass of its own.
 */
@SuppressWarnings("unused")
public abstract class PadBefore {
  private int gapAfterHeader; // or a field of a subclass would fill it
  private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;

  /** For subclasses. */
  protected PadBefore() {}
}
