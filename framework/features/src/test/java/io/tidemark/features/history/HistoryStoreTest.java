package io.tidemark.features.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.features.history.AcceptedChanges.AcceptedChange;
import io.tidemark.features.history.HistoryStore.HistorySelection;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.omb.OmbResultFile;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryStoreTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private HistoryStore store;

  @BeforeEach
  void aStore() {
    store = new HistoryStore(folder.resolve("history"));
  }

  private static HistoryStore.Addition add(HistoryStore to, Path source, String... labels)
      throws ResultsException {
    Map<String, String> all = labels.length == 0 ? Map.of() : Map.of(labels[0], labels[1]);
    RunReader reader = new RunReader(all, Optional.empty());
    reader.read(source);
    return to.add(reader.runs());
  }

  private Path run(String id) throws IOException {
    return run(id, result -> {});
  }

  private Path run(String id, Consumer<ObjectNode> change) throws IOException {
    return run(folder.resolve("results"), id, change);
  }

  /** A valid run of the workload {@code quickstart} on Kafka with a change of its result. */
  private static Path run(Path in, String id, Consumer<ObjectNode> change) throws IOException {
    Path directory = RunDirectory.write(in, SampleRuns.sample(), Map.of());
    Path file = directory.resolve("result.json");
    ObjectNode result = (ObjectNode) JSON.readTree(file.toFile());
    result.withObject("/run").put("runId", id);
    change.accept(result);
    Files.write(file, JSON.writeValueAsBytes(result));
    return directory;
  }

  private static void set(ObjectNode result, String section, String key, String value) {
    result.withObject(section).put(key, value);
  }

  private List<HistorySeries> series() throws ResultsException {
    return store.read().series();
  }

  private Path lines() throws IOException {
    return file(store.folder(), ".jsonl");
  }

  private static Path file(Path in, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(in)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(ending))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void hasTheFiguresAndAttributesOfARun() throws Exception {
    add(store, run("a"), "commit", "1a2b3c4");
    HistorySeries only = series().get(0);
    HistoryRun run = only.runs().get(0);
    assertThat(series()).hasSize(1);
    assertThat(only.key().driver()).isEqualTo("kafka-strimzi-local");
    assertThat(only.key().content()).containsEntry("topics", "1").doesNotContainKey("name");
    assertThat(run.id()).isEqualTo("a");
    assertThat(run.status()).isEqualTo("VALID");
    assertThat(run.value("publishRate"))
        .hasValue(
            SampleRuns.sample()
                .totals()
                .perSecond(io.tidemark.model.snapshot.Counter.ACKNOWLEDGED));
    assertThat(run.attributes())
        .containsEntry("client", "4.3.1")
        .containsEntry("commit", "1a2b3c4");
    assertThat(store.settings(run.attributes().get("settings"))).isNotEmpty();
  }

  @Test
  void addingARunTwiceChangesNothing() throws Exception {
    Path run = run("a");
    add(store, run);
    String before = Files.readString(lines());
    assertThat(add(store, run).added()).isEmpty();
    assertThat(Files.readString(lines())).isEqualTo(before);
  }

  @Test
  void aRunTakesLessThanFourKilobytes() throws Exception {
    add(store, run("a"));
    assertThat(Files.size(lines())).isLessThan(4_000);
    assertThat(Files.readAllLines(lines())).hasSizeGreaterThan(2);
  }

  @Test
  void otherMachinesContentOrDurabilityIsAnotherSeriesAndAVersionIsNot() throws Exception {
    run("a");
    run("b", result -> set(result, "/brokerFacts", "client.version", "4.4.0"));
    add(store, folder.resolve("results"));
    assertThat(series()).hasSize(1);
    assertThat(series().get(0).runs()).hasSize(2);

    for (String[] change :
        List.of(
            new String[] {"/workers/0/environment", "cpu.model", "Other"},
            new String[] {"/workload", "partitionsPerTopic", "7"},
            new String[] {"/brokerFacts", "acknowledgement", "one copy"})) {
      int before = series().size();
      add(
          store,
          run(
              change[2] + change[1],
              r -> ((ObjectNode) r.at(change[0])).put(change[1], change[2])));
      assertThat(series()).as(change[1]).hasSize(before + 1);
    }
  }

  @Test
  void aKeyThatHasItsDefaultDoesNotChangeTheSeries() throws Exception {
    add(store, run("a"));
    add(store, run("b", r -> set(r, "/workload", "arrivals", "uniform")));
    add(store, run("c", r -> ((ObjectNode) r.at("/workload")).remove("arrivals")));
    assertThat(series()).hasSize(1);
    add(store, run("d", r -> set(r, "/workload", "arrivals", "poisson")));
    assertThat(series()).hasSize(2);
  }

  @Test
  void aNamedTestBedReplacesTheFactsOfTheMachines() throws Exception {
    for (String cpu : List.of("One", "Other")) {
      RunReader reader = new RunReader(Map.of(), Optional.of("pool"));
      reader.read(
          run(cpu, r -> ((ObjectNode) r.at("/workers/0/environment")).put("cpu.model", cpu)));
      store.add(reader.runs());
    }
    assertThat(series()).hasSize(1);
    assertThat(series().get(0).key().testBedText()).isEqualTo("pool");
  }

  @Test
  void damagedFiguresAreStoredAndNotUsed() throws Exception {
    add(
        store,
        run(
            "a",
            result ->
                result
                    .withObject("/verdict/figures/endToEndLatency")
                    .put("usable", false)
                    .putArray("because")
                    .add("clock-error")));
    HistoryRun run = series().get(0).runs().get(0);
    assertThat(run.values()).containsKey("endToEnd.p99");
    assertThat(run.damaged().get("endToEnd.p99")).contains("clock-error");
    assertThat(run.value("endToEnd.p99")).isEmpty();
    assertThat(run.value("publishRate")).isPresent();
  }

  @Test
  void twoCopiesThatWereAddedToAreMergedByTheirLines() throws Exception {
    add(store, run("a"));
    HistoryStore copy = new HistoryStore(folder.resolve("copy"));
    add(copy, run(folder.resolve("more"), "b", r -> {}));
    add(copy, run(folder.resolve("more"), "a", r -> {}));
    Path other = copy.folder().resolve(store.folder().relativize(lines()));
    Files.writeString(lines(), Files.readString(other), StandardOpenOption.APPEND);
    assertThat(series().get(0).runs()).extracting(HistoryRun::id).containsExactly("a", "b");
    assertThat(store.folder().resolve(".gitattributes")).hasContent("*.jsonl merge=union");
  }

  @Test
  void linesThatCannotBeReadAreListedAndTheOthersAreRead() throws Exception {
    add(store, run("a"));
    Files.writeString(
        lines(),
        "<<<<<<< HEAD\n"
            + "{\"v\":2,\"run\":\"x\",\"at\":\"2026-01-01T00:00:00Z\"}\n"
            + "null\n"
            + "{\"v\":1,\"ru",
        StandardOpenOption.APPEND);
    add(store, run(folder.resolve("more"), "b", r -> {}));
    String series = store.read().series().get(0).key().id();
    AcceptedChange change = new AcceptedChange("publishRate", Instant.EPOCH, "why");
    new AcceptedChanges(store.folder()).add(series, change);
    Path accepted = store.folder().resolve("accepted/" + series + ".jsonl");
    Files.writeString(accepted, "=======\n", StandardOpenOption.APPEND);
    HistoryStore.Content content = store.read();
    assertThat(content.series().get(0).runs()).extracting(HistoryRun::id).containsExactly("a", "b");
    assertThat(content.leftOut())
        .hasSize(5)
        .contains(accepted + ":2: not an accepted change")
        .anyMatch(line -> line.contains("merge that is not finished"))
        .anyMatch(line -> line.contains("version 2 of the format"));
  }

  @Test
  void aFileInOmbsFormatIsARunOfTheTimeInItsName() throws Exception {
    Path file =
        OmbResultFile.write(folder.resolve("omb"), SampleRuns.sample(), ZoneId.systemDefault());
    RunReader reader = new RunReader(Map.of("broker", "4.3.6"), Optional.empty());
    reader.read(file);
    reader.read(Files.copy(file, folder.resolve("omb/copy-2026-01-02-03-04-05.json")));
    HistoryStore.Addition addition = store.add(reader.runs());
    assertThat(addition.added()).hasSize(1);
    assertThat(addition.known()).hasSize(1);
    HistoryRun run = series().get(0).runs().get(0);
    assertThat(run.attributes()).containsEntry("broker", "4.3.6");
    assertThat(run.value("publishLatency.p99")).isPresent();
    assertThat(file.getFileName().toString())
        .contains("-" + LocalDate.ofInstant(run.at(), ZoneId.systemDefault()));
  }

  @Test
  void theFormatOfALineIsFixed() {
    HistoryRun run =
        new HistoryRun(
            "r",
            java.time.Instant.parse("2026-11-25T02:00:00Z"),
            "VALID",
            "results/r",
            Map.of("broker", "4.3.0"),
            Map.of("endToEnd.p99", 12.5, "publishRate", 1000.0),
            Map.of("endToEnd.p99", "error unknown: clock-error"));
    SeriesKey key = new SeriesKey("w", Map.of(), "d", Map.of(), Map.of());
    assertThat(new NewRun(key, run, Map.of()).lines())
        .isEqualTo(
            """
            {"v":1,"run":"r","at":"2026-11-25T02:00:00Z","status":"VALID","source":"results/r","attributes":{"broker":"4.3.0"}}
            {"v":1,"run":"r","group":"endToEndLatency","unit":"us","values":{"endToEnd.p99":12.5},"damaged":{"endToEnd.p99":"error unknown: clock-error"}}
            {"v":1,"run":"r","group":"rates","unit":"1/s","values":{"publishRate":1000.0}}
            """);
    assertThat(key.id()).isEqualTo("w-d-" + SeriesKey.digits("w\n{}\nd\n{}\n{}"));
  }

  @Test
  void aStoreOfALaterVersionIsAnError() throws Exception {
    add(store, run("a"));
    Path file = lines().resolveSibling("series.json");
    Files.write(
        file,
        Files.readString(file)
            .replace("\"schemaVersion\" : 1", "\"schemaVersion\" : 2")
            .getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> store.read()).hasMessageContaining("written in schema version 2");
  }

  @Test
  void readsOnlyWhatIsWanted() throws Exception {
    Path stored = folder.resolve("selected");
    HistoryStore store = new HistoryStore(stored);
    store.add(Nights.of(40, 1, night -> 1, night -> 1, night -> Map.of("broker", "" + night / 9)));
    Path september = file(stored, "2026-09.jsonl");
    // Would be listed if the file were opened.
    Files.writeString(september, "no line of a store\n", StandardOpenOption.APPEND);
    HistoryStore.Content some =
        store.read(
            new HistorySelection(
                any -> true, "publishRate"::equals, Instant.parse("2026-10-03T00:00:00Z")));
    assertThat(some.leftOut()).isEmpty();
    List<HistoryRun> runs = some.series().get(0).runs();
    assertThat(runs).extracting(HistoryRun::id).startsWith("night-32").hasSize(8);
    assertThat(runs.get(0).values()).containsOnlyKeys("publishRate");
    assertThat(runs)
        .extracting(run -> run.attributes().get("broker"))
        .startsWith("3")
        .endsWith("4");
    assertThat(store.read(HistorySelection.of(any -> false)).series()).isEmpty();
    assertThat(store.read().leftOut()).hasSize(1);
    assertThat(store.read().series().get(0).runs()).hasSize(40);
  }

  /** A full disk, or a process that is killed, leaves the beginning of what was to be written. */
  @Test
  void aRunOfWhichLinesAreMissingIsAddedAgain() throws Exception {
    add(store, run("a"));
    String whole = Files.readString(lines());
    HistoryRun before = series().get(0).runs().get(0);
    for (int length : new int[] {whole.indexOf('\n') + 1, whole.indexOf('\n') / 2, 400, 2}) {
      Files.writeString(lines(), whole.substring(0, whole.length() - length));
      assertThat(add(store, run("a")).added()).hasSize(1);
      assertThat(series().get(0).runs()).containsExactly(before);
      assertThat(add(store, run("a")).known()).hasSize(1);
    }
    Files.writeString(lines(), whole.substring(0, whole.indexOf('\n') + 1)); // Facts only.
    assertThat(add(store, run("a")).added()).hasSize(1);
    assertThat(series().get(0).runs()).containsExactly(before);
  }

  @Test
  void aFolderOrNothingInPlaceOfAFileIsAnErrorAndLosesNothing() throws Exception {
    add(store, run("a"));
    Path month = lines();
    Path series = month.resolveSibling("series.json");
    Path settings = file(store.folder().resolve("settings"), "");
    Path kept = folder.resolve("kept");
    for (Path file : List.of(series, month, settings, store.folder().resolve(".gitattributes"))) {
      Files.move(file, kept);
      Files.createDirectory(file);
      assertThat(store.exists()).isTrue();
      if (file.equals(series) || file.equals(month)) {
        assertThatThrownBy(() -> store.read()).hasMessageContaining(file.toString());
      }
      assertThatThrownBy(() -> add(store, run("b")))
          .isInstanceOf(ResultsException.class)
          .hasMessageContainingAll(file.toString(), "folder")
          .matches(e -> !((ResultsException) e).isOfMachine());
      Files.delete(file);
      Files.move(kept, file);
    }
    Files.move(series, kept);
    assertThatThrownBy(() -> store.read()).hasMessageContaining("no such file");
    Files.writeString(series, "");
    assertThatThrownBy(() -> store.read()).hasMessageContaining(series.toString());
    assertThatThrownBy(() -> add(store, run("b"))).hasMessageContaining(series.toString());
    Files.delete(series);
    add(store, run("b"));
    assertThat(series).hasSameTextualContentAs(kept);
    assertThat(series().get(0).runs()).extracting(HistoryRun::id).containsExactly("a", "b");
  }

  @Test
  void linksInTheStoreAreRefusedAndNothingOutsideIsWritten() throws Exception {
    add(store, run("a"));
    Path month = lines();
    Path series = month.resolveSibling("series.json");
    Path victim = Files.writeString(folder.resolve("victim"), "precious\n");
    for (Path link : List.of(month, series, month.getParent())) {
      Path kept = folder.resolve("kept");
      Files.move(link, kept);
      Files.createSymbolicLink(link, Files.isDirectory(kept) ? kept : victim);
      assertThatThrownBy(() -> add(store, run("b"))).hasMessageContaining("symbolic link");
      Files.delete(link);
      Files.move(kept, link);
    }
    Files.createLink(folder.resolve("second name"), month);
    assertThatThrownBy(() -> add(store, run("b"))).hasMessageContaining("hard link");
    assertThat(victim).hasContent("precious");
  }

  @Test
  void acceptedChangesAreWholeLinesOfNoLink() throws Exception {
    AcceptedChanges accepted = new AcceptedChanges(store.folder());
    Instant at = Instant.parse("2026-11-25T02:00:00Z");
    assertThat(accepted.add("s", new AcceptedChange("publishRate", at, "why"))).isTrue();
    Path file = store.folder().resolve("accepted/s.jsonl");
    Files.writeString(file, Files.readString(file).substring(0, 20)); // Written on a full disk.
    assertThat(accepted.add("s", new AcceptedChange("publishRate", at, "why"))).isTrue();
    assertThat(accepted.of("s")).hasSize(1);
    Path victim = Files.move(file, folder.resolve("victim"));
    Files.createDirectory(file);
    assertThatThrownBy(() -> accepted.of("s")).hasMessageContaining(file.toString());
    Files.delete(file);
    Files.createSymbolicLink(file, victim);
    assertThatThrownBy(() -> accepted.add("s", new AcceptedChange("roundTripRate", at, "why")))
        .hasMessageContaining("symbolic link");
    assertThatThrownBy(() -> accepted.of("../s")).hasMessageContaining("not the name of a file");
    assertThat(Files.readAllLines(victim)).hasSize(2);
  }
}
