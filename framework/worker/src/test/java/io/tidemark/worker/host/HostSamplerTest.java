package io.tidemark.worker.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.base.SystemClock;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.worker.host.HostSampler.CpuTimes;
import io.tidemark.worker.host.HostSampler.GcPauses;
import io.tidemark.worker.host.HostSampler.WakeUpLag;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HostSamplerTest {

  @Test
  void readsLinuxCpuTimes() {
    CpuTimes before =
        CpuTimes.parse(List.of("cpu  100 0 50 800 50 0 0 10 7 0", "cpu0 1 2", "cpu1 1 2", "intr 5"))
            .orElseThrow();
    CpuTimes after =
        CpuTimes.parse(List.of("cpu  150 0 100 850 50 0 0 60 57 0", "cpu0 1 2", "cpu1 1 2"))
            .orElseThrow();
    assertThat(before).isEqualTo(new CpuTimes(150, 10, 1_010, 2));
    assertThat(after.busyCoresSince(before)).isEqualTo(1.0); // 100 of 200 ticks, two CPUs
    assertThat(after.stolenCoresSince(before)).isEqualTo(0.5);
  }

  @Test
  void asksOshiWhereThereIsNoProc() {
    CpuTimes times = new CpuTimes.Oshi().read().orElseThrow();
    assertThat(times.total()).isPositive();
    assertThat(times.cpus()).isPositive();
  }

  @Test
  void reportsWhatThisMachineDoes() {
    try (HostSampler sampler = new HostSampler(SystemClock.get())) {
      AtomicReference<HostSample> sample = new AtomicReference<>();
      await()
          .untilAsserted(
              () -> {
                sample.set(sampler.sample());
                assertThat(sample.get().processCpuShare()).isPositive();
              });
      assertThat(sample.get().cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
      assertThat(sample.get().usedHeapBytes()).isPositive();
      assertThat(sample.get().residentBytes()).isNotZero();
    }
  }

  @Test
  void countsPausesOncePerInterval() {
    try (HostSampler sampler = new HostSampler(SystemClock.get())) {
      await()
          .untilAsserted(
              () -> {
                byte[][] garbage = new byte[64][];
                for (int i = 0; i < garbage.length; i++) {
                  garbage[i] = new byte[1 << 20];
                }
                System.gc();
                HostSample sample = sampler.sample();
                assertThat(sample.gcPauseNanos()).isPositive();
                assertThat(sample.longestGcPauseNanos()).isBetween(1L, sample.gcPauseNanos());
              });
    }
  }

  @Test
  void forgetsPausesThatWereTaken() {
    try (GcPauses pauses = new GcPauses()) {
      pauses.take();
      pauses.add(3_000_000_000_000L);
      pauses.add(4_000_000_000_000L);
      GcPauses.Pauses taken = pauses.take();
      assertThat(taken.totalNanos()).isGreaterThanOrEqualTo(7_000_000_000_000L);
      assertThat(taken.longestNanos()).isEqualTo(4_000_000_000_000L);
      assertThat(pauses.take().longestNanos()).isLessThan(3_000_000_000_000L);
    }
  }

  @Test
  void doesNotTakeConcurrentCyclesForPauses() {
    assertThat(List.of("ZGC Cycles", "G1 Concurrent GC", "Shenandoah Cycles"))
        .noneMatch(GcPauses::stopsThreads);
    assertThat(List.of("ZGC Pauses", "G1 Young Generation", "Copy", "MarkSweepCompact"))
        .allMatch(GcPauses::stopsThreads);
  }

  @Test
  void noticesHowLateItsTickerWakes() {
    try (WakeUpLag lag = new WakeUpLag()) {
      await().until(() -> lag.takeNanos() > 0); // A wake-up is never exactly on time.
    }
  }
}
