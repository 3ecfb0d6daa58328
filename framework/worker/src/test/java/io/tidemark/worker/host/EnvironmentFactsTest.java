package io.tidemark.worker.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentFactsTest {

  @Test
  void reportsWhatTheResultNeeds() {
    Map<String, String> facts = EnvironmentFacts.read();
    assertThat(List.copyOf(facts.keySet()))
        .isSorted()
        .contains(
            "container.cpuLimit",
            "container.memoryLimitBytes",
            "cpu.logicalCores",
            "cpu.model",
            "host.loadAverage",
            "host.name",
            "jvm.flags",
            "jvm.maxHeapBytes",
            "jvm.version",
            "memory.bytes",
            "os.kernel",
            "tidemark.commit",
            "tidemark.version");
    assertThat(facts.values()).noneMatch(String::isBlank);
    assertThat(Long.parseLong(facts.get("memory.bytes"))).isPositive();
  }

  @Test
  void masksSecretsAmongTheFlags() {
    String flags =
        EnvironmentFacts.flags(
            List.of(
                "-Xmx1g",
                "-Djavax.net.ssl.keyStorePassword=hunter2",
                "-Dmy.SECRET=hunter2",
                "-Dauth.token=hunter2\nhunter2",
                "-Damqp=amqp://user:hunter2@host/",
                "-Dzone.id=z1"));
    assertThat(flags).doesNotContain("hunter2").contains("-Xmx1g", "-Dzone.id=z1", "=***");
  }

  @Test
  void knowsThatThisProcessHasOneClock() {
    ClockDomain domain = EnvironmentFacts.clockDomain();
    assertThat(domain.anchorNanos()).isNotZero();
    assertThat(domain).isEqualTo(EnvironmentFacts.clockDomain());
  }
}
