package io.tidemark.measure.payload;

import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.SeededRandom;
import io.tidemark.model.body.BodyException;
import io.tidemark.model.body.BodyTemplate;
import io.tidemark.model.body.TemplateParser;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Event;
import io.tidemark.model.load.PayloadSpec.Order;
import io.tidemark.model.load.PayloadSpec.Table;
import io.tidemark.model.load.PayloadSpec.Template;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bodies of messages. They are created once, but for a template that has the number or time of a
 * message. A message is a copy of a body with an envelope. Immutable; each producer has a separate
 * {@link Draw}.
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
  private final EnvelopeLayout layout;

  /** A template that is filled for each message; null if all bodies are made beforehand. */
  private final @Nullable BodyTemplate template;

  /** The bodies that are the data of events; null if bodies are sent as they are. */
  private final @Nullable PayloadPool data;

  private final List<WeightedSize> sizesOfTemplate;
  private final LongSupplier epochNanos;

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

  /** The bodies of one size, in an order, or of a range, at random. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Bodies(Body[] all, Order order) {}

  /**
   * @param seed of random content
   * @param epochNanos the time that is written into bodies
   */
  public PayloadPool(PayloadSpec spec, long seed, EnvelopeLayout layout, LongSupplier epochNanos) {
    boolean ownSizes = spec.sizes().isEmpty();
    this.layout = layout;
    this.sizes =
        new AliasTable(
            ownSizes
                ? new double[] {1}
                : spec.sizes().stream().mapToDouble(WeightedSize::weight).toArray());
    Content content = spec.content();
    this.template = FilledBodies.template(content);
    this.data =
        content instanceof Event event
            ? new PayloadPool(new PayloadSpec(List.of(), event.data()), seed, layout, epochNanos)
            : null;
    this.sizesOfTemplate = spec.sizes();
    this.epochNanos = epochNanos;
    if (template != null) {
      this.bySize = List.of();
    } else if (ownSizes) {
      this.bySize = List.of(asTheyAre((Corpus) spec.content(), layout));
    } else {
      this.bySize =
          spec.sizes().stream()
              .map(
                  size ->
                      size.isRange()
                          ? ofRange(spec.content(), seed, size, layout)
                          : ofSize(spec.content(), seed, size.payloadBytes(), layout))
              .toList();
    }
    this.largestBytes = spec.largestBytes();
  }

  private static Bodies asTheyAre(Corpus corpus, EnvelopeLayout layout) {
    return new Bodies(
        corpus.bodies().stream()
            .map(bytes -> body(bytes, bytes.length, layout))
            .toArray(Body[]::new),
        corpus.order());
  }

  private static Bodies ofSize(Content content, long seed, int size, EnvelopeLayout layout) {
    return new Bodies(
        PayloadContent.bodies(content, seed, size).stream()
            .map(bytes -> body(bytes, size, layout))
            .toArray(Body[]::new),
        content instanceof Corpus corpus ? corpus.order() : Order.IN_TURN);
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
    return new Bodies(all, Order.RANDOM);
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
    if (template == null) {
      return new PooledDraw(this, SeededRandom.of(seed, producer), producer);
    }
    FilledDraw filled = new FilledDraw(this, template, seed, producer);
    return data == null ? filled : new EventDraw(filled, data.draw(seed, producer), layout);
  }

  /** Bodies that are chosen elsewhere, by the number of the message. */
  public static Draw given(LongFunction<Body> choice) {
    return new Draw() {
      private long number;

      @Override
      public Body next() {
        return choice.apply(number++);
      }

      @Override
      public Body first() {
        return choice.apply(0);
      }
    };
  }

  /** Gives the bodies of a producer's messages. Not thread-safe. */
  public abstract static class Draw {
    Draw() {}

    public abstract Body next();

    /** A body of the first size, without a change of the sequence. */
    public abstract Body first();
  }

  /** Picks sizes by weight and bodies of one size in their order. */
  private static final class PooledDraw extends Draw {
    private final Bodies[] bodies;
    private final AliasTable sizes;
    private final SeededRandom random;
    private final int producer;
    private final int producers;
    private int turn;
    private long number;

    private PooledDraw(PayloadPool pool, SeededRandom random, int producer) {
      this.bodies = pool.bySize.toArray(Bodies[]::new);
      this.sizes = pool.sizes;
      this.random = random;
      this.producer = producer;
      this.producers = Math.max(1, pool.layout.producers());
      this.turn = producer;
    }

    @Override
    public Body first() {
      return bodies[0].all[0];
    }

    @Override
    public Body next() {
      Bodies drawn = bodies.length == 1 ? bodies[0] : bodies[sizes.draw(random)];
      Body[] all = drawn.all;
      if (all.length == 1) {
        return all[0];
      }
      if (drawn.order == Order.IN_TURN) {
        turn = (turn + 1) & Integer.MAX_VALUE;
        return all[turn % all.length];
      }
      return drawn.order == Order.RANDOM
          ? all[random.nextInt(all.length)]
          : all[(int) ((producer + producers * number++) % all.length)];
    }
  }

  /** Fills a template for each message. */
  private static final class FilledDraw extends Draw {
    private final PayloadPool pool;
    private final BodyTemplate template;
    private final long seed;
    private final int producer;
    private final SeededRandom random;
    private final BodyTemplate.Filling filling;
    private final int producers;
    private long number;

    private FilledDraw(PayloadPool pool, BodyTemplate template, long seed, int producer) {
      this.pool = pool;
      this.template = template;
      this.seed = seed;
      this.producer = producer;
      this.random = SeededRandom.of(seed, producer);
      this.filling = template.filling(random.nextLong());
      this.producers = Math.max(1, pool.layout.producers());
      this.number = producer;
    }

    @Override
    public Body first() {
      byte[] filled = firstText();
      return ofLength(
          filled,
          pool.sizesOfTemplate.isEmpty()
              ? filled.length
              : pool.sizesOfTemplate.get(0).payloadBytes());
    }

    @Override
    public Body next() {
      byte[] filled = nextText();
      return ofLength(filled, pool.sizesOfTemplate.isEmpty() ? filled.length : size());
    }

    private byte[] firstText() {
      return template.filling(seed).next(producer, pool.epochNanos.getAsLong());
    }

    private byte[] nextText() {
      byte[] filled = filling.next(number, pool.epochNanos.getAsLong());
      number += producers;
      return filled;
    }

    private int size() {
      WeightedSize size = pool.sizesOfTemplate.get(pool.sizes.draw(random));
      return size.payloadBytes() + random.nextInt(size.upTo() - size.payloadBytes() + 1);
    }

    private Body ofLength(byte[] filled, int length) {
      return body(
          length == filled.length ? filled : PayloadContent.fitted(filled, length),
          length,
          pool.layout);
    }
  }

  /** The attributes of an event, another body as its data, and a brace. */
  private static final class EventDraw extends Draw {
    private final FilledDraw attributes;
    private final Draw data;
    private final EnvelopeLayout layout;

    private EventDraw(FilledDraw attributes, Draw data, EnvelopeLayout layout) {
      this.attributes = attributes;
      this.data = data;
      this.layout = layout;
    }

    @Override
    public Body first() {
      return event(attributes.firstText(), data.first());
    }

    @Override
    public Body next() {
      return event(attributes.nextText(), data.next());
    }

    private Body event(byte[] head, Body body) {
      int length = head.length + body.length() + 1;
      byte[] event = Arrays.copyOf(head, length);
      System.arraycopy(body.bytes(), 0, event, head.length, body.length());
      event[length - 1] = '}';
      return PayloadPool.body(event, length, layout);
    }
  }

  /** Draws indexes by weight in constant time (Walker's method as Vose builds it). Immutable. */
  static final class AliasTable {
    private final double[] keep;
    private final int[] alias;

    AliasTable(double[] weights) {
      if (weights.length == 0) {
        throw new IllegalArgumentException("at least one weight");
      }
      int n = weights.length;
      double sum = Arrays.stream(weights).sum();
      double[] scaled = Arrays.stream(weights).map(weight -> weight / sum * n).toArray();
      keep = new double[n];
      alias = new int[n];
      Deque<Integer> small = new ArrayDeque<>();
      Deque<Integer> large = new ArrayDeque<>();
      for (int i = 0; i < n; i++) {
        keep[i] = 1;
        (scaled[i] < 1 ? small : large).add(i);
      }
      while (!small.isEmpty() && !large.isEmpty()) {
        int less = small.remove();
        int more = large.remove();
        keep[less] = scaled[less];
        alias[less] = more;
        scaled[more] -= 1 - scaled[less];
        (scaled[more] < 1 ? small : large).add(more);
      }
    }

    int draw(SeededRandom random) {
      int i = random.nextInt(keep.length);
      return random.nextDouble() < keep[i] ? i : alias[i];
    }
  }

  /** Templates that are filled for each message. */
  static final class FilledBodies {
    private FilledBodies() {}

    /** What is filled for each message; null if all bodies are made beforehand. */
    static @Nullable BodyTemplate template(Content content) {
      if (content instanceof Event event) {
        return parsed(event.head(), true, List.of());
      }
      return content instanceof Template text
          ? parsed(text.text(), text.json(), text.tables())
          : null;
    }

    private static BodyTemplate parsed(String text, boolean json, List<Table> tables) {
      try {
        return TemplateParser.parse(
            text,
            json,
            file ->
                tables.stream()
                    .filter(table -> table.file().equals(file))
                    .findFirst()
                    .orElseThrow(() -> new BodyException("the table is missing, got " + file)));
      } catch (BodyException e) { // The reader of the workload has refused such a template.
        throw new IllegalArgumentException(e.getMessage(), e);
      }
    }
  }
}
