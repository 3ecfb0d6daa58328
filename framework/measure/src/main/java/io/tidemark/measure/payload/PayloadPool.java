package io.tidemark.measure.payload;

import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.SeededRandom;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import java.util.ArrayList;
import java.util.List;

/**
 * Bodies of messages, created once. A message is a copy of one of them with an envelope. Immutable;
 * each producer has a separate {@link Draw}.
 */
public final class PayloadPool {
  private final List<List<Body>> bySize;
  private final AliasTable sizes;
  private final int largestBytes;

  /**
   * One body.
   *
   * @param bytes shared; to be copied, never written
   * @param form of its envelope
   * @param hash of what the envelope leaves, see {@link EnvelopeWriter#bodyHash}
   */
  @SuppressWarnings("ArrayRecordComponent") // identity is all that is needed
  public record Body(byte[] bytes, EnvelopeForm form, long hash) {}

  /**
   * @param seed of random content
   */
  public PayloadPool(PayloadSpec spec, long seed, EnvelopeLayout layout) {
    this.sizes = new AliasTable(spec.sizes().stream().mapToDouble(WeightedSize::weight).toArray());
    List<List<Body>> bodies = new ArrayList<>();
    int largest = 0;
    for (WeightedSize size : spec.sizes()) {
      int bytes = size.payloadBytes();
      EnvelopeForm form = layout.formOf(bytes);
      bodies.add(
          PayloadContent.bodies(spec.content(), seed, bytes).stream()
              .map(body -> new Body(body, form, EnvelopeWriter.bodyHash(body, layout)))
              .toList());
      largest = Math.max(largest, bytes);
    }
    this.bySize = bodies;
    this.largestBytes = largest;
  }

  /** The size of the largest message. */
  public int largestBytes() {
    return largestBytes;
  }

  /** A producer's own sequence of bodies, the same for the same seed. */
  public Draw draw(long seed, int producer) {
    return new Draw(this, SeededRandom.of(seed, producer), producer);
  }

  /** Picks sizes by weight and bodies in turn. Not thread-safe. */
  public static final class Draw {
    private final Body[][] bodies;
    private final AliasTable sizes;
    private final SeededRandom random;
    private int turn;

    private Draw(PayloadPool pool, SeededRandom random, int firstTurn) {
      this.bodies =
          pool.bySize.stream().map(list -> list.toArray(Body[]::new)).toArray(Body[][]::new);
      this.sizes = pool.sizes;
      this.random = random;
      this.turn = firstTurn;
    }

    public Body next() {
      Body[] ofSize = bodies.length == 1 ? bodies[0] : bodies[sizes.draw(random)];
      if (ofSize.length == 1) {
        return ofSize[0];
      }
      turn = (turn + 1) & Integer.MAX_VALUE;
      return ofSize[turn % ofSize.length];
    }
  }
}
