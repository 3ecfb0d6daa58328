package io.tidemark.features.checklist;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.checklist.ChecklistItem.State;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.BrokerConfiguration.Entry;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.omb.OmbResultFile;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.text.TerminalStyle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecklistTest {
  private static final BrokerConfiguration SETTINGS =
      new BrokerConfiguration(
          List.of(
              entry("topic", "t", "a", "1", BrokerConfiguration.CHANGED),
              entry("topic", "t", "b", "2", BrokerConfiguration.DEFAULT)),
          List.of());

  @TempDir Path folder;

  private static Entry entry(
      String scope, String subject, String name, String value, String origin) {
    return new Entry(scope, List.of(subject), name, value, origin, "");
  }

  private static RunResult run(int iteration) {
    RunIdentity id = SampleRuns.sample().identity();
    return SampleRuns.withIdentity(
        SampleRuns.sample(),
        new RunIdentity(
            "run" + iteration,
            id.workloadName(),
            id.workloadFileBase(),
            id.driverName(),
            iteration,
            3,
            id.startedEpochMillis() + iteration * 60_000L));
  }

  private Checklist checklist(RunResult... runs) throws Exception {
    Path results = Files.createTempDirectory(folder, "results");
    for (RunResult run : runs) {
      RunDirectory.write(results, run, Map.of());
    }
    return Checklist.of(ReportedRuns.read(List.of(results)));
  }

  private static ChecklistItem item(Checklist checklist, String title) {
    return checklist.items().stream()
        .filter(each -> each.title().startsWith(title))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void effectiveSettingsTurnFromMissingToPresent() throws Exception {
    ChecklistItem before = item(checklist(run(1)), "effective settings");
    ChecklistItem after =
        item(checklist(run(1).with(BrokerConfiguration.PART, SETTINGS)), "effective settings");

    assertThat(before.state()).isEqualTo(State.MISSING);
    assertThat(before.text()).contains("managementUris");
    assertThat(after.state()).isEqualTo(State.PRESENT);
    assertThat(after.text()).startsWith("2 settings, 1 of them changed");
  }

  @Test
  void featureFlagsThatAreEnabledAreCountedAndTheOthersNamed() throws Exception {
    BrokerConfiguration flags =
        new BrokerConfiguration(
            List.of(flag("khepri_db", "enabled"), flag("a", "enabled"), flag("b", "disabled")),
            List.of());

    ChecklistItem item = item(checklist(run(1).with(BrokerConfiguration.PART, flags)), "features");
    ChecklistItem none = item(checklist(run(1)), "features");

    assertThat(item.state()).isEqualTo(State.PRESENT);
    assertThat(item.text()).contains("2 feature flags enabled", "not enabled: b");
    assertThat(none.state()).isEqualTo(State.NOT_APPLICABLE);
  }

  private static Entry flag(String name, String state) {
    return entry("broker", "cluster", "feature_flag." + name, state, BrokerConfiguration.CHANGED);
  }

  @Test
  void whatIsNotKnownOfTheSettingsIsSaid() throws Exception {
    BrokerConfiguration partly =
        SETTINGS.and(BrokerConfiguration.unread("qm.ini cannot be read by PCF"));

    ChecklistItem item =
        item(checklist(run(1).with(BrokerConfiguration.PART, partly)), "effective settings");

    assertThat(item.state()).isEqualTo(State.PRESENT);
    assertThat(item.text()).endsWith("; not known: qm.ini cannot be read by PCF");
  }

  private static Entry pod(String name, String value, String origin) {
    return entry(BrokerConfiguration.POD, "b-0", name, value, origin);
  }

  @Test
  void podsAndTheirMachinesAreTheHardwareOfTheBrokers() throws Exception {
    BrokerConfiguration inPods =
        new BrokerConfiguration(
            List.of(
                pod("kafka.limits.cpu", "2", BrokerConfiguration.CHANGED),
                pod("kafka.requests.cpu", "none", BrokerConfiguration.DEFAULT),
                entry(
                    BrokerConfiguration.MACHINE,
                    "n1",
                    "instance-type",
                    "m5.2xlarge",
                    BrokerConfiguration.DEFAULT)),
            List.of());
    RunResult apart =
        SampleRuns.withVerdict(
            SampleRuns.withDriver(run(1), Map.of("name", "cluster")),
            new Verdict(Status.VALID, List.of(), List.of()));

    assertThat(
            item(checklist(apart.with(BrokerConfiguration.PART, inPods)), "hardware of the brokers")
                .text())
        .isEqualTo("machine of a pod: instance-type m5.2xlarge; pod: kafka.limits.cpu 2");
    assertThat(item(checklist(apart), "hardware of the brokers").state()).isEqualTo(State.MISSING);
  }

  @Test
  void oneSystemHasNoBaselineAndASearchMeasuresApart() throws Exception {
    Checklist one = checklist(run(1));

    assertThat(item(one, "baseline").state()).isEqualTo(State.NOT_APPLICABLE);
    assertThat(item(one, "why these workloads").state()).isEqualTo(State.MISSING);
    assertThat(item(one, "what a search has found").state()).isEqualTo(State.NOT_APPLICABLE);
    assertThat(item(checklist(SearchRuns.trials()), "what a search has found").state())
        .isEqualTo(State.PRESENT);
    assertThat(item(one, "when it was measured").text()).isEqualTo("2026-11-21T02:36:00Z");
    assertThat(item(one, "messages").text()).startsWith("1024 B");
  }

  @Test
  void oneRunWithoutSettingsIsMissing() throws Exception {
    ChecklistItem item =
        item(
            checklist(run(1).with(BrokerConfiguration.PART, SETTINGS), run(2)),
            "effective settings");

    assertThat(item.state()).isEqualTo(State.MISSING);
    assertThat(item.text()).startsWith("not known of kafka-strimzi-local: ");
  }

  @Test
  void repetitionsAndIntervalsNeedRuns() throws Exception {
    Checklist one = checklist(run(1));
    Checklist three = checklist(run(1), run(2), run(3));

    assertThat(item(one, "repetitions").state()).isEqualTo(State.MISSING);
    assertThat(item(one, "repetitions").text()).contains("--iterations 3");
    assertThat(item(one, "intervals").state()).isEqualTo(State.MISSING);
    assertThat(item(three, "repetitions").state()).isEqualTo(State.PRESENT);
    assertThat(item(three, "repetitions").text()).startsWith("3 usable runs");
    assertThat(item(three, "intervals").state()).isEqualTo(State.PRESENT);
  }

  @Test
  void aRunThatMayNotBeUsedIsNoRepetitionAndIsListed() throws Exception {
    RunResult aborted =
        SampleRuns.withVerdict(run(3), new Verdict(Status.ABORTED, List.of(), List.of()));

    Checklist checklist = checklist(run(1), run(2), aborted);

    assertThat(item(checklist, "repetitions").state()).isEqualTo(State.MISSING);
    assertThat(item(checklist, "what was left out").text()).isNotEqualTo("nothing");
  }

  @Test
  void aRunDirectoryHasRawDataAndCanBeRepeated() throws Exception {
    Checklist checklist = checklist(run(1));

    assertThat(item(checklist, "raw data").state()).isEqualTo(State.PRESENT);
    assertThat(item(checklist, "how to repeat").text()).contains("-d driver.yaml workload.yaml");
    assertThat(item(checklist, "load model").text())
        .contains("open loop, 10,000 msg/s", "latency from the intended send time");
    assertThat(item(checklist, "broker and client").state()).isEqualTo(State.MISSING);
    assertThat(item(checklist, "durability").state()).isEqualTo(State.MISSING);
    assertThat(item(checklist, "order").state()).isEqualTo(State.NOT_APPLICABLE);
  }

  @Test
  void aFileInOmbsFormatStatesLittle() throws Exception {
    Path file = OmbResultFile.write(folder, run(1));

    Checklist checklist = Checklist.of(ReportedRuns.read(List.of(file)));

    for (String title : List.of("broker and client", "raw data", "how to repeat", "load model")) {
      assertThat(item(checklist, title).state()).as(title).isEqualTo(State.MISSING);
    }
  }

  @Test
  void everySourceDemandsSomething() throws Exception {
    List<ChecklistItem.Source> named =
        checklist(run(1)).items().stream().flatMap(item -> item.sources().stream()).toList();

    assertThat(named).containsAll(Arrays.asList(ChecklistItem.Source.values()));
  }

  @Test
  void isTextAndMarkdown() throws Exception {
    Checklist checklist = checklist(run(1));

    assertThat(new TerminalRenderer(TerminalStyle.PLAIN).render(checklist.document()).lines())
        .allMatch(line -> line.length() <= 100)
        .anyMatch(line -> line.matches("  repetitions +MISSING +.*"))
        .contains("System under test", "Method", "Result");
    assertThat(MarkdownRenderer.of(checklist.document()))
        .startsWith("## What a published result must state\n")
        .contains("### Method\n", "| repetitions | MISSING |", "SPEC RG 1: experiment repetition");
  }
}
