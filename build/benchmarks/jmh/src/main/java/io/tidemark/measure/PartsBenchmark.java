package io.tidemark.measure;

import io.tidemark.base.SystemClock;
import io.tidemark.measure.schedule.Pacer;
import io.tidemark.measure.schedule.RateCurve;
import io.tidemark.model.load.EnvelopeSpec.Position;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The parts of the hot path, each by itself. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class PartsBenchmark {
  private static final int RUN_EPOCH = 77;
  private final EnvelopeLayout layout = new EnvelopeLayout(Position.PREFIX, false, 10);
  private final EnvelopeWriter writer = new EnvelopeWriter(layout, RUN_EPOCH, 3);
  private final EnvelopeReader reader = new EnvelopeReader();
  private final byte[] payload = new byte[100];
  private final long bodyHash = EnvelopeWriter.bodyHash(payload, payload.length, layout);
  private final Pacer pacer = Pacer.uniform(RateCurve.constant(0, 3_000_000), 10, 3);
  private final OrderTrack track = new OrderTrack();
  private long sequence;

  @Benchmark
  public byte[] envelopeWrite() {
    writer.write(payload, EnvelopeForm.FULL, bodyHash, MessageKind.DATA, sequence++, 1_000_000, 17);
    return payload;
  }

  @Benchmark
  public long envelopeWriteAndVerify() {
    writer.write(payload, EnvelopeForm.FULL, bodyHash, MessageKind.DATA, sequence++, 1_000_000, 17);
    reader.read(payload, layout, RUN_EPOCH, true);
    return reader.sequence();
  }

  @Benchmark
  public long pacerAdvance() {
    pacer.advance(0);
    return pacer.nextDueEpochNanos();
  }

  @Benchmark
  public OrderVerdict orderTrack() {
    OrderVerdict verdict = track.enter(sequence++);
    track.leave();
    return verdict;
  }

  @Benchmark
  public ThreadSlot threadSlot() {
    return ThreadSlot.current();
  }

  @Benchmark
  public long clockRead() {
    return SystemClock.get().epochNanos();
  }
}
