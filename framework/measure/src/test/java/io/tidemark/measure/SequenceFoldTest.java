package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.RandomCase;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

class SequenceFoldTest {
  /** Small, so that ranges touch, overlap and close gaps. */
  private static final long SEQUENCES = 24;

  @Test
  void agreesWithASetAfterEachChange() {
    RandomCase.forAll(
        2_000,
        any -> {
          SequenceFold fold = new SequenceFold();
          TreeSet<Long> expected = new TreeSet<>();
          for (int change = any.between(1, 6); change > 0; change--) {
            if (any.between(0, 1) == 0) {
              long from = any.between(0L, SEQUENCES);
              long end = from + any.between(0L, 6L);
              fold.add(from, end);
              for (long sequence = from; sequence < end; sequence++) {
                expected.add(sequence);
              }
            } else {
              List<Long> delta = any.listOf(0, 8, () -> any.between(0L, SEQUENCES));
              long known = new TreeSet<>(delta).stream().filter(expected::contains).count();
              assertThat(fold.countKnown(bits(delta))).isEqualTo(known);
              assertThat(fold.add(bits(delta))).isEqualTo(known);
              expected.addAll(delta);
            }
            isTheSame(fold, expected, any.listOf(0, 8, () -> any.between(0L, SEQUENCES)));
          }
        });
  }

  private static Roaring64Bitmap bits(Iterable<Long> sequences) {
    Roaring64Bitmap bits = new Roaring64Bitmap();
    sequences.forEach(bits::addLong);
    return bits;
  }

  private static void isTheSame(SequenceFold fold, TreeSet<Long> expected, List<Long> others) {
    assertThat(fold.cardinality()).isEqualTo(expected.size());
    assertThat(fold.toBitmap()).isEqualTo(bits(expected));
    List<Long> unknown = new ArrayList<>(others);
    unknown.removeAll(expected);
    assertThat(fold.unknown(bits(others))).isEqualTo(bits(unknown));
    SequenceFold other = new SequenceFold();
    other.add(bits(others));
    assertThat(fold.isWithin(other)).isEqualTo(others.containsAll(expected));
    assertThat(other.isWithin(fold)).isEqualTo(expected.containsAll(others));
    List<Long> ranges = new ArrayList<>();
    fold.forEachRange(
        (from, end) -> {
          assertThat(from).isLessThan(end);
          assertThat(ranges).as("ranges that do not touch").doesNotContain(from - 1, from);
          for (long sequence = from; sequence < end; sequence++) {
            ranges.add(sequence);
          }
        });
    assertThat(ranges).isEqualTo(List.copyOf(expected));
  }

  @Test
  void aGapThatIsClosedCostsNothing() {
    SequenceFold fold = new SequenceFold();
    long empty = fold.sizeInBytes();
    assertThat(empty).isPositive();
    Roaring64Bitmap even = new Roaring64Bitmap();
    for (long sequence = 0; sequence < 130_000; sequence += 2) {
      even.addLong(sequence);
    }
    fold.add(even);
    assertThat(fold.sizeInBytes() - empty).as("a bit for each").isBetween(16_000L, 20_000L);
    fold.add(0, 130_000);
    assertThat(fold.sizeInBytes()).isEqualTo(empty);
    fold.add(130_001, 130_002);
    fold.add(130_000, 130_001);
    assertThat(fold.sizeInBytes()).isEqualTo(empty);
    assertThat(fold.cardinality()).isEqualTo(130_002);
  }
}
