package io.tidemark.model.worker;

/**
 * A part of a worker's recording.
 *
 * @param totalBytes size of the whole recording; 0: nothing was recorded
 * @param bytes none after its end
 */
@SuppressWarnings("ArrayRecordComponent") // an answer; never compared
public record ProfilePart(long totalBytes, byte[] bytes) {
  /** Most bytes of a part. */
  public static final int MOST_BYTES = 1 << 20;
}
