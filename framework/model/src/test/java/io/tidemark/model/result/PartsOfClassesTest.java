package io.tidemark.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Parts;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.LeftAtBroker;
import io.tidemark.model.result.VerdictInputs.NeverSent;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a run with traffic classes has of the parts of its classes. */
class PartsOfClassesTest {
  private final Map<String, Parts> classes = new LinkedHashMap<>();

  private <T> void with(Part<T> part, T orders, T bulk) {
    classes.put("orders", Parts.NONE.with(part, orders));
    classes.put("bulk", Parts.NONE.with(part, bulk));
  }

  private <T> T total(Part<T> part) {
    return Parts.ofClasses(List.of(part), classes).get(part);
  }

  private static DeliveryReport delivery(long sent, Optional<Long> corrupted, String limit) {
    return new DeliveryReport(
        DeliveryMode.FULL,
        sent,
        sent - 2,
        1,
        1,
        corrupted,
        Optional.of(1L),
        List.of(),
        List.of(limit),
        Optional.empty());
  }

  @Test
  void countsOfMessagesAreAddedWhereEveryClassKnowsThem() {
    with(
        DeliveryReport.PART,
        delivery(10, Optional.of(0L), "late"),
        delivery(30, Optional.empty(), "cut"));

    DeliveryReport total = total(DeliveryReport.PART);

    assertThat(total.sent()).isEqualTo(40);
    assertThat(total.acknowledged()).isEqualTo(36);
    assertThat(total.corrupted()).isEmpty();
    assertThat(total.foreign()).contains(2L);
    assertThat(total.limits()).containsExactly("Class orders: late", "Class bulk: cut");
  }

  @Test
  void eventsNameTheirClassAndPhasesAreThereOnce() {
    RunEvent begin = new RunEvent(2_000, "coordinator", RunEvent.PHASE, "test", "begins");
    with(
        RunEvent.PART,
        List.of(begin, new RunEvent(3_000, "a", "BLOCKED", "c1", "memory")),
        List.of(new RunEvent(1_000, "b", "NOTICE", "x", "y"), begin));

    assertThat(total(RunEvent.PART))
        .extracting(RunEvent::subject)
        .containsExactly("class bulk: x", "test", "class orders: c1");
  }

  @Test
  void theVerdictHearsOfTheWorstEndingAndOfAllThatIsMissing() {
    VerdictInputs good = VerdictInputs.GOOD;
    with(
        VerdictInputs.PART,
        good.with()
            .ending(Ending.INTERRUPTED)
            .reason("another class has ended")
            .producers(2)
            .neverSent(new NeverSent(5, 100))
            .phaseEnds(List.of(new PhaseEnd("test", 10, true, 1)))
            .leftAtBroker(new LeftAtBroker(Map.of("a", 1L), Map.of(), 7L, List.of("x")))
            .problems(List.of("p"))
            .build(),
        good.with()
            .ending(Ending.WORKER_LOST)
            .reason("no answer")
            .drained(false)
            .producers(3)
            .neverSent(new NeverSent(1, 900))
            .phaseEnds(List.of(new PhaseEnd("test", 8, false, 2)))
            .leftAtBroker(new LeftAtBroker(Map.of("b", 2L), Map.of(), null, List.of("x")))
            .problems(List.of("p", "q"))
            .build());

    assertThat(total(VerdictInputs.PART))
        .isEqualTo(
            good.with()
                .ending(Ending.WORKER_LOST)
                .reason("no answer")
                .drained(false)
                .producers(5)
                .neverSent(new NeverSent(6, 900))
                .phaseEnds(List.of(new PhaseEnd("test", 10, false, 3)))
                .leftAtBroker(
                    new LeftAtBroker(Map.of("a", 1L, "b", 2L), Map.of(), null, List.of("x")))
                .problems(List.of("p", "q"))
                .build());
  }

  @Test
  void whatDoesNotFollowFromTheClassesIsThatOfARunWithoutIt() {
    with(
        Disruption.PART,
        List.of(new Disruption(1, 0.1, "SENDS_FAILED", "", 1, 1, null, null)),
        List.of());

    assertThat(total(Disruption.PART)).isEmpty();
  }
}
