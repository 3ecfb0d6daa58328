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
  SENT(Group.SENDING, "sentMessages", "sendRatePerSecond", "messages handed to the driver"),
  SENT_BYTES(Group.SENDING, "sentBytes", "payload bytes handed to the driver"),
  ACKNOWLEDGED(
      Group.SENDING,
      "acknowledgedMessages",
      "publishRatePerSecond",
      "messages acknowledged by the broker"),
  ACKNOWLEDGED_BYTES(
      Group.SENDING,
      "acknowledgedBytes",
      "publishBytesPerSecond",
      "payload bytes acknowledged by the broker"),
  FAILED(Group.SENDING, "failedMessages", "publishErrorRatePerSecond", "sends that failed"),
  /** Messages of this run. */
  RECEIVED(
      Group.RECEIVING,
      "receivedMessages",
      "consumeRatePerSecond",
      "messages received, in a request/reply run the replies"),
  RECEIVED_BYTES(
      Group.RECEIVING, "receivedBytes", "consumeBytesPerSecond", "payload bytes received"),
  /** Reported by the driver's consumers. */
  CONSUMER_ERRORS(Group.RECEIVING, "consumerErrors", "errors of consumers"),
  FOREIGN(
      Group.RECEIVING,
      "foreignMessages",
      "messages received with the stamp of another run, or without one where there should be one"),
  CORRUPTED(Group.RECEIVING, "corruptedMessages", "messages received with a damaged stamp or body"),
  NEGATIVE_END_TO_END(
      Group.RECEIVING,
      "negativeEndToEndLatencies",
      "end-to-end latencies below 0 after clock correction, counted and not recorded"),
  OVERFLOWED(
      Group.SENDING,
      "overflowedLatencies",
      "latencies above the range of the histograms, recorded as its highest value"),
  REDELIVERED(
      Group.RECEIVING,
      "redeliveredMessages",
      "deliveries that the broker marked as redelivered, if the driver reports it"),

  REQUESTS_RECEIVED(Group.ROUND_TRIPS, "receivedRequests", "requests handed to responders"),
  REPLIES_SENT(Group.ROUND_TRIPS, "sentReplies", "replies accepted by the broker"),
  REPLIES_FAILED(Group.ROUND_TRIPS, "failedReplies", "replies whose send failed"),
  ANSWERED(
      Group.ROUND_TRIPS, "answeredRequests", "roundTripRatePerSecond", "requests answered in time"),
  TIMED_OUT(Group.ROUND_TRIPS, "timedOutRequests", "requests without a reply within the timeout"),
  LATE(Group.ROUND_TRIPS, "lateReplies", "first replies after the timeout of their request"),
  DUPLICATE_REPLIES(Group.ROUND_TRIPS, "duplicateReplies", "replies to answered requests"),
  NEVER_ASKED(
      Group.ROUND_TRIPS, "neverAskedReplies", "replies that match no request of their receiver"),

  CLIENTS_OPENED(Group.CLIENTS, "openedClients", "clients opened during the load"),
  CLIENTS_FAILED(
      Group.CLIENTS, "failedClients", "clients that could not be opened during the load"),

  /**
   * Acknowledged messages whose future was complete before the engine could register its callback
   * and does not carry the time of its completion. Their publish latency ends at the registration;
   * the true one is between 0 and that.
   */
  UNSTAMPED_MESSAGES(
      Group.UNSTAMPED,
      "unstampedMessages",
      "acknowledged messages whose publish latency may be too long"),
  /** The sum; results have the mean. */
  UNSTAMPED_ERROR_NANOS(
      Group.UNSTAMPED,
      "publishLatencyErrorMeanMicros",
      "by how much these publish latencies may be too long, on average"),
  /** The highest value, not a sum. */
  UNSTAMPED_WORST_ERROR_NANOS(
      Group.UNSTAMPED,
      "publishLatencyErrorMaxMicros",
      "by how much one of these publish latencies may be too long"),

  FILTERED_MESSAGES(
      Group.FILTERED,
      "filteredMessages",
      "messages acknowledged, and filtered out by all consumers"),

  REFUSALS(Group.OUTCOMES, "refusals", "deliveries that consumers refused, with `outcomes`"),
  DEAD_LETTERS(
      Group.OUTCOMES,
      "deadLetters",
      "dead letters received, and messages dropped as planned without `deadLetters`"),

  OVERTAKEN(
      Group.PRIORITIES,
      "overtakenMessages",
      "messages received after one of a lower priority, which their consumer received more than"
          + " 100 ms after they were sent");

  /** Counters that belong together. */
  public enum Group {
    SENDING(""),
    RECEIVING(""),
    /** Requests and replies; all 0 in runs of other patterns. */
    ROUND_TRIPS("/roundTrips"),
    /** Clients that join, are opened again or serve some messages each; all 0 in other runs. */
    CLIENTS("/clients"),
    /** Messages that were acknowledged at a time that is not known exactly. */
    UNSTAMPED("/unstamped"),
    /** Messages that consumers filter out; all 0 in other runs. */
    FILTERED("/filtered"),
    /** Messages that consumers refuse; all 0 in other runs. */
    OUTCOMES("/outcomes"),
    /** Messages of different priorities; all 0 in other runs. */
    PRIORITIES("/priorities");

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
  private final String meaning;
  private final JsonPointer pointer;

  Counter(Group group, String key, String meaning) {
    this(group, key, null, meaning);
  }

  Counter(Group group, String key, @Nullable String rateKey, String meaning) {
    this.group = group;
    this.key = key;
    this.rateKey = rateKey;
    this.meaning = meaning;
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

  /** What it counts, without a full stop. */
  public String meaning() {
    return meaning;
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
