package io.tidemark.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.model.grammar.KeyTable;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference page and the JSON Schema of study files are made from their keys. */
class StudyPageTest {
  @TempDir Path folder;

  private static Path top() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("studies"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** With {@code -Dtidemark.write=true} it is written anew. */
  private static String kept(String file, String made) throws IOException {
    Path path = top().resolve(file);
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(path, made);
    }
    return Files.readString(path);
  }

  @Test
  void thePageIsThatOfTheKeys() throws IOException {
    String page = page();
    assertThat(kept("docs/reference/study.md", page)).isEqualTo(page);
  }

  @Test
  void theSchemaIsThatOfTheKeys() throws IOException {
    String schema =
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(StudyKeys.schema())
            + "\n";
    assertThat(kept("studies/study.schema.json", schema)).isEqualTo(schema);
  }

  @Test
  void theExampleIsRead() throws IOException {
    Matcher example = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL).matcher(page());
    assertThat(example.find()).isTrue();
    Problems problems = new Problems();
    Path file = Files.writeString(folder.resolve("s.yaml"), example.group(1));
    assertThat(StudyReader.read(file, false, problems)).isPresent();
    assertThat(problems.all()).extracting(Problem::oneLine).isEmpty();
  }

  @Test
  void shippedStudiesHaveTheirSchemaAndNoProblem() throws IOException {
    List<Path> studies;
    try (Stream<Path> files = Files.list(top().resolve("studies"))) {
      studies = files.filter(file -> file.toString().endsWith(".yaml")).toList();
    }
    assertThat(studies).isNotEmpty();
    for (Path study : studies) {
      Problems problems = new Problems();
      assertThat(StudyReader.read(study, false, problems)).as("%s", problems.all()).isPresent();
      assertThat(problems.all()).extracting(Problem::oneLine).isEmpty();
      assertThat(Files.readAllLines(study).get(0))
          .isEqualTo("# yaml-language-server: $schema=study.schema.json");
    }
  }

  private static String page() {
    return """
    <!-- Made by StudyPageTest from the key descriptions; do not edit. -->

    # Study files

    A study runs workloads on several systems, with several values of keys, several times; see
    [how to run a study](../how-to/study.md). All files are checked before anything starts; all errors are reported
    together, with file, line, key and allowed values (exit code 2). Paths are relative to the study file.

    ```yaml
    # yaml-language-server: $schema=study.schema.json
    name: replication
    description: What do three replicas cost?
    question: {metrics: [endToEnd.p99], atLeast: 10%}
    environments:
      - name: small
        driver: ../driver-kafka-strimzi/local-1node.yaml
        set: {producerConfig.linger.ms: 5}
        facts: {hardware: 1 broker of 2 vCPU}
        price: {amountPerMonth: 100, currency: USD}
      - name: large
        driver: ../driver-kafka-strimzi/local.yaml
        setup: ["scripts/make-cluster large"]
        teardown: ["scripts/delete-cluster large"]
        price: {amountPerMonth: 280}
    matrix:
      driver.producerConfig.acks: [1, all]
      workload.messageSize: [100B, 1KB]
    workloads: [../workloads/quickstart.yaml]
    iterations: 3
    seed: 1
    coolDown: 10s
    references:
      - {metric: publishRate, value: 10k, source: "a report of 2024", hardware: 3 x 8 vCPU}
    ```

    With the first line, editors complete and check keys. It is the path of `studies/study.schema.json`, relative to the
    file.

    """
        + KeyTable.of(StudyKeys.rules())
        + """

        ## Keys of files in `set` and `matrix`

        A path has the names of keys with dots: `localBrokers.nodes`, `payload.entropy`. In `matrix` it begins with `driver.` or
        `workload.` (or is a variable), in `set` it is that of a key of the driver file. A key that the file does not have is added. If the path
        ends inside a text of properties (`producerConfig: |`), its rest is the name of a property: `producerConfig.linger.ms`.
        Elements of lists have no path; replace the whole list. An empty value (`~`) removes a key.

        Values are checked like those of the files: unknown keys and wrong values are errors that name the line of the study
        file. `${env:NAME}` and `${file:path}` are filled in these values only; shell commands have their own variables.

        `variable.NAME` in `matrix` is an environment variable: `${env:NAME}` in driver files and workloads has its values, and so have
        `setup` and `teardown`. Set-up commands run again before a run with other values. It is a part of the system, as a `driver.` key is.

        A key with numbers as values is an axis, and so is one with versions: a key whose name ends with `version` or `image`, or whose
        values all look like `4.3.1`, `v4.3` or `example/broker:4.3.1`. Versions are in their order (4.9 is before 4.10), at equal
        distances, and each is compared with the one before.

        ## Order

        One block has every combination of environment, matrix and workload once, in random order; there are as many blocks as
        `iterations`, after `warmupIterations` blocks that do not count. So a slow change of the machine affects all systems
        alike. The same `seed` gives the same order. The key `iterations` of workloads is not used.

        With `iterations: {least: 3, most: 15, until: decided}` blocks are added until the question is decided, 3 at least and 15 at
        most. After each block the console shows what is known, and after how many blocks the study is likely to end. The levels of all
        tests and intervals are [corrected for the number of looks](../concepts/studies.md#until-decided). With `maxDuration` a study also ends
        before a block that would end later; the console, `study.json` and the exit code say so.

        ## Results

        | path in `results/<name>` | content |
        |---|---|
        | `study.json` | the plan, the state of each run, environments with facts, prices and limits, references |
        | `<environment>/<run>/` | [run directories](results.md), also those of repeated runs, and OMB's JSON beside them |
        | `<environment>/setup.log`, `teardown.log` | what the commands printed |
        | `.warm-up/<environment>/<run>/` | runs of `warmupIterations` |
        | `report.html` | the [report](../how-to/report.md) |
        | `summary.md`, `comparison.md`, `leaderboard.md` | the same as on the screen |

        `study.json` is replaced after each step. With `until` or `maxDuration` it has `blocks`: `least`, `most`, `untilDecided`, `maxDurationSeconds`,
        the `seconds` that the study has taken over all calls, and why it ended (`end`: `DECIDED`, `MOST` for the most blocks, `MAX_DURATION`). Then
        `iterations` and `runs` are those that are planned so far. Fields of an element of `runs`, in the order of the runs:

        | field | content |
        |---|---|
        | `environment`, `workload`, `cell`, `iteration` | which run: `cell` has the values of the matrix by path |
        | `state` | `PENDING`, `RUNNING`, `DONE` (it has a result that counts), `FAILED` (it has none; the next call repeats it) |
        | `status`, `directory` | the verdict and the run directory of a run that is done |
        | `written` | files of a running run: they are deleted if it is interrupted |
        | `repeated` | directories of INVALID or [disturbed](../concepts/studies.md) runs that were repeated |
        | `seconds` | how long the run took, with its preparation |

        ## Exit code

        The worst of 3, 1, 0 over the runs, as for [several runs](verdict.md), but an INVALID run counts as 0, and is not repeated, if all figures of the
        key `question` (of the study, or else of the workload) may be used; 1 for a study with `until: decided` that ends undecided; 2 for an error in a file; 130 for an interruption.
        """;
  }
}
