package io.tidemark.worker.headers;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.base.Clock;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.ProbeSender;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.SpanIds;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.workload.MessageOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Gives the messages of one producer their headers: those of the workload, and the stamp if it is
 * in a header. One thread at a time.
 */
public final class HeaderSource implements UnaryOperator<BenchmarkProducer> {
  private final HeaderPool pool;
  private final Clock clock;

  /** Has prepared the stamp of the message that is sent; null if no header carries it. */
  private final @Nullable EnvelopeWriter stamps;

  private final RunSetup setup;
  private final int producer;
  private long number;

  private HeaderSource(
      HeaderPool pool, Clock clock, @Nullable EnvelopeWriter stamps, RunSetup setup, int producer) {
    this.setup = setup;
    this.producer = producer;
    this.pool = pool;
    this.clock = clock;
    this.stamps = stamps;
  }

  /** How a producer of a run is used: as it is, if the messages of the run have no headers. */
  public static UnaryOperator<BenchmarkProducer> of(
      RunSetup setup, int producer, Clock clock, EnvelopeWriter stamps) {
    MessageOptions messages = setup.messages();
    if (!messages.needHeaders()) {
      return UnaryOperator.identity();
    }
    HeaderPool pool = new HeaderPool(messages.headers(), messages.seed(), producer);
    return new HeaderSource(pool, clock, messages.stampInHeader() ? stamps : null, setup, producer);
  }

  /** A producer that sends each message with its headers; the engine never closes it. */
  @Override
  public BenchmarkProducer apply(BenchmarkProducer producer) {
    if (producer instanceof HeaderSender sender) {
      return setup
          .messages()
          .trace()
          .<BenchmarkProducer>map(share -> new Traced(sender, share.every()))
          .orElseGet(() -> new Headered(sender));
    }
    throw new IllegalStateException(
        producer.getClass().getName()
            + " sends no headers: every producer of a driver with HeaderSupport must implement"
            + " HeaderSender");
  }

  private List<MessageHeader> next(Optional<String> key, long messageNumber) {
    if (stamps == null && !pool.isOfMessage()) {
      return pool.set(messageNumber);
    }
    int own = pool.size();
    @Nullable MessageHeader[] all = new MessageHeader[stamps == null ? own : own + 1];
    pool.into(all, new Message(messageNumber, key));
    if (stamps != null) {
      all[own] = stamp(stamps);
    }
    return listOf(all);
  }

  @SuppressWarnings("NullAway") // All places are filled.
  static List<MessageHeader> listOf(@Nullable MessageHeader[] all) {
    return Arrays.asList(all);
  }

  private static MessageHeader stamp(EnvelopeWriter stamps) {
    byte[] bytes = stamps.header();
    return stamps.hasTextHeader()
        ? MessageHeader.text(HeaderSpec.STAMP, new String(bytes, StandardCharsets.US_ASCII))
        : MessageHeader.binary(HeaderSpec.STAMP, bytes);
  }

  /** What headers say of a message. */
  private final class Message implements HeaderPool.Message {
    private final long messageNumber;
    private final Optional<String> key;

    Message(long messageNumber, Optional<String> key) {
      this.messageNumber = messageNumber;
      this.key = key;
    }

    @Override
    public long number() {
      return messageNumber;
    }

    @Override
    public long epochMillis() {
      return TimeUnit.NANOSECONDS.toMillis(clock.epochNanos());
    }

    @Override
    public Optional<String> key() {
      return key;
    }
  }

  /** A driver's producer with these headers. */
  private class Headered implements BenchmarkProducer, ProbeSender {
    final HeaderSender sender;

    Headered(HeaderSender sender) {
      this.sender = sender;
    }

    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      return sender.sendAsync(key, payload, next(key, number++));
    }

    /** Has the headers of a first message. */
    @Override
    public CompletableFuture<Void> sendProbeAsync(Optional<String> key, byte[] payload) {
      return sender.sendProbeAsync(key, payload, next(key, 0));
    }

    @Override
    public void close() {}
  }

  /** Some of its messages also have the context of a trace. */
  private final class Traced extends Headered {
    private final long every;

    Traced(HeaderSender sender, long every) {
      super(sender);
      this.every = every;
    }

    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      long sequence = number++;
      List<MessageHeader> headers = next(key, sequence);
      if (sequence % every == 0) {
        headers = new ArrayList<>(headers);
        SpanIds context = new SpanIds(setup.runId(), producer, sequence);
        headers.add(MessageHeader.text(SpanIds.HEADER, context.header()));
      }
      return sender.sendAsync(key, payload, headers);
    }
  }
}
