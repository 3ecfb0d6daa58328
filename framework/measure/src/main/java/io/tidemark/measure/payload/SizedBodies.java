package io.tidemark.measure.payload;

import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.model.load.PayloadSpec.Content;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Bodies of any size up to a largest one, made when a size comes first: they share the bytes of the
 * largest ones. Not thread-safe.
 */
public final class SizedBodies {
  private final List<byte[]> shared;
  private final EnvelopeLayout layout;
  private final int largestBytes;
  private final Map<Integer, PayloadPool.Body> bodies = new HashMap<>();

  /**
   * @param content whose first bytes are what a smaller body would be
   */
  public SizedBodies(Content content, long seed, int largestBytes, EnvelopeLayout layout) {
    if (!PayloadContent.isSameWhenCut(content)) {
      throw new IllegalArgumentException("bodies of this content cannot be cut to a size");
    }
    this.shared = PayloadContent.bodies(content, seed, largestBytes);
    this.layout = layout;
    this.largestBytes = largestBytes;
  }

  /** The body of a size; always the same. */
  public PayloadPool.Body of(int bytes) {
    if (bytes < 0 || bytes > largestBytes) {
      throw new IllegalArgumentException(
          "a size of " + bytes + " bytes; the largest is " + largestBytes);
    }
    return bodies.computeIfAbsent(
        bytes, size -> PayloadPool.body(shared.get(bodies.size() % shared.size()), size, layout));
  }
}
