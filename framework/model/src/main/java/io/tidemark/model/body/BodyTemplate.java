package io.tidemark.model.body;

import io.tidemark.model.load.PayloadSpec.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * A text with directives such as {@code #{uniform:1..6}}, ready to be filled: the same values for
 * the same seed on every machine. Immutable; {@link Filling} has the state.
 */
public final class BodyTemplate {
  private final List<TemplatePart> parts;
  private final List<Table> tables;
  private final boolean perMessage;

  BodyTemplate(List<TemplatePart> parts, List<Table> tables, boolean perMessage) {
    this.parts = List.copyOf(parts);
    this.tables = List.copyOf(tables);
    this.perMessage = perMessage;
  }

  /**
   * Whether it has the number or time of a message, so that each must be filled when it is sent.
   */
  public boolean isPerMessage() {
    return perMessage;
  }

  /** What it looks values up in. */
  public List<Table> tables() {
    return tables;
  }

  /** Fills it again and again. */
  public Filling filling(long seed) {
    return new Filling(parts, new FillState(tables, seed));
  }

  /** Not thread-safe. */
  public static final class Filling {
    private final TemplatePart[] parts;
    private final BodyText text = new BodyText();
    private final FillState state;

    private Filling(List<TemplatePart> parts, FillState state) {
      this.parts = parts.toArray(TemplatePart[]::new);
      this.state = state;
    }

    /**
     * The next body.
     *
     * @param messageNumber of its message
     * @param messageEpochNanos when its message is sent
     */
    public byte[] next(long messageNumber, long messageEpochNanos) {
      state.epochNanos = messageEpochNanos;
      return next(messageNumber);
    }

    private byte[] next(long messageNumber) {
      state.sequence = messageNumber;
      state.begin();
      text.clear();
      for (TemplatePart part : parts) {
        part.write(text, state);
      }
      state.body++;
      return text.copy();
    }

    /**
     * The next bodies, as those of messages from number 0 on.
     *
     * @param mostBytes of all of them together
     */
    public List<byte[]> pool(int bodies, long mostBytes) throws BodyException {
      List<byte[]> pool = new ArrayList<>();
      long bytes = 0;
      for (int i = 0; i < bodies; i++) {
        byte[] made = next(i);
        bytes += made.length;
        PoolLimit.check(i + 1, bodies, bytes, mostBytes);
        pool.add(made);
      }
      return pool;
    }
  }
}
