package io.tidemark.coordinator.classes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.group.Agreement;
import io.tidemark.coordinator.group.RunGroup;
import io.tidemark.coordinator.group.TimelineFollower;
import org.junit.jupiter.api.Test;

class ClassGroupTest {
  private final ClassGroup group = new ClassGroup(2);
  private final RunGroup first = group.new Member(0, TimelineFollower.NONE);
  private final RunGroup second = group.new Member(1, TimelineFollower.NONE);

  @Test
  void anAgreementHasTheContributionsOfAllRunsInTheirOrder() {
    Agreement<String> of = second.agree("b");
    assertThat(of.all()).isEmpty();

    Agreement<String> other = first.agree("a");

    assertThat(of.all()).hasValueSatisfying(all -> assertThat(all).containsExactly("a", "b"));
    assertThat(other.all()).isEqualTo(of.all());
  }

  @Test
  void aRunThatIsAheadContributesToTheNextDecision() {
    Agreement<Integer> one = first.agree(1);
    Agreement<Integer> next = first.agree(2);

    second.agree(10);

    assertThat(one.all()).hasValueSatisfying(all -> assertThat(all).containsExactly(1, 10));
    assertThat(next.all()).isEmpty();
  }

  @Test
  void anAgreementIsBrokenWhenARunHasEnded() {
    Agreement<Integer> waiting = first.agree(1);
    assertThat(waiting.isBroken()).isFalse();

    group.breakUp();

    assertThat(waiting.isBroken()).isTrue();
    assertThat(waiting.all()).isEmpty();
  }

  @Test
  void aRunWithoutOthersAgreesAtOnce() {
    assertThat(RunGroup.ALONE.agree(5).all())
        .hasValueSatisfying(all -> assertThat(all).containsExactly(5));
  }
}
