package io.tidemark.worker.engine.load;

import io.tidemark.measure.payload.PayloadPool;
import org.jspecify.annotations.Nullable;

/** Where a lane's message is put together. */
public interface PayloadBuffer {

  /** A message's bytes, to be stamped. */
  byte[] copy(PayloadPool.Body body);

  /** A fresh array for each message: the driver keeps it until the broker has acknowledged. */
  static PayloadBuffer fresh() {
    return PayloadPool.Body::copy;
  }

  /** One array per size used again: the driver copies. */
  static PayloadBuffer reused() {
    return new PayloadBuffer() {
      private byte[] last = {};
      private PayloadPool.@Nullable Body lastBody;

      @Override
      public byte[] copy(PayloadPool.Body body) {
        if (body == lastBody) {
          return last; // Only its envelope differs, and that is written anew.
        }
        if (last.length != body.length()) {
          last = body.copy();
        } else {
          System.arraycopy(body.bytes(), 0, last, 0, last.length);
        }
        lastBody = body;
        return last;
      }
    };
  }
}
