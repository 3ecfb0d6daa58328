package io.tidemark.model.load;

import io.tidemark.base.Hash64;
import java.util.HexFormat;

/**
 * Identifies the trace and the spans of a message, as W3C Trace Context writes them. They follow
 * from the run and the message: workers that send and receive it need not exchange them.
 *
 * @param runId of the run
 * @param producer index of the producer in the run
 * @param sequence of the message
 */
public record SpanIds(String runId, int producer, long sequence) {
  /** Name of the header. */
  public static final String HEADER = "traceparent";

  private static final int SENT = 1;
  private static final int RECEIVED = 2;
  private static final int IN_BROKER = 3;

  /** 32 hexadecimal digits. */
  public String traceId() {
    return hex(part(0, 0)) + hex(part(0, 1));
  }

  /** 16 hexadecimal digits: the span of sending. */
  public String sendSpanId() {
    return hex(part(SENT, 0));
  }

  /**
   * The span of a reception.
   *
   * @param receivedEpochNanos distinguishes repeated deliveries
   */
  public String receiveSpanId(int subscription, long receivedEpochNanos) {
    return hex(mix(part(RECEIVED, subscription) ^ receivedEpochNanos));
  }

  /** The span of the time in the broker, before a reception. */
  public String brokerSpanId(int subscription, long receivedEpochNanos) {
    return hex(mix(part(IN_BROKER, subscription) ^ receivedEpochNanos));
  }

  /** The value of the header: the sampled span of sending. */
  public String header() {
    return "00-" + traceId() + "-" + sendSpanId() + "-01";
  }

  private long part(int kind, int number) {
    long text = 0;
    for (int i = 0; i < runId.length(); i++) {
      text = text * 0x100000001B3L + runId.charAt(i);
    }
    return mix(mix(mix(text) + producer) + mix(sequence) + kind * 0x9E3779B97F4A7C15L + number);
  }

  /** Never 0, which is not valid. */
  private static long mix(long value) {
    long mixed = Hash64.mix(value);
    return mixed == 0 ? 1 : mixed;
  }

  private static String hex(long value) {
    return HexFormat.of().toHexDigits(value);
  }
}
