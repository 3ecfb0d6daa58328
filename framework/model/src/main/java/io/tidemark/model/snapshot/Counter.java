package io.tidemark.model.snapshot;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Counters of workers. A constant is the only declaration of a counter: it is the index of the
 * array that counts it, from a worker's stripes to the sums of a run, and has its names in the
 * worker protocol and in results. A new counter needs a constant here and the code that counts it.
 *
 * <p>All are numbers of messages unless the name says otherwise (clients, nanoseconds).
 */
public enum Counter {
  /** Handed to the driver. */
  SENT(Group.SENDING, "sentMessages", "sendRatePerSecond"),
  /** Their payloads. */
  SENT_BYTES(Group.SENDING, "sentBytes"),
  /** Futures completed. */
  ACKNOWLEDGED(Group.SENDING, "acknowledgedMessages", "publishRatePerSecond"),
  /** Their payloads. */
  ACKNOWLEDGED_BYTES(Group.SENDING, "acknowledgedBytes", "publishBytesPerSecond"),
  /** Futures completed exceptionally, and exceptions thrown by a send. */
  FAILED(Group.SENDING, "failedMessages", "publishErrorRatePerSecond"),
  /** Handed to the callback, of this run; in a request/reply run the replies. */
  RECEIVED(Group.RECEIVING, "receivedMessages", "consumeRatePerSecond"),
  /** Their payloads. */
  RECEIVED_BYTES(Group.RECEIVING, "receivedBytes", "consumeBytesPerSecond"),
  /** Reported by the driver's consumers. */
  CONSUMER_ERRORS(Group.RECEIVING, "consumerErrors"),
  /** Received with the stamp of another run, or without one where there should be one. */
  FOREIGN(Group.RECEIVING, "foreignMessages"),
  /** Received with a damaged stamp or body. */
  CORRUPTED(Group.RECEIVING, "corruptedMessages"),
  /** End-to-end latencies below 0 after clock correction: counted and not recorded. */
  NEGATIVE_END_TO_END(Group.RECEIVING, "negativeEndToEndLatencies"),
  /** Values above the range of the histograms, recorded as the highest value. */
  OVERFLOWED(Group.SENDING, "overflowedLatencies"),
  /** Received twice within one interval; part of the audit. */
  DUPLICATED_IN_INTERVAL(Group.RECEIVING, "duplicatedMessagesInInterval"),
  /** Deliveries that the broker marked as redelivered, if the driver reports it. */
  REDELIVERED(Group.RECEIVING, "redeliveredMessages"),

  /** Handed to responders. */
  REQUESTS_RECEIVED(Group.ROUND_TRIPS, "receivedRequests"),
  /** Accepted by the broker. */
  REPLIES_SENT(Group.ROUND_TRIPS, "sentReplies"),
  /** Replies whose send failed. */
  REPLIES_FAILED(Group.ROUND_TRIPS, "failedReplies"),
  /** Requests whose reply came before their timeout. */
  ANSWERED(Group.ROUND_TRIPS, "answeredRequests", "roundTripRatePerSecond"),
  /** Requests without a reply within the timeout. */
  TIMED_OUT(Group.ROUND_TRIPS, "timedOutRequests"),
  /** First replies to requests that had timed out. */
  LATE(Group.ROUND_TRIPS, "lateReplies"),
  /** Replies to requests that had been answered. */
  DUPLICATE_REPLIES(Group.ROUND_TRIPS, "duplicateReplies"),
  /** Replies that match no request of their receiver. */
  NEVER_ASKED(Group.ROUND_TRIPS, "neverAskedReplies"),

  /** Clients that were opened while the load was under way. */
  CLIENTS_OPENED(Group.CLIENTS, "openedClients"),
  /** Clients that could not be opened. */
  CLIENTS_FAILED(Group.CLIENTS, "failedClients"),

  /**
   * Acknowledged messages whose future was complete before the engine could register its callback
   * and does not carry the time of its completion. Their publish latency ends at the registration;
   * the true one is between 0 and that.
   */
  UNSTAMPED_MESSAGES(Group.UNSTAMPED, "unstampedMessages"),
  /** The sum by which their publish latencies may be too long; results have the mean. */
  UNSTAMPED_ERROR_NANOS(Group.UNSTAMPED, "publishLatencyErrorMeanMicros"),
  /** By how much one of them may be too long: the highest value, not a sum. */
  UNSTAMPED_WORST_ERROR_NANOS(Group.UNSTAMPED, "publishLatencyErrorMaxMicros"),

  /** Acknowledged, and filtered out by all consumers: no subscription receives them. */
  FILTERED_MESSAGES(Group.FILTERED, "filteredMessages");

  /** Counters that belong together. */
  public enum Group {
    SENDING(""),
    RECEIVING(""),
    /** Requests and replies; all 0 in runs of other patterns. */
    ROUND_TRIPS("/roundTrips"),
    /** Clients that join, leave or are opened again; all 0 in other runs. */
    CLIENTS("/clients"),
    /** Messages that were acknowledged at a time that is not known exactly. */
    UNSTAMPED("/unstamped"),
    /** Messages that consumers filter out; all 0 in other runs. */
    FILTERED("/filtered");

    private final String path;

    Group(String path) {
      this.path = path;
    }
  }

  /** How many there are. */
  public static final int COUNT = values().length;

  private final Group group;
  private final String key;
  private final @Nullable String rateKey;
  private final JsonPointer pointer;

  Counter(Group group, String key) {
    this(group, key, null);
  }

  Counter(Group group, String key, @Nullable String rateKey) {
    this.group = group;
    this.key = key;
    this.rateKey = rateKey;
    String constant = name().replaceFirst("^" + group.name() + "_", "").toLowerCase(Locale.ROOT);
    String name =
        Pattern.compile("_(.)")
            .matcher(constant)
            .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    this.pointer = JsonPointer.compile(group.path + "/" + name);
  }

  public Group group() {
    return group;
  }

  /** Its name in results. */
  public String key() {
    return key;
  }

  /** The name of its rate in results; null: results have none. */
  public @Nullable String rateKey() {
    return rateKey;
  }

  /**
   * The name of its rate in results.
   *
   * @throws IllegalStateException if results have none
   */
  public String rateName() {
    if (rateKey == null) {
      throw new IllegalStateException(this + " has no rate");
    }
    return rateKey;
  }

  /**
   * Those that have a rate in results.
   *
   * @param roundTrips whether those of round trips are among them
   */
  public static List<Counter> rated(boolean roundTrips) {
    return Arrays.stream(values())
        .filter(counter -> counter.rateKey != null)
        .filter(counter -> roundTrips || counter.group != Group.ROUND_TRIPS)
        .toList();
  }

  /** Its place in the worker protocol, {@code /roundTrips/answered} for example. */
  JsonPointer pointer() {
    return pointer;
  }

  /** The combination of two numbers. */
  public long merge(long one, long other) {
    return this == UNSTAMPED_WORST_ERROR_NANOS ? Math.max(one, other) : one + other;
  }
}
