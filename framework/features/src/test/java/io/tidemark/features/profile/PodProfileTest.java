package io.tidemark.features.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.base.SystemClock;
import io.tidemark.coordinator.PhaseProfiler;
import io.tidemark.features.kubernetes.BrokerPods;
import io.tidemark.features.kubernetes.FakeApi;
import io.tidemark.features.kubernetes.PodContainer;
import io.tidemark.features.profile.stack.ErlangUse;
import io.tidemark.features.profile.stack.ProcessProfile;
import io.tidemark.features.profile.stack.ProfileFile;
import io.tidemark.model.result.RunEvent;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.runs.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a fake of kubectl that runs programs on this machine instead of in a pod. */
@Tag("slow")
class PodProfileTest {
  private static final BrokerPods PODS = new BrokerPods("mq", "app=broker");
  private static final String LIST = "/api/v1/namespaces/mq/pods?labelSelector=app%3Dbroker";

  @TempDir Path folder;

  /** The only folder of the pod with enough room. */
  private Path home;

  private FakeApi fake;
  private Optional<Process> broker = Optional.empty();

  @BeforeEach
  void onePod() throws IOException {
    fake = new FakeApi(folder);
    home = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "home");
    Files.createDirectories(folder.resolve("pod"));
    fake.resources.put(LIST, "{\"items\": [" + pod("broker-0") + "]}");
    program("sh", "HOME='" + home + "' exec /bin/sh \"$@\"\n");
    program(
        "df", "case $2 in /tmp | /var/tmp) echo d 9 9 5000 ;; *) exec /bin/df \"$@\" ;; esac\n");
  }

  @AfterEach
  void close() throws IOException, InterruptedException {
    fake.close();
    if (broker.isPresent()) {
      broker.get().destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
    ResultFiles.delete(home);
  }

  private String pod(String name) {
    return """
    {"metadata": {"name": "%s", "annotations": {"kubectl.kubernetes.io/default-container": "kafka"}},
     "spec": {
      "containers": [{"name": "proxy"}, {"name": "kafka", "volumeMounts": [
        {"name": "tmp", "mountPath": "/small"}, {"name": "data", "mountPath": "/small/var"}]}],
      "volumes": [{"name": "tmp", "emptyDir": {"medium": "Memory", "sizeLimit": "5Mi"}},
                  {"name": "data", "emptyDir": {"sizeLimit": "100M"}}]}}
    """
        .formatted(name);
  }

  /** A program of the image. */
  private void program(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve("pod").resolve(name), "#!/bin/sh\n" + text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /** A JVM that the image's jcmd shows as a broker, and no other. */
  private void startBroker() throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("Busy.java"),
            "class Busy { public static void main(String[] a) throws Exception {"
                + " for (long x = 0; ; Thread.sleep(1)) {"
                + " for (int i = 0; i < 20_000; i++) x += Math.floorMod(x * 31 + 7, 1013); } } }");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process started =
        new ProcessBuilder(
                java.toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                source.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("broker.log").toFile())
            .start();
    broker = Optional.of(started);
    program(
        "jcmd",
        "[ \"$1\" = -l ] && echo '%d kafka.Kafka server.properties' && exit\nexec '%s' \"$@\"\n"
            .formatted(started.pid(), java.resolveSibling("jcmd")));
  }

  private List<RunEvent> profiled(ProfileFolder profiles) throws IOException {
    PhaseProfiler profiler =
        RunProfiles.profiler(
            new RunFiles(folder)
                .workload(RunFiles.SMALL + "profile: true\n")
                .added(ProfileKeys.InWorkload.class)
                .wanted()
                .orElseThrow(),
            List.of(),
            new BrokerProcesses(Optional.empty(), Optional.of(PODS), fake.kubectl()),
            SystemClock.get(),
            profiles);
    profiler.phaseBegins("warm-up", false);
    profiler.phaseBegins("test", true);
    profiler.phaseBegins("drain", false);
    return profiler.finish();
  }

  private ProcessProfile stored(ProfileFolder profiles) throws IOException {
    Path run = Files.createDirectories(folder.resolve("run/profile"));
    String name = "broker-1" + ProfileFile.ENDING;
    Files.copy(profiles.files().get("profile/" + name), run.resolve(name));
    return ProfileFile.in(folder.resolve("run")).get(0);
  }

  @Test
  void recordsAJvmInAPodAndLeavesNoRecordingThere() throws IOException {
    startBroker();
    try (ProfileFolder profiles = new ProfileFolder(folder)) {
      assertThat(profiled(profiles))
          .as(() -> broker.orElseThrow().info().toString())
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.kind()).as(event.detail()).isEqualTo(RunEvent.PROFILED);
                assertThat(event.subject()).isEqualTo("broker 1");
              });
      assertThat(stored(profiles).runtime()).contains("17");
    }
    assertThat(Files.readAllLines(folder.resolve("kubectl.calls")))
        .isNotEmpty()
        .allMatch("broker-0 --namespace=mq --container=kafka"::equals);
    assertThat(home.resolve("tidemark-profile")).isDirectoryNotContaining("glob:**/*.jfr");
  }

  @Test
  void aPodThatIsStartedAgainIsReported() throws IOException, InterruptedException {
    startBroker();
    try (ProfileFolder profiles = new ProfileFolder(folder)) {
      PodJvmRecorder recorder =
          new PodJvmRecorder(PodContainer.find(fake.kubectl(), PODS).get(0), 1);
      recorder.start();
      Process first = broker.orElseThrow();
      first.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      startBroker();
      // In a container the new process has the number of the old one.
      long second = broker.orElseThrow().pid();
      program(
          "jcmd",
          "p=$1; [ \"$1\" = %d ] && p=%d; shift\nexec '%s' $p \"$@\"\n"
              .formatted(
                  first.pid(), second, Path.of(System.getProperty("java.home"), "bin", "jcmd")));

      assertThatThrownBy(recorder::stop)
          .hasMessageContaining("pod broker-0")
          .hasMessageEndingWith("the process ended while it was recorded");
      assertThat(profiles.files()).isEmpty();
    }
  }

  @Test
  void withoutTheRightThereIsOneRemark() throws IOException {
    fake.resources.put(LIST, "{\"items\": [" + pod("broker-0") + "," + pod("broker-1") + "]}");
    Files.createFile(folder.resolve("forbidden"));
    try (ProfileFolder profiles = new ProfileFolder(folder)) {
      assertThat(profiled(profiles))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.kind()).isEqualTo(RunEvent.PROFILE_FAILED);
                assertThat(event.subject()).isEqualTo("brokers");
                assertThat(event.detail())
                    .contains("pod broker-0", "(Forbidden)", "no right to create pods/exec");
              });
      assertThat(profiles.files()).isEmpty();
    }
  }

  @Test
  void anImageWithoutJcmdIsOneRemark() throws IOException {
    program("sh", "PATH=/nowhere JAVA_HOME= exec /bin/sh \"$@\"\n");
    try (ProfileFolder profiles = new ProfileFolder(folder)) {
      assertThat(profiled(profiles))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.kind()).isEqualTo(RunEvent.PROFILE_FAILED);
                assertThat(event.detail()).contains("pod broker-0", "the image has no jcmd");
              });
    }
  }

  @Test
  void aFolderInMemoryIsNotUsed() throws IOException {
    startBroker();
    String small = pod("broker-0").replace("/small", "/tmp").replace("/tmp/var", "/var/tmp");
    fake.resources.put(LIST, "{\"items\": [" + small + "]}");
    program("sh", "cd /tmp && HOME=/tmp exec /bin/sh \"$@\"\n");
    program("df", "echo d 9 9 999999999\n");
    try (ProfileFolder profiles = new ProfileFolder(folder)) {
      assertThat(profiled(profiles))
          .singleElement()
          .satisfies(
              event -> assertThat(event.detail()).contains("no folder for recordings", "256 MiB"));
    }
  }

  @Test
  void recordsANodeOfRabbitMqInAPod() throws IOException {
    program(
        "rabbitmqctl",
        """
        case "$2" in
          case*) echo '[{thread,scheduler,emulator,3000000},{thread,scheduler,sleep,1000000},'
                 echo '{process,"%2F_orders",reductions,70},{processes,all,reductions,100},'
                 echo '{memory,code,bytes,10},{release,otp,version,27}]' ;;
          *) echo ok ;;
        esac
        """);
    try (ProfileFolder profiles = new ProfileFolder(folder)) {
      assertThat(profiled(profiles)).extracting(RunEvent::kind).containsExactly(RunEvent.PROFILED);
      ProcessProfile profile = stored(profiles);
      assertThat(profile.runtime()).isEqualTo("Erlang/OTP 27");
      assertThat(profile.erlang().processes())
          .containsExactly(new ErlangUse.Work("%2F_orders", 70));
    }
  }

  @Test
  void aNodeOfRabbitMqThatWasStartedAgainIsReported() throws IOException {
    program("rabbitmqctl", "case \"$2\" in case*) echo not_recorded ;; *) echo ok ;; esac\n");
    try (ProfileFolder profiles = new ProfileFolder(folder)) {
      assertThat(profiled(profiles))
          .extracting(RunEvent::kind, RunEvent::detail)
          .contains(tuple(RunEvent.PROFILE_FAILED, "the process ended while it was recorded"));
    }
  }
}
