package io.tidemark.measure;

/**
 * One producer's part in a schedule. Of {@code producers} in the whole run the one with the index
 * {@code p} has messages p, p + producers, p + 2 producers, ... of it, or, with Poisson arrivals, a
 * random stream of its own at its share of the rate. Not thread-safe; one owner at a time.
 */
public final class Pacer {
  private RateCurve curve;
  private final double producers;
  private final double phase;
  private final SeededRandom random;
  private long count;
  private double position;
  private int piece;
  private volatile long dueEpochNanos;

  private Pacer(RateCurve curve, int producers, double phase, SeededRandom random) {
    this.curve = curve;
    this.producers = producers;
    this.phase = phase;
    this.random = random;
    this.position = random == null ? phase : producers * random.nextExponential();
    follow(curve);
  }

  /** Equal distances; the producer's index is its phase. */
  public static Pacer uniform(RateCurve curve, int producers, int producer) {
    return new Pacer(curve, producers, producer, null);
  }

  /** Independent exponential distances, the same ones for the same seed. */
  public static Pacer poisson(RateCurve curve, int producers, int producer, long seed) {
    return new Pacer(curve, producers, producer, SeededRandom.of(seed, producer));
  }

  /** When the next message is due; {@link RateCurve#NEVER} if never. Readable by all threads. */
  public long nextDueEpochNanos() {
    return dueEpochNanos;
  }

  /** The next message has been sent. */
  public void advance() {
    count++;
    position =
        random == null
            ? count * producers + phase
            : position + producers * random.nextExponential();
    piece = curve.pieceOf(position, piece);
    DUE.setOpaque(this, curve.dueEpochNanos(position, piece));
  }

  /** Goes on by a schedule that is the old one up to some moment. */
  public void follow(RateCurve changed) {
    curve = changed;
    piece = changed.pieceOf(position, 0);
    DUE.setOpaque(this, changed.dueEpochNanos(position, piece));
  }

  /** Messages that are due by a moment and have not been sent; approximate for other threads. */
  public long debt(long epochNanos) {
    return (long) Math.max(0, Math.ceil((curve.dueBy(epochNanos) - position) / producers));
  }

  private static final java.lang.invoke.VarHandle DUE;

  static {
    try {
      DUE =
          java.lang.invoke.MethodHandles.lookup()
              .findVarHandle(Pacer.class, "dueEpochNanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
