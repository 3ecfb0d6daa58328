package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.testkit.RuleOutcome.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long a whole conformance run may take, and what it says of rules for which no time is left.
 */
class PatienceTest {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofHours(1);

  @TempDir Path directory;

  @Test
  void aWaitThatTimedOutIsShorterWhenItIsRepeated() {
    Patience patience = new Patience(DEADLINE, LONG);
    assertThat(patience.deadline("completion of 200 sends")).isEqualTo(DEADLINE);
    patience.timedOut("completion of 200 sends");
    assertThat(patience.deadline("completion of 5000 sends")).isEqualTo(Duration.ofSeconds(2));
    assertThat(patience.deadline("5000 deliveries")).isEqualTo(DEADLINE);
  }

  @Test
  void butNotShorterThanAFewTimesTheLongestThatWasFulfilled() {
    Patience patience = new Patience(DEADLINE, LONG);
    patience.fulfilled("creation of a producer of topic-1", Duration.ofSeconds(3));
    patience.fulfilled("creation of a producer of topic-2", Duration.ofMillis(10));
    patience.timedOut("creation of a producer of topic-3");
    assertThat(patience.deadline("creation of a producer of topic-4"))
        .isEqualTo(Duration.ofSeconds(12));
  }

  @Test
  void noWaitIsLongerThanWhatIsLeft() {
    Patience patience = new Patience(DEADLINE, Duration.ofSeconds(10));
    assertThat(patience.deadline("anything"))
        .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
    assertThat(new Patience(DEADLINE, Duration.ZERO).isOver()).isTrue();
  }

  @Test
  void rulesForWhichNoTimeIsLeftAreCutAndListed() {
    ConformanceStatement statement = statement(Duration.ZERO, false);
    assertThat(statement.outcomes())
        .hasSize(ConformanceRules.all().size())
        .allMatch(outcome -> outcome.result() == Result.CUT);
    assertThat(statement.isConformant()).isFalse();
    assertThat(statement.summary())
        .startsWith("memory: not decided; passed: 0, failed: 0 ")
        .contains("cut: " + ConformanceRules.all().size() + " (1.1, 1.2, ");
    assertThat(statement.text()).contains("CUT       MUST   1.1 ", "the limit of 0 s is over");
    assertThat(statement.junitXml()).contains("<skipped message=\"cut: the limit of");
  }

  @Test
  void anInterruptionCutsTheRulesAndThrowsNothing() {
    Thread.currentThread().interrupt();
    ConformanceStatement statement = statement(LONG, false);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(statement.outcomes())
        .allSatisfy(outcome -> assertThat(outcome.reason()).isEqualTo("interrupted"));
  }

  @Test
  void aRuleThatIsInterruptedHasNotFailed() {
    ConformanceStatement statement = statement(LONG, true);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(statement.outcomes()).extracting(RuleOutcome::result).contains(Result.CUT);
    assertThat(statement.outcomes()).extracting(RuleOutcome::result).doesNotContain(Result.FAILED);
  }

  private ConformanceStatement statement(Duration limit, boolean interrupts) {
    List<Rule> rules = new ArrayList<>(ConformanceRules.all());
    if (interrupts) {
      rules.add(
          0,
          Rule.must(
              "0.1",
              "Is interrupted",
              bench -> {
                Thread.currentThread().interrupt();
                bench.topic(1);
              }));
    }
    return ConformanceStatement.of(
        "memory", new Limited(limit, directory), rules, directory, o -> {});
  }

  private record Limited(Duration limit, Path directory) implements DriverUnderTest {
    @Override
    public BenchmarkDriver newDriver() {
      return new MemoryDriver(new MemoryBroker(0, Integer.MAX_VALUE), Optional.empty());
    }

    @Override
    public File configuration() throws IOException {
      return Files.writeString(directory.resolve("driver.yaml"), "address: memory\n").toFile();
    }
  }
}
