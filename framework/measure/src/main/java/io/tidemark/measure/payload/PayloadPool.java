package io.tidemark.measure.payload;

import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.SeededRandom;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Bodies of messages, created once. A message is a copy of one of them with an envelope. Immutable;
 * each producer has a separate {@link Draw}.
 */
public final class PayloadPool {
  /** A range has no more different sizes, so that a draw finds a body whose hash is known. */
  private static final int MOST_SIZES = 1024;

  private static final int LEAST_SIZES = 16;

  /** To be hashed, or to be kept where each size needs its own bytes. */
  private static final long MOST_RANGE_BYTES = 64L << 20;

  private final List<Bodies> bySize;
  private final AliasTable sizes;
  private final int largestBytes;

  /**
   * One body.
   *
   * @param bytes shared; to be copied, never written; may be longer than the body
   * @param length of the body, bytes
   * @param form of its envelope
   * @param hash of what the envelope leaves, see {@link EnvelopeWriter#bodyHash}
   */
  @SuppressWarnings("ArrayRecordComponent") // identity is all that is needed
  public record Body(byte[] bytes, int length, EnvelopeForm form, long hash) {

    /** The message without its envelope. */
    public byte[] copy() {
      return Arrays.copyOf(bytes, length);
    }
  }

  /** Of one size, in turn, or of a range, at random. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Bodies(Body[] all, boolean ofRange) {}

  /**
   * @param seed of random content
   */
  public PayloadPool(PayloadSpec spec, long seed, EnvelopeLayout layout) {
    this.sizes = new AliasTable(spec.sizes().stream().mapToDouble(WeightedSize::weight).toArray());
    this.bySize =
        spec.sizes().stream()
            .map(
                size ->
                    size.isRange()
                        ? ofRange(spec.content(), seed, size, layout)
                        : ofSize(spec.content(), seed, size.payloadBytes(), layout))
            .toList();
    this.largestBytes = spec.sizes().stream().mapToInt(WeightedSize::upTo).max().orElse(0);
  }

  private static Bodies ofSize(Content content, long seed, int size, EnvelopeLayout layout) {
    return new Bodies(
        PayloadContent.bodies(content, seed, size).stream()
            .map(bytes -> body(bytes, size, layout))
            .toArray(Body[]::new),
        false);
  }

  /** Sizes at equal distances, from one end of the range to the other. */
  private static Bodies ofRange(
      Content content, long seed, WeightedSize range, EnvelopeLayout layout) {
    long width = (long) range.upTo() - range.payloadBytes();
    long affordable = (long) (MOST_RANGE_BYTES / Math.max(1, range.meanBytes()));
    int steps = (int) Math.min(width, Math.max(LEAST_SIZES, Math.min(MOST_SIZES, affordable)) - 1);
    List<byte[]> shared =
        PayloadContent.isSameWhenCut(content)
            ? PayloadContent.bodies(content, seed, range.upTo())
            : List.of();
    Body[] all = new Body[steps + 1];
    for (int i = 0; i <= steps; i++) {
      int length = range.payloadBytes() + (int) (width * i / Math.max(1, steps));
      byte[] bytes =
          shared.isEmpty()
              ? PayloadContent.body(content, seed, length, i)
              : shared.get(i % shared.size());
      all[i] = body(bytes, length, layout);
    }
    return new Bodies(all, true);
  }

  static Body body(byte[] bytes, int length, EnvelopeLayout layout) {
    EnvelopeForm form = layout.formOf(length);
    return new Body(bytes, length, form, EnvelopeWriter.bodyHash(bytes, length, layout));
  }

  /** The size of the largest message. */
  public int largestBytes() {
    return largestBytes;
  }

  /** A producer's own sequence of bodies, the same for the same seed. */
  public Draw draw(long seed, int producer) {
    return new Draw(this, SeededRandom.of(seed, producer), producer);
  }

  /** Bodies that are chosen elsewhere, by the number of the message. */
  public static Draw given(LongFunction<Body> choice) {
    return new Draw(choice);
  }

  /** Picks sizes by weight and bodies of one size in turn. Not thread-safe. */
  public static final class Draw {
    private final Bodies[] bodies;
    private final AliasTable sizes;
    private final SeededRandom random;
    private final @Nullable LongFunction<Body> choice;
    private long number;
    private int turn;

    private Draw(LongFunction<Body> choice) {
      this.bodies = new Bodies[0];
      this.sizes = new AliasTable(new double[] {1});
      this.random = SeededRandom.of(0, 0);
      this.choice = choice;
    }

    private Draw(PayloadPool pool, SeededRandom random, int firstTurn) {
      this.bodies = pool.bySize.toArray(Bodies[]::new);
      this.sizes = pool.sizes;
      this.random = random;
      this.choice = null;
      this.turn = firstTurn;
    }

    /** A body of the first size, without a change of the sequence. */
    public Body first() {
      return bodies[0].all[0];
    }

    public Body next() {
      if (choice != null) {
        return choice.apply(number++);
      }
      Bodies drawn = bodies.length == 1 ? bodies[0] : bodies[sizes.draw(random)];
      Body[] all = drawn.all;
      if (all.length == 1) {
        return all[0];
      }
      if (drawn.ofRange) {
        return all[random.nextInt(all.length)];
      }
      turn = (turn + 1) & Integer.MAX_VALUE;
      return all[turn % all.length];
    }
  }
}
