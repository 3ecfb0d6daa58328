package io.tidemark.http.throughput;

import io.tidemark.http.protocol.Protocol;
import java.time.Duration;
import java.util.Random;

/** The operations with which the throughput of the network is measured, and their limits. */
public final class Transfers {
  /** The worker reads what comes and drops it. */
  public static final String RECEIVE = "receive-bytes";

  /** The worker sends bytes to its caller. */
  public static final String SEND = "send-bytes";

  /** The worker sends bytes to another worker. */
  public static final String SEND_TO = "send-bytes-to";

  static final Duration LONGEST = Duration.ofSeconds(10);
  static final long MOST_BYTES = 1L << 36;
  static final int MOST_STREAMS = 16;
  static final int BLOCK_BYTES = 64 * 1024;

  /** Time for the last bytes in buffers, and the answer. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  /**
   * @param certificate the other worker's, as the coordinator has verified it; empty without TLS
   */
  @SuppressWarnings("ArrayRecordComponent") // lives from one line to the next
  record SendTo(String target, byte[] certificate, int streams, Duration time) {}

  record Send(Duration deadline) {}

  record Throughput(double bytesPerSecond) {}

  private Transfers() {}

  static String path(String operation) {
    return Protocol.PREFIX + operation;
  }

  /** Random, for networks that compress. */
  static byte[] block() {
    byte[] block = new byte[BLOCK_BYTES];
    new Random(1).nextBytes(block);
    return block;
  }
}
