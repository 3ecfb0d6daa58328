package io.tidemark.brokers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class CpuLimitTest {
  private static final ControlGroups GROUPS = new ControlGroups(Path.of("/groups"), true);

  private static CpuMachine machine(ControlGroups groups, int cpus, boolean taskset) {
    return new CpuMachine(
        Optional.ofNullable(groups), CpuMachine.numbers("0-" + (cpus - 1)), taskset);
  }

  /** How many CPUs a process has, as the kernel enforces it. */
  public static double cpusOf(long pid, Path folder) throws IOException {
    Path name = folder.resolve("control-group");
    if (!Files.exists(name)) {
      String status = Files.readString(Path.of("/proc/" + pid + "/status"));
      return CpuMachine.numbers(status.replaceAll("(?s).*Cpus_allowed_list:\\s*(\\S+).*", "$1"))
          .size();
    }
    Path group = Path.of(Files.readString(name).strip());
    assertThat(Files.readAllLines(group.resolve("cgroup.procs"))).contains(Long.toString(pid));
    Path limit = group.resolve("cpu.max");
    String quota =
        Files.readString(Files.exists(limit) ? limit : group.resolve("cpu.cfs_quota_us"));
    return Double.parseDouble(quota.strip().split(" ", -1)[0]) / 100_000;
  }

  @Test
  void aControlGroupLimitsAnyPartOfACpu() {
    CpuLimit limit = CpuLimit.of(0.5, machine(GROUPS, 2, true));
    assertThat(limit.script(1, "a-node-1"))
        .isEqualTo(
            """
            [ -d '/groups/tidemark-a-node-1' ] || mkdir '/groups/tidemark-a-node-1'
            test -e '/groups/tidemark-a-node-1'/cpu.max
            echo 50000 100000 > '/groups/tidemark-a-node-1'/cpu.max
            echo $$ > '/groups/tidemark-a-node-1'/cgroup.procs
            """);
    assertThat(limit.group("a-node-1")).hasValue(Path.of("/groups/tidemark-a-node-1"));
    assertThat(new ControlGroups(Path.of("/groups"), false).script("n", 1.5))
        .contains("echo 150000 > '/groups/tidemark-n'/cpu.cfs_quota_us");
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 4, 0", "1, 2, 4, 1", "2, 2, 4, '2,3'", "2, 3, 4, '0,1'", "2, 2, 3, '2,0'"})
  void withoutControlGroupsNodesAreBoundToCpus(int cpus, int node, int available, String list) {
    CpuLimit limit = CpuLimit.of(cpus, machine(null, available, true));
    assertThat(limit.script(node, "n")).isEqualTo("taskset -cp " + list + " $$ > /dev/null\n");
    assertThat(limit.group("n")).isEmpty();
  }

  @Test
  void namesWhatIsMissing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuLimit.of(0.5, machine(null, 2, true)))
        .withMessageStartingWith("options.cpus: got 0.5; parts of a CPU need a control group")
        .withMessageEndingWith("allowed are whole numbers");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuLimit.of(1, machine(null, 2, false)))
        .withMessageContaining("taskset of util-linux");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuLimit.of(3, machine(GROUPS, 2, true)))
        .withMessage("options.cpus: got 3; this machine has 2");
  }

  @Test
  void aPlaceWithoutAQuotaIsNotUsed(@TempDir Path root) throws IOException {
    Files.createDirectories(root.resolve("cpu,cpuacct/user"));
    String own = "5:memory:/a\n4:cpu,cpuacct:/user\n0::/user.slice/x\n";
    assertThat(ControlGroups.find(root, own)).isEmpty();
    assertThat(root.resolve("cpu,cpuacct/user")).isEmptyDirectory();
    assertThat(root.resolve("memory")).doesNotExist();
  }

  @Test
  void listsOfCpusHaveRanges() {
    assertThat(CpuMachine.numbers("0-2,5")).isEqualTo(List.of(0, 1, 2, 5));
  }
}
