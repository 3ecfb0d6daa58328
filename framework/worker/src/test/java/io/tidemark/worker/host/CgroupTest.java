package io.tidemark.worker.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.worker.host.Cgroup.Throttling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupTest {
  @TempDir Path mount;

  @Test
  void readsTheLimitsOfVersion2() throws Exception {
    file("cgroup.controllers", "cpu memory");
    file("pod/one/cpu.max", "150000 100000");
    file("pod/one/memory.max", "536870912");
    file(
        "pod/one/cpu.stat", "usage_usec 9\nnr_periods 100\nnr_throttled 20\nthrottled_usec 5000\n");
    Cgroup cgroup = Cgroup.read(mount, file("self", "0::/pod/one"));
    assertThat(cgroup.cpuLimit()).hasValue(1.5);
    assertThat(cgroup.memoryLimitBytes()).hasValue(536_870_912);
    assertThat(cgroup.throttling()).contains(new Throttling(100, 20, 5_000_000));
  }

  @Test
  void readsTheLimitsOfVersion1() throws Exception {
    file("cpu/docker/x/cpu.cfs_quota_us", "50000");
    file("cpu/docker/x/cpu.cfs_period_us", "100000");
    file("cpu/docker/x/cpu.stat", "nr_periods 7\nnr_throttled 3\nthrottled_time 42\n");
    file("memory/docker/x/memory.limit_in_bytes", "1073741824");
    Path self = file("self", "5:cpuset:/other\n4:memory:/docker/x\n3:cpu,cpuacct:/docker/x\n");
    Cgroup cgroup = Cgroup.read(mount, self);
    assertThat(cgroup.cpuLimit()).hasValue(0.5);
    assertThat(cgroup.memoryLimitBytes()).hasValue(1_073_741_824);
    assertThat(cgroup.throttling()).contains(new Throttling(7, 3, 42));
  }

  @Test
  void takesTheRootWhereAContainerSeesItsGroupAsTheRoot() throws Exception {
    file("cgroup.controllers", "cpu memory");
    file("cpu.max", "200000 100000");
    assertThat(Cgroup.read(mount, file("self", "0::/../../host/path")).cpuLimit()).hasValue(2);
    assertThat(Cgroup.read(mount, file("self", "0::/not/mounted/here")).cpuLimit()).hasValue(2);
  }

  @Test
  void knowsNoLimitWhereThereIsNone() throws Exception {
    file("cgroup.controllers", "cpu memory");
    file("cpu.max", "max 100000");
    file("memory.max", "max");
    Cgroup version2 = Cgroup.read(mount, file("self", "0::/"));
    assertThat(version2.cpuLimit()).isEmpty();
    assertThat(version2.memoryLimitBytes()).isEmpty();
    assertThat(version2.throttling()).isEmpty();
  }

  @Test
  void knowsVersion1sWayOfSayingNoLimit() throws Exception {
    file("cpu/cpu.cfs_quota_us", "-1");
    file("cpu/cpu.cfs_period_us", "100000");
    file("memory/memory.limit_in_bytes", "9223372036854771712");
    Cgroup version1 = Cgroup.read(mount, file("self", "3:cpu:/\n4:memory:/\n"));
    assertThat(version1.cpuLimit()).isEmpty();
    assertThat(version1.memoryLimitBytes()).isEmpty();
  }

  @Test
  void knowsNothingWithoutControlGroups() {
    Cgroup none = Cgroup.read(mount.resolve("no"), mount.resolve("file"));
    assertThat(none.cpuLimit()).isEmpty();
    assertThat(none.memoryLimitBytes()).isEmpty();
    assertThat(none.throttling()).isEmpty();
  }

  @Test
  void boundsTheShareByPeriodsAndByTime() {
    Throttling before = new Throttling(100, 10, 1_000);
    assertThat(new Throttling(110, 15, 9_001_000).shareSince(before, 10_000_000)).isEqualTo(0.5);
    assertThat(new Throttling(110, 20, 1_001_000).shareSince(before, 10_000_000)).isEqualTo(0.1);
    assertThat(before.shareSince(before, 10_000_000)).isZero();
  }

  private Path file(String name, String text) throws IOException {
    Path file = mount.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
