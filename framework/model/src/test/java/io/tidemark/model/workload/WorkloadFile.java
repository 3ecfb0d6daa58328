package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes a workload file into a folder and reads it back. */
final class WorkloadFile {
  static final String MINIMAL =
      """
      topics: 1
      messageSize: 100
      subscriptionsPerTopic: 1
      producersPerTopic: 1
      consumerPerSubscription: 1
      producerRate: 1000
      testDuration: 30s
      """;

  private final Path folder;

  WorkloadFile(Path folder) {
    this.folder = folder;
  }

  Workload read(String yaml) {
    return WorkloadReader.read(write(yaml), options(false));
  }

  /** What is wrong, which is one thing. */
  String problem(String yaml) {
    List<String> all = problems(yaml);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  /** What is wrong, one line each. */
  List<String> problems(String yaml) {
    return problems(yaml, false);
  }

  List<String> problems(String yaml, boolean lenient) {
    return problems(List.of(yaml), lenient);
  }

  /** What is wrong in several files, which are read one after the other: w.yaml, w2.yaml, ... */
  List<String> problems(List<String> yamls, boolean lenient) {
    Problems problems = new Problems();
    WorkloadReader reader = new WorkloadReader(options(lenient), problems);
    for (int i = 1; i <= yamls.size(); i++) {
      reader.read(write(i == 1 ? "w.yaml" : "w" + i + ".yaml", yamls.get(i - 1)));
    }
    return problems.all().stream().map(this::withoutFolder).toList();
  }

  private String withoutFolder(Problem problem) {
    return problem.severity() + " " + problem.oneLine().replace(folder + "/", "");
  }

  boolean accepts(String yaml) {
    try {
      read(yaml);
      return true;
    } catch (ConfigurationException e) {
      return false;
    }
  }

  private ReadOptions options(boolean lenient) {
    return new ReadOptions(lenient, Map.of("RATE", "250", "HOST", "a.b"), folder);
  }

  private Path write(String yaml) {
    return write("w.yaml", yaml);
  }

  private Path write(String name, String yaml) {
    try {
      return Files.writeString(folder.resolve(name), yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
