package io.tidemark.worker.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ReservedCoresTest {
  private final ExecutorService pinned = Executors.newSingleThreadExecutor();
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private List<Integer> all = List.of();

  @BeforeEach
  void begin() throws Exception {
    all = CoreAffinity.ofThisThread();
    assertThat(on(other, CoreAffinity::ofThisThread)).isEqualTo(all);
  }

  @AfterEach
  void end() {
    pinned.shutdownNow();
    other.shutdownNow();
  }

  private static <T> T on(ExecutorService thread, Callable<T> action) throws Exception {
    return thread.submit(action).get();
  }

  private static List<Integer> take(int core) throws Exception {
    ReservedCores.take(core);
    return CoreAffinity.ofThisThread();
  }

  private static boolean giveBack() throws Exception {
    ReservedCores.giveBack();
    return true;
  }

  private List<Integer> without(int core) {
    List<Integer> rest = new ArrayList<>(all);
    rest.remove(Integer.valueOf(core));
    return rest.isEmpty() ? all : rest;
  }

  @Test
  void otherThreadsAreKeptOffTheCoreUntilItIsGivenBack() throws Exception {
    int last = all.get(all.size() - 1);

    assertThat(on(pinned, () -> take(last))).containsExactly(last);
    assertThat(CoreAffinity.ofThisThread()).isEqualTo(without(last));
    assertThat(on(other, CoreAffinity::ofThisThread)).isEqualTo(without(last));

    on(pinned, ReservedCoresTest::giveBack);
    assertThat(CoreAffinity.ofThisThread()).isEqualTo(all);
    assertThat(on(other, CoreAffinity::ofThisThread)).isEqualTo(all);
  }

  @Test
  void aThreadThatIsStartedMeanwhileGetsTheCoreBackToo() throws Exception {
    int first = all.get(0);
    on(pinned, () -> take(first));
    ExecutorService later = Executors.newSingleThreadExecutor();
    try {
      assertThat(on(later, CoreAffinity::ofThisThread)).isEqualTo(without(first));
      on(pinned, ReservedCoresTest::giveBack);
      assertThat(on(later, CoreAffinity::ofThisThread)).isEqualTo(all);
    } finally {
      later.shutdownNow();
    }
  }

  @Test
  void ifAllCoresArePinnedTheOtherThreadsKeepAll() throws Exception {
    List<ExecutorService> threads = new ArrayList<>();
    for (int core : all) {
      ExecutorService thread = Executors.newSingleThreadExecutor();
      threads.add(thread);
      assertThat(on(thread, () -> take(core))).containsExactly(core);
    }
    assertThat(CoreAffinity.ofThisThread()).isEqualTo(all);
    for (ExecutorService thread : threads) {
      on(thread, ReservedCoresTest::giveBack);
      thread.shutdownNow();
    }
    assertThat(on(other, CoreAffinity::ofThisThread)).isEqualTo(all);
  }

  @Test
  void aThreadWithItsOwnCoresKeepsThem() throws Exception {
    int last = all.get(all.size() - 1);
    on(
        other,
        () -> {
          CoreAffinity.pinThisThread(last);
          return true;
        });
    on(pinned, () -> take(last));
    boolean differs = all.size() > 1; // Otherwise it has what all have.
    assertThat(on(other, CoreAffinity::ofThisThread)).isEqualTo(List.of(last));
    on(pinned, ReservedCoresTest::giveBack);
    assertThat(on(other, CoreAffinity::ofThisThread)).isEqualTo(differs ? List.of(last) : all);
  }
}
