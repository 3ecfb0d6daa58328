package io.tidemark.features.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.features.FeatureRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StudyEntry;
import io.tidemark.report.store.Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class CorpusCommandTest {
  private static final String SYSTEM =
      """
      name: A broker
      vendor: V
      submitter: S
      contact: s@example.org
      interest: none
      tuned: It waits in a queue.
      exceptions:
        several loads or configurations: one is enough for a test
        cost of the system: it costs nothing
        hardware of the brokers: it is in the process
      replies:
        - {date: "2026-12-02", from: V, about: default, text: These are not our settings.}
      """;

  @TempDir static Path shared;
  private static Path honest;
  private static String day;

  @TempDir Path folder;
  private Path corpus;
  private Path system;

  @BeforeAll
  static void make() throws IOException {
    Path workload =
        Files.writeString(
            shared.resolve("w.yaml"),
            "name: w\nquestion: {metrics: [endToEnd.p50, consumeRate], atLeast: 10%}\n"
                + FeatureRun.SMALL_LOAD);
    honest = shared.resolve("corpus");
    assertThat(FeatureRun.of("corpus", "new", honest, workload).printed())
        .contains("Made " + honest + " with 1 workload");
    Files.writeString(shared.resolve("d.yaml"), "name: d\n" + CommandRun.IN_MEMORY);
    for (String variant : Corpus.VARIANTS) {
      Path study =
          Files.writeString(
              shared.resolve(variant + ".yaml"),
              """
              name: a-%s
              description: A load for a test.
              environments:
                - name: a-%s
                  driver: d.yaml
                  set: {delivery: %s}
                  limits:
                    - {metric: publishThroughput, value: 9 MB/s, name: disk, source: "bin/benchmark probe, x"}
              workloads: [corpus/workloads/w.yaml]
              iterations: 3
              """
                  .formatted(variant, variant, variant.equals("tuned") ? "queued" : "direct"));
      CommandRun run = FeatureRun.of("study", "--results-dir", shared.resolve("results"), study);
      assertThat(run.exitCode()).as(run.printed()).isZero();
      Path results = shared.resolve("results/a-" + variant);
      day =
          new Submission(
                  new Submission.Place("a", variant, ""),
                  results,
                  StoredStudy.read(results).orElseThrow(),
                  ReportedRuns.read(List.of(results)))
              .day();
      Path bundle = honest.resolve("systems/a/%s/%s.bundle".formatted(variant, day));
      Files.createDirectories(bundle.getParent());
      assertThat(FeatureRun.of("bundle", results, "-o", bundle).exitCode()).isZero();
    }
    Files.writeString(honest.resolve("systems/a/system.yaml"), SYSTEM);
  }

  @BeforeEach
  void copy() throws IOException {
    corpus = folder.resolve("corpus");
    FeatureRun.copy(honest, corpus);
    system = corpus.resolve("systems/a");
  }

  private Path bundle(String variant) {
    return system.resolve(variant + "/" + day + ".bundle");
  }

  private interface Change {
    void in(Path folder) throws IOException;
  }

  /** Writes the default bundle again, with other files in it. */
  private void change(Change change) throws IOException {
    Path results = folder.resolve("changed/a-default");
    FeatureRun.copy(Bundle.opened(honest.resolve("systems/a/default/" + day + ".bundle")), results);
    change.in(results);
    assertThat(FeatureRun.of("bundle", results, "-o", bundle("default")).exitCode()).isZero();
  }

  private void changeStudy(UnaryOperator<StoredStudy> change) throws IOException {
    change(results -> change.apply(StoredStudy.read(results).orElseThrow()).write(results));
  }

  private void isFound(int exitCode, String... texts) {
    CommandRun check = FeatureRun.of("corpus", "check", corpus);
    assertThat(check.output()).contains("**INCOMPLETE: ").contains(texts);
    assertThat(check.exitCode()).isEqualTo(exitCode);
  }

  @Test
  void acceptsWhatKeepsAllRules() {
    CommandRun check = FeatureRun.of("corpus", "check", corpus);
    assertThat(check.output())
        .contains(
            "**COMPLETE: 1 system, 2 bundles, 6 runs**",
            "| systems/a/default/" + day + ".bundle | 3 VALID | 1 copy, acknowledged, in memory |");
    assertThat(check.exitCode()).isZero();
  }

  @Test
  void showsEachRunBesideThoseWithEqualGuarantees() throws IOException {
    CommandRun build = FeatureRun.of("corpus", "build", corpus);
    assertThat(build.printed()).contains("index.html: 2 bundles");
    assertThat(build.exitCode()).isZero();
    String page = Files.readString(corpus.resolve("index.html"));
    assertThat(page)
        .contains("<h2 id=\"group-1-title\">1 copy, acknowledged, in memory</h2>")
        .contains("A broker, tuned", "95 % interval", "run 3", "It waits in a queue.")
        .contains("<a href=\"systems/a/tuned/" + day + ".bundle\">")
        .contains("Replies and disputes", "These are not our settings.")
        .doesNotContain("group-2", "Not shown");
  }

  @Test
  void hasItsRulesAndAWorkflow() throws IOException {
    assertThat(Files.readString(corpus.resolve("README.md")))
        .contains("bin/benchmark corpus check", "**Equal guarantees**");
    assertThat(Files.readString(corpus.resolve(".github/workflows/check.yml")))
        .contains("corpus check .");
  }

  @Test
  void findsAForgedFigure() throws IOException {
    change(
        results -> {
          try (Stream<Path> files = Files.walk(results)) {
            Path result =
                files.filter(file -> file.endsWith("result.json")).findFirst().orElseThrow();
            Files.writeString(
                result,
                Files.readString(result).replaceFirst("\"mean\" : [0-9.]+", "\"mean\" : 7"));
          }
        });
    isFound(1, "result.json", "computed", "| Figures |");
    assertThat(FeatureRun.of("corpus", "build", corpus).printed()).contains("not shown: systems/a");
    assertThat(Files.readString(corpus.resolve("index.html")))
        .contains("Not shown", "A broker, tuned")
        .doesNotContain("<a href=\"systems/a/default/");
  }

  @Test
  void findsAMissingRepetition() throws IOException {
    changeStudy(
        study -> {
          List<StudyEntry> runs = study.runs().stream().filter(run -> run.iteration() < 3).toList();
          return study.with().iterations(2).runs(runs).build();
        });
    isFound(1, "w: got 2 runs; allowed 3 and more");
  }

  @Test
  void findsAMissingProbe() throws IOException {
    changeStudy(study -> study.withLimits("a-default", List.of()));
    isFound(1, "no probe: bin/benchmark probe", "| Probes |");
  }

  @Test
  void findsABundleOfTheOtherVariantOrOfAnotherDay() throws IOException {
    Files.copy(bundle("tuned"), system.resolve("default/2020-02-03.bundle"));
    isFound(
        1,
        "environments of the study: got a-tuned; allowed a-default",
        "the first run began on " + day);
  }

  @Test
  void findsAnUnequalWorkload() throws IOException {
    Path workload = corpus.resolve("workloads/w.yaml");
    Files.writeString(
        workload, Files.readString(workload).replace("producerRate: 200", "producerRate: 300"));
    Files.writeString(
        corpus.resolve("workloads/x.yaml"),
        Files.readString(workload).replace("name: w", "name: x"));
    isFound(1, "producerRate: got 200.0; allowed 300.0", "x is missing", "| Equal workloads |");
  }

  @Test
  void findsAMissingOrWrongSystemFile() throws IOException {
    Path file = system.resolve("system.yaml");
    Files.writeString(file, SYSTEM.replace("vendor:", "vendr:"));
    isFound(1, "system.yaml:2:1: vendr: unknown key; allowed", "did you mean vendor");
    Files.writeString(file, SYSTEM.replace("it costs nothing", "").replace("tuned: ", "# "));
    isFound(1, "exceptions.cost of the system: the reason is missing");
    Files.delete(file);
    isFound(1, "system.yaml is missing", "| Interest |");
  }

  @Test
  void findsItemsOfTheChecklistWithoutAReason() throws IOException {
    Files.writeString(
        system.resolve("system.yaml"),
        SYSTEM
            .replaceAll("(?m)^  several.*\n", "")
            .replace("hardware of", "software of")
            .replaceAll("(?m)^tuned.*\n", ""));
    isFound(
        1,
        "several loads or configurations is missing: one load",
        "exceptions.software of the brokers: nothing to except; allowed w,",
        "the key tuned is missing");
  }

  @Test
  void findsWhatIsNotExpected() throws IOException {
    Files.writeString(system.resolve("notes.txt"), "");
    Files.move(bundle("default"), system.resolve("default/newest.bundle"));
    isFound(1, "notes.txt is not expected", "default/newest.bundle is not expected");
    Files.delete(system.resolve("default/newest.bundle"));
    isFound(1, "no bundle in default");
  }

  @Test
  void endsWithTwoIfABundleCannotBeRead() throws IOException {
    Files.writeString(bundle("default"), "PK\3\4");
    isFound(2, "cannot be read");
  }

  @Test
  void refusesALinkOutOfTheCorpusAndAFolderThatIsNone() throws IOException {
    Files.createSymbolicLink(system.resolve("tuned/2026-01-01.bundle"), shared.resolve("w.yaml"));
    CommandRun linked = FeatureRun.of("corpus", "check", corpus);
    assertThat(linked.printed()).contains("a symbolic link, which is not followed here");
    assertThat(linked.exitCode()).isEqualTo(2);
    CommandRun none = FeatureRun.of("corpus", "check", folder.resolve("none"));
    assertThat(none.printed()).contains("is not a corpus; allowed a folder with workloads");
    assertThat(none.exitCode()).isEqualTo(2);
  }

  @Test
  void checksWhatHasChanged() throws IOException {
    Path other = corpus.resolve("systems/b/default");
    Files.createDirectories(other);
    String tuned = "systems/a/tuned/" + day + ".bundle";
    CommandRun check = FeatureRun.of("corpus", "check", corpus, tuned);
    assertThat(check.output()).contains("**COMPLETE: 1 system, 1 bundle, 3 runs**", tuned);
    assertThat(check.exitCode()).isZero();
    assertThat(FeatureRun.of("corpus", "check", corpus, tuned, "README.md").output())
        .contains("| systems/b | system.yaml is missing | Interest |");
  }
}
