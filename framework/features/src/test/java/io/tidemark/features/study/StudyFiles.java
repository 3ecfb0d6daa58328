package io.tidemark.features.study;

import io.tidemark.cli.MiniBench;
import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.runs.Console;
import io.tidemark.runs.workers.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A study in a folder, with {@code d.yaml} of the in-memory driver and a workload {@code w.yaml}.
 */
record StudyFiles(Path folder) {
  static final String WORKLOAD =
      MiniBench.ONE_OF_EACH
          + """
          producerRate: 250
          warmupDuration: 0
          testDuration: 300ms
          sampleInterval: 150ms
          """;

  static StudyFiles in(Path folder) throws IOException {
    StudyFiles files = new StudyFiles(folder);
    files.write(
        "d.yaml", "name: d\ndriverClass: io.tidemark.driver.inmemory.InMemoryBenchmarkDriver\n");
    files.write("w.yaml", "name: w\n" + WORKLOAD);
    return files;
  }

  void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  StudySuite suite(String study) throws IOException {
    write("s.yaml", study);
    return StudySuiteReader.read(
        folder.resolve("s.yaml"),
        false,
        none -> new Workers(List.of(), HttpWorkerOptions.DEFAULT, WorkerLossPolicy.END),
        new Console(System.out, System.err, false, true));
  }
}
