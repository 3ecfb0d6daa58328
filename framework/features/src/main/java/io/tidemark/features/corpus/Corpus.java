package io.tidemark.features.corpus;

import io.tidemark.base.UsageException;
import io.tidemark.features.corpus.Submission.Place;
import io.tidemark.model.workload.EffectiveWorkload;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.RunConditions;
import io.tidemark.report.store.Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The folder of a corpus. Others write to it, too: no link in it is followed.
 *
 * @param workloads effective keys as texts, by the names of the workloads
 */
record Corpus(Path folder, Map<String, Map<String, String>> workloads) {
  static final String SYSTEMS = "systems";
  static final String WORKLOADS = "workloads";
  static final String DEFAULT = "default";
  static final String TUNED = "tuned";
  static final List<String> VARIANTS = List.of(DEFAULT, TUNED);

  /**
   * Reads the workloads.
   *
   * @throws UsageException if the folder is not that of a corpus
   * @throws io.tidemark.model.yaml.ConfigurationException if a workload is wrong
   */
  static Corpus open(Path folder) throws ResultsException {
    Map<String, Map<String, String>> workloads = new LinkedHashMap<>();
    for (String name : names(folder, WORKLOADS)) {
      if (name.endsWith(".yaml")) {
        Path file = ResultFiles.within(folder, WORKLOADS, name);
        Workload read = WorkloadReader.read(file, ReadOptions.ofProcess(false));
        workloads.put(read.name(), keys(EffectiveWorkload.of(read)));
      }
    }
    if (workloads.isEmpty()) {
      throw new UsageException(
          "%s is not a corpus; allowed a folder with %s/*.yaml, as bin/benchmark corpus new makes it"
              .formatted(folder, WORKLOADS));
    }
    return new Corpus(folder, workloads);
  }

  /** Two workloads with the same keys are the same load, judged alike. */
  static Map<String, String> keys(Map<String, Object> effective) {
    Map<String, String> keys = new TreeMap<>(RunConditions.flat(effective));
    keys.remove("iterations");
    return keys;
  }

  List<String> systems() throws ResultsException {
    return names(folder, SYSTEMS);
  }

  /** The oldest first. */
  List<Place> bundles(String system, String variant) throws ResultsException {
    List<Place> all = new ArrayList<>();
    for (String name : names(folder, SYSTEMS, system, variant)) {
      if (name.endsWith(Bundle.ENDING)) {
        all.add(new Place(system, variant, name));
      }
    }
    all.sort(Comparator.comparing(Place::day).thenComparingInt(Place::number));
    return all;
  }

  Path file(Place place) throws ResultsException {
    return ResultFiles.within(folder, SYSTEMS, place.system(), place.variant(), place.name());
  }

  /** Names in a folder; none if it is absent. */
  static List<String> names(Path folder, String... names) throws ResultsException {
    Path path = ResultFiles.within(folder, names);
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw ResultsException.reading(path, e);
    }
  }
}
