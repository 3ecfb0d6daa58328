package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.RandomCase;
import io.tidemark.measure.SequenceSet.BlockPool;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

class SequenceSetTest {
  @Test
  void agreesWithASetOfSequencesThatAreFarApart() {
    RandomCase.forAll(
        500,
        any -> {
          SequenceSet set = new SequenceSet(new BlockPool());
          TreeSet<Long> expected = new TreeSet<>();
          for (int i = any.between(0, 40); i > 0; i--) {
            long first = any.between(0L, 30L) * 1_000;
            int count = any.between(0, 2_500);
            if (any.between(0, 1) == 0) {
              assertThat(set.add(first)).isEqualTo(expected.add(first));
            } else {
              int fresh = 0;
              for (long sequence = first; sequence < first + count; sequence++) {
                fresh += expected.add(sequence) ? 1 : 0;
              }
              assertThat(set.add(first, count)).isEqualTo(fresh);
            }
          }
          Roaring64Bitmap bits = new Roaring64Bitmap();
          expected.forEach(bits::addLong);
          assertThat(new SequenceMerge().union(List.of(set))).isEqualTo(bits);
          assertThat(set.isEmpty()).isEqualTo(expected.isEmpty());
        });
  }

  @Test
  void aClearedSetGivesItsBlocksToTheNext() {
    BlockPool pool = new BlockPool();
    SequenceSet set = new SequenceSet(pool);
    List<long[]> blocks = new ArrayList<>();
    for (long key = 0; key < 40; key++) {
      set.add(key << SequenceSet.BLOCK_BITS, 1 << SequenceSet.BLOCK_BITS);
      blocks.add(set.block(key));
    }
    set.clear();
    assertThat(set.isEmpty()).isTrue();
    assertThat(set.block(0)).isNull();
    List<long[]> taken = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      long[] block = pool.take();
      assertThat(block).containsOnly(0);
      assertThat(blocks).as("one of the set").anyMatch(each -> each == block);
      assertThat(taken).as("only once").noneMatch(each -> each == block);
      taken.add(block);
    }
    assertThat(blocks).as("all are in use").noneMatch(each -> each == pool.take());
    assertThat(set.add(5)).isTrue();
  }
}
