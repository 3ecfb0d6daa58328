package io.tidemark.features.bundle;

import io.tidemark.base.UsageException;
import io.tidemark.features.verify.StoredChecks;
import io.tidemark.features.verify.Verification;
import io.tidemark.features.verify.Verification.Difference;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultFiles.Content;
import io.tidemark.report.store.FileHashes;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.store.StoredResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of hosts in stored runs, and other names for them: those of the coordinator's and the
 * workers' machines, and the addresses of workers and brokers.
 */
record HostNames(Map<String, String> others) {
  private static final String FACT = "host.name";
  private static final Pattern TEXT =
      Pattern.compile(".*\\.(json|csv|yaml|log|md|html|txt|INVALID)");
  private static final Pattern ADDRESS =
      Pattern.compile("(?<![\\w.-])([A-Za-z0-9][\\w.-]*):\\d{2,5}(?!\\d)");
  private static final String RECORDINGS = "/profile/";
  private static final Set<String> OF_NOBODY = Set.of("localhost", "127.0.0.1", "local");

  /** Of all runs. */
  static HostNames in(StoredFiles stored) throws IOException {
    Set<String> found = new TreeSet<>();
    for (Path file : StoredResults.resultFiles(stored.folder())) {
      RunResult run = RunDirectory.read(file);
      found.add(run.coordinatorEnvironment().getOrDefault(FACT, ""));
      run.workers()
          .forEach(
              worker -> {
                found.add(worker.environment().getOrDefault(FACT, ""));
                found.add(worker.name().replaceFirst(":\\d+$", ""));
              });
      addresses(run.driver(), found);
    }
    found.remove("");
    found.removeAll(OF_NOBODY);
    Map<String, String> others = new LinkedHashMap<>();
    // The longer name first: it may contain the other.
    found.stream()
        .sorted(Comparator.comparing(String::length).reversed().thenComparing(name -> name))
        .forEach(name -> others.put(name, "host-" + (others.size() + 1)));
    return new HostNames(others);
  }

  private static void addresses(Object value, Set<String> found) {
    if (value instanceof Map<?, ?> map) {
      map.values().forEach(each -> addresses(each, found));
    } else if (value instanceof List<?> list) {
      list.forEach(each -> addresses(each, found));
    } else if (value instanceof String text) {
      for (Matcher each = ADDRESS.matcher(text); each.find(); ) {
        found.add(each.group(1));
      }
    }
  }

  /**
   * The contents with the other names.
   *
   * @throws UsageException if a name is also a word of the results
   */
  Map<String, Content> replaced(StoredFiles stored) throws IOException {
    Path folder = Files.createTempDirectory("tidemark-bundle-");
    try {
      Path top = folder.resolve(stored.name());
      write(stored, folder);
      requireSame(StoredChecks.of(stored.folder()), StoredChecks.of(top));
      Map<String, Content> contents = new TreeMap<>();
      for (Map.Entry<String, Path> each : StoredFiles.of(top).files().entrySet()) {
        byte[] bytes = Files.readAllBytes(each.getValue());
        contents.put(each.getKey(), out -> out.write(bytes));
      }
      return contents;
    } finally {
      ResultFiles.delete(folder);
    }
  }

  private void write(StoredFiles stored, Path folder) throws IOException {
    for (Map.Entry<String, Path> each : stored.files().entrySet()) {
      Path target = folder.resolve(each.getKey());
      Files.createDirectories(target.resolveSibling(""));
      if (TEXT.matcher("/" + each.getKey()).matches()) {
        Files.writeString(target, replaced(Files.readString(each.getValue())));
      } else if (!each.getKey().contains(RECORDINGS)) {
        Files.copy(each.getValue(), target);
      }
    }
    for (String name : stored.files().keySet()) {
      if (name.endsWith("/" + FileHashes.FILE)) {
        FileHashes.write(folder.resolve(name).resolveSibling(""));
      }
    }
  }

  /** A name that is also the name of a phase, for example, would change what a run says. */
  private void requireSame(List<Verification> before, List<Verification> after) {
    for (int i = 0; i < before.size(); i++) {
      List<Difference> known = before.get(i).differences();
      List<Difference> now = after.get(i).differences();
      if (now.size() > known.size()) {
        throw new UsageException(
            "--without-hosts: %s cannot be replaced, because they are also words of the results: %s"
                .formatted(String.join(", ", others.keySet()), now.get(0)));
      }
    }
  }

  private String replaced(String text) {
    String other = text;
    for (Map.Entry<String, String> each : others.entrySet()) {
      other =
          Pattern.compile("(?<![\\w-])" + Pattern.quote(each.getKey()) + "(?![\\w-])")
              .matcher(other)
              .replaceAll(each.getValue());
    }
    return other;
  }
}
