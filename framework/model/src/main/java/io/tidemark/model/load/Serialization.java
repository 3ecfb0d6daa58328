package io.tidemark.model.load;

import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import java.util.Optional;

/**
 * How long one thread takes to make the body of a message from its values: measured apart, before
 * the load.
 *
 * @param format of the bodies
 * @param meanMicros of one body, over all that were made
 * @param bodies different bodies that were made again and again
 * @param duringLoad whether load threads do this for each message, after it is due: then it is a
 *     part of the schedule delay. Otherwise no latency includes it
 */
public record Serialization(Format format, double meanMicros, int bodies, boolean duringLoad) {
  public static final Part<Optional<Serialization>> PART =
      new Part<Optional<Serialization>>("serialization", Written.IF_ANY, Optional.empty()) {};

  /** What bodies are. */
  public enum Format {
    AVRO("Avro"),
    TEMPLATE("template"),
    CLOUD_EVENTS("CloudEvents");

    private final String text;

    Format(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** {@code Avro, 2.80 us for each body, which no latency includes}. */
  public String text(String mean) {
    return format
        + ", "
        + mean
        + " for each body, which "
        + (duringLoad ? "the schedule delay includes" : "no latency includes");
  }
}
