package io.tidemark.measure;

/**
 * 128 bytes of padding against false sharing. Fields that one thread writes for every message must
 * not share a cache line, or a prefetched pair of lines, with fields of other threads, and the
 * collector may place any two objects next to each other. So a class has such fields between this
 * class, which it extends, and equal padding in a subclass.
 */
@SuppressWarnings("unused")
public abstract class PadBefore {
  private int gapAfterHeader; // or a field of a subclass would fill it
  private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;

  /** Lets subclasses be made. */
  protected PadBefore() {}
}
