package io.tidemark.model.load;

import io.tidemark.driver.settings.Key;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What messages consist of. Payload bodies are made once, before the load starts; each message is a
 * fresh copy of one of them with its envelope written into it.
 *
 * @param sizes possible sizes with their weights; empty: each body has its own size
 * @param content where the bytes come from
 */
public record PayloadSpec(List<WeightedSize> sizes, Content content) {

  /**
   * One size, or a range of sizes that are equally frequent.
   *
   * @param payloadBytes the whole payload with the envelope, in bytes; of a range: the smallest
   * @param largestBytes of a range: the largest, which is part of it
   * @param weight relative frequency, above 0
   */
  public record WeightedSize(
      @Key(
              name = "size",
              value = "Size of the message.",
              size = true,
              range = "0..1GB",
              required = true)
          int payloadBytes,
      @Key(
              name = "upTo",
              value =
                  "Makes it a range: sizes from `size` to this one, both included, are equally"
                      + " frequent.",
              size = true,
              range = "0..1GB")
          Optional<Integer> largestBytes,
      @Key(value = "Relative frequency.", range = "0..", required = true) double weight) {
    public WeightedSize {
      if (payloadBytes < 0) {
        throw new IllegalArgumentException("payloadBytes must not be negative: " + payloadBytes);
      }
      if (largestBytes.orElse(payloadBytes) < payloadBytes) {
        throw new IllegalArgumentException(
            "the range ends before it begins: " + payloadBytes + " to " + largestBytes.get());
      }
      if (!(weight > 0) || Double.isInfinite(weight)) {
        throw new IllegalArgumentException("weight must be above 0: " + weight);
      }
    }

    public WeightedSize(int payloadBytes, double weight) {
      this(payloadBytes, Optional.empty(), weight);
    }

    public boolean isRange() {
      return largestBytes.isPresent();
    }

    /** The largest size. */
    public int upTo() {
      return largestBytes.orElse(payloadBytes);
    }

    public double meanBytes() {
      return ((double) payloadBytes + upTo()) / 2;
    }
  }

  /** Where the bytes of a payload come from. */
  public sealed interface Content permits Zeros, OmbRandom, Entropy, Corpus, Sized {}

  /** Bodies that have their own sizes. */
  public sealed interface Sized extends Content permits Template, Event, Unread {
    /** Smallest body of a sample. */
    int smallestBytes();

    /** Mean size of the sample's bodies. */
    double meanBytes();

    /** Largest body of the sample. */
    int largestBytes();
  }

  /** All zero, as OMB without a payload file would. */
  public record Zeros() implements Content {}

  /**
   * OMB's {@code useRandomizedPayloads}: a random prefix, then zeros, in a fixed pool.
   *
   * @param randomBytesRatio share of random bytes, 0 to 1
   * @param poolSize number of different payloads, at least 1
   */
  public record OmbRandom(double randomBytesRatio, int poolSize) implements Content {
    public OmbRandom {
      requireShare("randomBytesRatio", randomBytesRatio);
      requirePool(poolSize);
    }
  }

  /**
   * Bytes that compress to about a stated share of their size.
   *
   * @param compressedShare compressed size over size, 0 (all the same) to 1 (incompressible)
   * @param poolSize number of different payloads, at least 1
   */
  public record Entropy(double compressedShare, int poolSize) implements Content {
    public Entropy {
      requireShare("compressedShare", compressedShare);
      requirePool(poolSize);
    }
  }

  /** In which order bodies are sent. */
  public enum Order {
    /** Each producer sends all of them in turn, beginning with another one. */
    IN_TURN,
    /** The producers together send them in turn: message n is body n. */
    SEQUENTIAL,
    /** Drawn by the seed. */
    RANDOM
  }

  /**
   * Given bodies (a payload file, a corpus directory, a template's products). Without {@link
   * #sizes}, or with one size that equals their own, they are used as they are; else cut or
   * repeated.
   */
  public record Corpus(List<byte[]> bodies, Order order) implements Content {
    public Corpus {
      bodies = List.copyOf(bodies);
      if (bodies.isEmpty()) {
        throw new IllegalArgumentException("a corpus needs at least one body");
      }
    }

    public Corpus(List<byte[]> bodies) {
      this(bodies, Order.IN_TURN);
    }
  }

  /**
   * A text that is filled anew for each message, because it has its number or time.
   *
   * @param json whether values are escaped for JSON
   * @param tables that it looks values up in
   * @param smallestBytes of a sample of its bodies
   * @param meanBytes of the sample
   * @param largestBytes of the sample
   */
  public record Template(
      String text,
      boolean json,
      List<Table> tables,
      int smallestBytes,
      double meanBytes,
      int largestBytes)
      implements Sized {
    public Template {
      tables = List.copyOf(tables);
    }
  }

  /**
   * JSON documents around other bodies, such as CloudEvents: {@code head}, a body, and a brace.
   *
   * @param head a template that is filled for each message
   * @param data the bodies, which are JSON and have their own sizes
   * @param smallestBytes of a sample of the documents
   * @param meanBytes of the sample
   * @param largestBytes of the sample
   */
  public record Event(
      String head, Content data, int smallestBytes, double meanBytes, int largestBytes)
      implements Sized {}

  /** Bodies of files that are not read, as in a stored run; sizes of 0 are not known. */
  public record Unread(int smallestBytes, double meanBytes, int largestBytes) implements Sized {
    public static final Unread UNKNOWN = new Unread(0, 0, 0);
  }

  /**
   * Values of a file.
   *
   * @param file as the template names it
   * @param columns names
   * @param rows a value for each column
   */
  public record Table(String file, List<String> columns, List<List<String>> rows) {
    public Table {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
    }
  }

  public PayloadSpec {
    sizes = List.copyOf(sizes);
    if (sizes.isEmpty() && !(content instanceof Corpus || content instanceof Sized)) {
      throw new IllegalArgumentException("a payload needs at least one size");
    }
  }

  /** The smallest message, bytes; of a template that of a sample. */
  public int smallestBytes() {
    if (!sizes.isEmpty()) {
      return sizes.stream().mapToInt(WeightedSize::payloadBytes).min().orElseThrow();
    }
    return content instanceof Corpus corpus
        ? corpus.bodies().stream().mapToInt(body -> body.length).min().orElseThrow()
        : ((Sized) content).smallestBytes();
  }

  /** The only size, or the first of several; without sizes the largest. */
  public int firstBytes() {
    return sizes.isEmpty() ? largestBytes() : sizes.get(0).payloadBytes();
  }

  /** All sizes, bytes; of a range the first and the last, as of bodies with their own sizes. */
  public Stream<Integer> endsBytes() {
    if (sizes.isEmpty()) {
      return content instanceof Unread
          ? Stream.empty()
          : Stream.of(smallestBytes(), largestBytes());
    }
    return sizes.stream().flatMap(size -> Stream.of(size.payloadBytes(), size.upTo()));
  }

  /** The largest message, bytes; of a template that of a sample. */
  public int largestBytes() {
    if (!sizes.isEmpty()) {
      return sizes.stream().mapToInt(WeightedSize::upTo).max().orElseThrow();
    }
    return content instanceof Corpus corpus
        ? corpus.bodies().stream().mapToInt(body -> body.length).max().orElseThrow()
        : ((Sized) content).largestBytes();
  }

  /** The mean by weight, bytes; of a template that of a sample. */
  public double meanBytes() {
    if (!sizes.isEmpty()) {
      double weights = sizes.stream().mapToDouble(WeightedSize::weight).sum();
      return sizes.stream().mapToDouble(size -> size.meanBytes() * size.weight()).sum() / weights;
    }
    return content instanceof Corpus corpus
        ? corpus.bodies().stream().mapToInt(body -> body.length).average().orElseThrow()
        : ((Sized) content).meanBytes();
  }

  /** Zero-filled messages of one size. */
  public static PayloadSpec zeros(int payloadBytes) {
    return new PayloadSpec(List.of(new WeightedSize(payloadBytes, 1)), new Zeros());
  }

  private static void requireShare(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(name + " must be between 0 and 1, got " + share);
    }
  }

  private static void requirePool(int poolSize) {
    if (poolSize < 1) {
      throw new IllegalArgumentException("poolSize must be at least 1, got " + poolSize);
    }
  }
}
