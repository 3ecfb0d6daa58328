package io.tidemark.http.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.http.Samples;
import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.OffsetSamples;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.Settled;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.snapshot.WorkerEvent;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

class SnapshotBytesTest {
  private final Random random = new Random(5);

  private static Snapshot through(Snapshot sent) throws IOException {
    return SnapshotBytes.read(SnapshotBytes.write(sent, WireFormat.REST), WireFormat.REST);
  }

  /** With the same version of the protocol both ends must number the counters alike. */
  @Test
  void aChangeOfTheCountersNeedsANewVersionOfTheProtocol() {
    String names = Stream.of(Counter.values()).map(Enum::name).collect(Collectors.joining(","));
    assertThat(List.of(Protocol.VERSION, Counter.COUNT, names.hashCode()))
        .as("if the counters have changed, increase Protocol.VERSION, then adapt this line")
        .containsExactly(14, 30, 536714735);
  }

  @Test
  void snapshotsArriveAsTheyWere() throws IOException {
    for (int round = 0; round < 500; round++) {
      Snapshot sent = anySnapshot();
      assertThat(through(sent)).isEqualTo(sent);
    }
  }

  @Test
  void setsOfSequencesOfEveryShapeArriveAsTheyWere() throws IOException {
    for (int length : new int[] {0, 1, 63, 64, 65, 5_000}) {
      Roaring64Bitmap run = new Roaring64Bitmap();
      for (int i = 0; i < length; i++) {
        run.addLong((1L << 40) + i);
      }
      Roaring64Bitmap holes = run.clone();
      holes.removeLong((1L << 40) + 1);
      for (Roaring64Bitmap each : List.of(run, holes)) {
        PackedOutput out = new PackedOutput();
        BitmapBytes.write(each, out);
        try (PackedInput in = new PackedInput(out.toBytes())) {
          assertThat(BitmapBytes.read(in)).isEqualTo(each);
          in.requireEnd();
        }
      }
    }
  }

  @Test
  void aSnapshotOfAQuietWorkerTakesLessThanTwoHundredBytes() {
    Snapshot quiet =
        Samples.snapshot(Counters.ZERO, List.of(), 1_000_000_000, LoadState.IDLE, Samples.HOST);
    assertThat(SnapshotBytes.write(quiet, WireFormat.REST).length).isLessThan(200);
  }

  @Test
  void snapshotsOfAnyOtherLengthAreRefused() {
    byte[] bytes = SnapshotBytes.write(Samples.snapshot(7), WireFormat.REST);
    assertThatThrownBy(
            () -> SnapshotBytes.read(Arrays.copyOf(bytes, bytes.length + 1), WireFormat.REST))
        .isInstanceOf(IOException.class);
    for (int length = 0; length < bytes.length; length++) {
      byte[] part = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> SnapshotBytes.read(part, WireFormat.REST))
          .isInstanceOf(IOException.class);
    }
  }

  /**
   * Without long sets: of damaged ones Roaring may take all memory, as {@link WireFormat} knows.
   */
  @Test
  void thatAreDamagedEndInNoOtherFailure() {
    byte[] bytes = SnapshotBytes.write(Samples.withAudit(30), WireFormat.REST);
    int refused = 0;
    for (int at = 0; at < bytes.length; at++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) (1 << bit);
        try {
          SnapshotBytes.read(damaged, WireFormat.REST);
        } catch (IOException e) {
          refused++;
        }
      }
    }
    assertThat(refused).as("most of them cannot be read").isPositive();
  }

  private Snapshot anySnapshot() {
    long start = random.nextLong() >> random.nextInt(40) + 2;
    return new Snapshot(
        "run-" + random.nextInt(),
        1 + number(),
        start,
        start + number(),
        counters(),
        Stream.generate(this::slice).limit(random.nextInt(3)).toList(),
        new AuditDelta(
            Stream.generate(this::published).limit(random.nextInt(4)).toList(),
            Stream.generate(this::delivered).limit(random.nextInt(4)).toList(),
            random.nextBoolean()
                ? OffsetSamples.NONE
                : new OffsetSamples(
                    2,
                    List.of(new OffsetSamples.Position(1, 2, 3, 4, 5, -6, 7)),
                    List.of(new OffsetSamples.Committed("t", "s", 1, 2, -1, 4))),
            Stream.generate(this::settled).limit(random.nextInt(3)).toList()),
        new LoadState(yes(), yes(), signed(), signed(), signed(), signed(), signed(), yes(), yes()),
        new HostSample(
            real(),
            real(),
            random.nextInt(64) - 1,
            real(),
            real(),
            signed(),
            signed(),
            signed(),
            signed(),
            signed(),
            new LoadThreads(
                signed(), signed(), signed(), signed(), signed(), signed(), signed(), signed())),
        yes() ? List.of() : List.of(new WorkerEvent(signed(), "BLOCKED", "größer", "why")),
        Stream.generate(this::reading).limit(random.nextInt(4)).toList(),
        yes() ? MessageSpans.NONE : new MessageSpans(List.of(), 3),
        yes() ? Map.of() : Map.of(9, List.of(slice()), 4, List.of(slice(), slice())));
  }

  private Settled settled() {
    Roaring64Bitmap some = delivered().received();
    return new Settled(
        1,
        random.nextInt(9),
        List.of(some, some),
        List.of(some),
        List.of(),
        some.isEmpty() ? Map.of() : Map.of(DeadLetterReason.GIVEN_UP, some));
  }

  private PhaseSlice slice() {
    ArrivalSpan arrivals = yes() ? ArrivalSpan.NONE : new ArrivalSpan(1_000, 1_000 + number());
    LatencyCounts counts =
        new LatencyCounts(random.nextInt(2_000), random.ints(40, 0, 3).toArray());
    return new PhaseSlice(
        random.nextInt(5),
        random.nextInt(5),
        counters(),
        arrivals,
        yes() ? Map.of() : Map.of(Measure.END_TO_END, counts, Measure.PUBLISH_LATENCY, counts));
  }

  private AuditDelta.Published published() {
    return new AuditDelta.Published(random.nextInt(9_000), sequences(), sequences(), sequences());
  }

  private AuditDelta.Delivered delivered() {
    return new AuditDelta.Delivered(
        random.nextInt(9_000), random.nextInt(9_000), sequences(), sequences(), number(), yes());
  }

  private Roaring64Bitmap sequences() {
    Roaring64Bitmap sequences = new Roaring64Bitmap();
    long next = number();
    for (int i = random.nextInt(100); i > 0; i--) {
      sequences.addLong(next);
      next += random.nextInt(20) == 0 ? 2 : 1;
    }
    return sequences;
  }

  private TelemetrySample reading() {
    return new TelemetrySample(
        signed(), "metric" + random.nextInt(2), "s" + random.nextInt(3), real(), number());
  }

  private Counters counters() {
    return Counters.of(each -> yes() ? 0 : number());
  }

  private boolean yes() {
    return random.nextBoolean();
  }

  private long number() {
    return random.nextLong() >>> random.nextInt(50) + 4;
  }

  private long signed() {
    return random.nextInt(4) == 0 ? -1 : random.nextLong() >> random.nextInt(60) + 2;
  }

  private double real() {
    return random.nextInt(4) == 0 ? Double.NaN : random.nextGaussian();
  }
}
